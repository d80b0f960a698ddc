import type { Entity } from '../schema/entity';
import { isEntityClass, planOf } from '../schema/entity-plan';
import { isSchemaNode, pkOf } from '../schema/denormalizer';
import { Normalizer } from '../schema/normalizer';
import type { EntityClass, Schema } from '../schema/schema';
import type { Recipe } from '../store/store';
import type { Reader } from '../read/reader';
import { type Fields, isPlainObject } from '../util/plain-data';
import { notWritableError, pkChangedError } from './cache-errors';
import type { Expiry } from './expiry';
import { resultsThatMention } from './mentions';

/** The recipe of `set(schema, value)`: the value is checked now, and written when it is its turn. */
export function setValue(reader: Reader, schema: Schema, value: unknown, source: string): Recipe {
  if (!isSchema(schema)) throw notWritableError(source, 'an Entity class or a schema, and a value');
  const walk = new Normalizer(source);
  walk.visit(schema, value);
  if (reader.store.isBusy) walk.batch.detach();
  return (transaction) => transaction.apply(walk.batch);
}

/** The recipe of `set(Entity, pk, updater)`: the updater sees the entity when it is its turn. */
export function updateEntity(
  reader: Reader,
  type: EntityClass,
  key: unknown,
  updater: (entity: never) => Fields,
): Recipe {
  const source = sourceOf('set', type);
  const pk = pkOf(type, key);
  if (pk === undefined) throw notWritableError(source, `the key of a ${planOf(type).name}`);
  return (transaction) => {
    const table = reader.store.tables.of(planOf(type));
    const record = table.get(pk);
    const entity = reader.get(type, [pk]) as Entity | undefined;
    if (record === undefined || entity === undefined) return;
    const fields = updater(entity as never);
    const walk = new Normalizer(source);
    const written = walk.entityOver(type, fields, record);
    if (written !== pk) throw pkChangedError(source, pk, written);
    transaction.apply(walk.batch);
  };
}

/** The recipe of `delete(Entity, pk)`. */
export function deleteEntity(reader: Reader, type: EntityClass, key: unknown): Recipe {
  const pk = isEntityClass(type) ? pkOf(type, key) : undefined;
  if (pk === undefined) {
    throw notWritableError(sourceOf('delete', type), 'an Entity class and the key of an entity');
  }
  const table = reader.store.tables.of(planOf(type));
  return (transaction) => transaction.remove(table, pk);
}

/**
 * The recipe of `invalidate(Entity, pk)`, or without a key of all entities of the type. In the same commit
 * the stored responses that mention them are expired, so that who watches asks again.
 */
export function invalidateEntities(
  reader: Reader,
  expiry: Expiry,
  type: EntityClass,
  args: readonly unknown[],
): Recipe {
  if (!isEntityClass(type)) {
    throw notWritableError('invalidate', 'an Entity class or an endpoint');
  }
  const { tables } = reader.store;
  const table = tables.of(planOf(type));
  const pk = args.length === 0 ? undefined : pkOf(type, args[0]);
  if (args.length > 0 && pk === undefined) {
    throw notWritableError(sourceOf('invalidate', type), 'the key of an entity');
  }
  return (transaction) => {
    const mentioning = resultsThatMention(tables, table, pk);
    if (pk === undefined) transaction.removeAll(table);
    else transaction.remove(table, pk);
    expiry.expireResults(transaction, mentioning);
  };
}

/** `set(User)`: what is written, for errors. */
export function sourceOf(verb: string, schema: Schema): string {
  return `${verb}(${isEntityClass(schema) ? planOf(schema).name : 'schema'})`;
}

function isSchema(schema: unknown): boolean {
  return (
    isEntityClass(schema) || isSchemaNode(schema) || Array.isArray(schema) || isPlainObject(schema)
  );
}
