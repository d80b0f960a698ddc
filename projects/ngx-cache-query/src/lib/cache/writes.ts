import type { Entity } from '../schema/entity';
import { isEntityClass, planOf } from '../schema/entity-plan';
import { isSchemaNode, pkOf } from '../schema/denormalizer';
import { Normalizer } from '../schema/normalizer';
import type { EntityClass, SchemaLike } from '../schema/schema';
import type { Recipe } from '../store/store';
import type { Transaction } from '../store/transaction';
import type { Reader } from '../read/reader';
import { type Fields, isPlainObject } from '../util/plain-data';
import { noKeyError, notWritableError, pkChangedError } from './cache-errors';

/**
 * The recipe of `set(schema, value)`: the value is checked now, and written when it is its turn, as of then
 * or of an earlier moment.
 *
 * @param isLocal whether the application itself says so, and no server
 * @param isLater whether it is written later than now, when who gave the value may have changed it
 */
export function setValue(
  reader: Reader,
  schema: SchemaLike,
  value: unknown,
  source: string,
  isLocal = true,
  isLater = reader.store.isBusy,
): (transaction: Transaction, order?: number) => void {
  if (!isSchema(schema)) throw notWritableError(source, 'an Entity class or a schema', schema);
  const walk = new Normalizer(source);
  walk.begin(schema, value, isLater);
  return (transaction, order) => walk.locating(() => transaction.apply(walk.batch, order, isLocal));
}

/** The recipe of `set(Entity, pk, updater)`: the updater sees the entity when it is its turn. */
export function updateEntity(
  reader: Reader,
  type: EntityClass,
  key: unknown,
  updater: (entity: never) => Fields,
): Recipe {
  const source = sourceOf('set', type);
  const given = pkOf(type, key);
  if (given === undefined) throw noKeyError(source, `a key for ${planOf(type).name}`, key);
  return (transaction) => {
    const table = reader.store.tables.of(planOf(type));
    const pk = table.keyOf(given);
    const record = table.get(pk);
    const entity = reader.get(type, [pk]) as Entity | undefined;
    if (record === undefined || entity === undefined) return;
    const fields = updater(entity as never);
    const walk = new Normalizer(source);
    const written = walk.entityOver(type, fields, record);
    if (written !== pk) throw pkChangedError(source, pk, written);
    walk.locating(() => transaction.apply(walk.batch, transaction.order, true));
  };
}

/** `set(User)`: what is written, for errors. */
export function sourceOf(verb: string, schema: SchemaLike): string {
  return `${verb}(${isEntityClass(schema) ? planOf(schema).name : 'schema'})`;
}

function isSchema(schema: unknown): boolean {
  return (
    isEntityClass(schema) || isSchemaNode(schema) || Array.isArray(schema) || isPlainObject(schema)
  );
}
