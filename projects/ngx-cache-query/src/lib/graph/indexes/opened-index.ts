import type { FieldKey } from '../../schema/entity/field-key';
import type { FieldIndex } from './field-index';
import { type Indexes, nameOf } from './indexes';

/**
 * Returns an index over the fields of `key`. Creates the index if it does not exist yet. Call {@link closeIndex} when
 * the index is no longer needed.
 */
export function openIndex(indexes: Indexes, key: FieldKey): FieldIndex {
  const index = indexes.over(key.fields) ?? indexes.add(key);
  index.users++;
  return index;
}

/**
 * Drops an index that {@link openIndex} returned, unless the class declares it or another incremental result uses it.
 */
export function closeIndex({ byFields, plan }: Indexes, index: FieldIndex): void {
  const { fields } = index.key;
  if (--index.users === 0 && !plan.isIndexed(fields)) byFields.delete(nameOf(fields));
}
