import type { Entity } from '../schema/entity/entity';
import { isEntityClass, planOf } from '../schema/entity/entity-plan';
import { isSchemaNode, pkOf } from '../schema/denormalizer';
import { Normalizer } from '../schema/normalize/normalizer';
import type { EntityClass, SchemaLike } from '../schema/schema';
import type { Recipe } from '../store/waiting-writes';
import type { Reader } from '../query/reader';
import { type Fields, isPlainObject } from '../util/plain-data';
import { noKeyError, notWritableError, pkChangedError } from './write-errors';

declare const ngDevMode: unknown;

/**
 * Normalizes `value` as if it were a response with this `schema`.
 *
 * @param source the source of the write, for error messages
 * @param isLater whether the value is written later; if so, it is copied, because the caller may change it
 * @throws CacheError NCQ4003 if `schema` is not a schema
 */
export function normalizeValue(
  schema: SchemaLike,
  value: unknown,
  source: string,
  isLater: boolean,
  args: readonly unknown[] = [],
): Normalizer {
  if (!isSchema(schema))
    throw notWritableError(
      source,
      (typeof ngDevMode === 'undefined' || !!ngDevMode) && 'an Entity class or a schema',
      schema,
    );
  const walk = new Normalizer(source, args);
  walk.begin(schema, value, isLater);
  return walk;
}

/**
 * Returns the {@link Recipe} for `set(schema, value)` or `set(list, ...args, value)`. The value is normalized
 * immediately, but is written only when the recipe runs.
 */
export function setValue(
  { store }: Reader,
  schema: SchemaLike,
  value: unknown,
  source: string,
  args: readonly unknown[],
): Recipe {
  const walk = normalizeValue(schema, value, source, store.isBusy, args);
  return (transaction) =>
    walk.locating(() => transaction.apply(walk.batch, transaction.order, true));
}

/**
 * Returns the {@link Recipe} for `set(Entity, pk, updater)`. When the recipe runs, it calls the updater with the
 * current entity.
 */
export function updateEntity(
  reader: Reader,
  type: EntityClass,
  key: unknown,
  updater: (entity: never) => Fields,
): Recipe {
  const source = sourceOf('set', type);
  const inputPk = pkOf(type, key);
  if (inputPk === undefined) throw noKeyError(source, key);
  return (transaction) => {
    const table = reader.store.tables.of(planOf(type));
    const pk = table.keyOf(inputPk);
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

/** Returns the name of a write for error messages, such as `set(User)`. */
export function sourceOf(method: string, schema: SchemaLike): string {
  return `${method}(${isEntityClass(schema) ? planOf(schema).name : 'schema'})`;
}

function isSchema(schema: unknown): boolean {
  return (
    isEntityClass(schema) || isSchemaNode(schema) || Array.isArray(schema) || isPlainObject(schema)
  );
}
