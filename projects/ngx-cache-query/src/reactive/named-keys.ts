import type { Entity } from '../schema/entity';
import type { EntityClass } from '../schema/schema';
import { type Pk, pkOf } from '../schema/pk';
import { noKey } from '../schema/write-errors';
import { pure } from './node';
import type { Tables } from './tables';

/**
 * Returns the keys of the entities that a caller names.
 *
 * @param keyOrTest a key, or a function that tests entities
 * @throws CacheError NCQ4003 if it is neither
 */
export function namedKeys(
  tables: Tables,
  type: EntityClass,
  keyOrTest: unknown,
  source: string,
): Pk[] {
  if (typeof keyOrTest !== 'function') return [namedKey(type, keyOrTest, source)];
  const test = keyOrTest as (entity: Entity) => boolean;
  const rows = [...tables.for(type).all()];
  return pure(() => rows.filter((row) => test(row.read()!)).map(({ pk }) => pk));
}

/** @throws CacheError NCQ4003 if `key` is no key */
export function namedKey(type: EntityClass, key: unknown, source: string): Pk {
  const pk = pkOf(type, key);
  if (pk === undefined) throw noKey(source, key);
  return pk;
}
