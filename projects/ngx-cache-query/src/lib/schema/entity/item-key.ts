import { type Fields, ownField } from '../../util/plain-data';
import { Entity, recordOf } from './entity';
import { planOf } from './entity-plan';
import { FieldKey } from './field-key';

/**
 * Returns the {@link FieldKey} that computes keys from the values of `fields`. `item` can be any of the items for which
 * keys are computed.
 */
export function fieldKeyOf(item: unknown, fields: readonly string[]): FieldKey {
  return new FieldKey(
    fields,
    item instanceof Entity ? planOf(item.constructor as never) : undefined,
  );
}

/** Returns the key of an item in a result. */
export function keyOfItem(key: FieldKey, item: unknown): unknown {
  const row = item instanceof Entity ? recordOf(item) : undefined;
  return key.of((name, i) => {
    const stored = row !== undefined && key.isRelation[i] ? ownField(row, name) : undefined;
    return stored === undefined ? (item as Fields)[name] : stored;
  });
}

/**
 * Whether the fields of `key` have the same values in an entity as in its row. If they do, entities can be found by
 * looking up their rows.
 */
export function isStoredKey({ fields, isRelation, plan }: FieldKey): boolean {
  if (plan === undefined || plan.ownFromJS) return false;
  return fields.every(
    (name, i) =>
      !plan.isReserved(name) &&
      !plan.deserializers.some(([field]) => field === name) &&
      (isRelation[i] || !plan.relations.some(([field]) => field === name)),
  );
}
