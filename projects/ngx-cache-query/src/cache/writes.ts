import { namedKey, namedKeys } from '../reactive/named-keys';
import { pure } from '../reactive/node';
import type { Results } from '../reactive/results';
import type { Entity } from '../schema/entity';
import { Input } from '../schema/input';
import { Normalizer } from '../schema/normalizer';
import type { Pk } from '../schema/pk';
import { isEntityClass, planOf } from '../schema/plan';
import { isSchemaNode, type EntityClass, type SchemaLike } from '../schema/schema';
import type { Store } from '../store/store';
import { type Fields, isPlain } from '../util/plain-data';
import { notWritable, pkChanged } from '../schema/write-errors';

declare const ngDevMode: unknown;

/** Returns the name of a write for error messages, such as `set(User)`. */
export function sourceOf(method: string, schema: SchemaLike): string {
  return `${method}(${isEntityClass(schema) ? planOf(schema).name : 'schema'})`;
}

/**
 * Converts a value into an input.
 *
 * @throws CacheError NCQ4003 if `schema` is not a schema
 */
export function inputOf(
  schema: SchemaLike,
  value: unknown,
  source: string,
  args: readonly unknown[] = [],
): Input {
  if (
    !isEntityClass(schema) &&
    !isSchemaNode(schema) &&
    !Array.isArray(schema) &&
    !isPlain(schema)
  ) {
    const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
    throw notWritable(source, dev && 'an Entity class or a schema', schema);
  }
  const input = new Normalizer(source, args);
  pure(() => input.begin(schema, value));
  return input;
}

/** Returns an input with what an updater returns for an entity; `undefined` if the entity is not in the cache. */
export function updateOf(
  results: Results,
  type: EntityClass,
  key: unknown,
  updater: (entity: Entity) => Fields,
  source: string,
): Input | undefined {
  const pk = namedKey(type, key, source);
  const entity = results.entity(type, pk);
  if (entity === undefined) return undefined;
  const fields = pure(() => updater(entity));
  const { main } = results.tables.for(type);
  const input = new Normalizer(source);
  input.existing = main.record(pk);
  const written = pure(() => input.begin(type, fields));
  // A created entity also has a temporary id.
  const isSame = written === pk || main.index.get(written as Pk) === main.index.get(pk);
  if (!isSame) throw pkChanged(source, pk, written);
  return input;
}

/**
 * Deletes entities.
 *
 * @param removing called in the same commit with the keys
 * @throws CacheError NCQ4003 if `type` is not an Entity class, or if the key is missing
 */
export function deleteFrom(
  store: Store,
  type: EntityClass,
  keyOrTest: unknown,
  removing: (pks: ReadonlySet<Pk>) => void,
): void {
  if (!isEntityClass(type)) {
    const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
    throw notWritable('delete', dev && 'an Entity class', type);
  }
  const input = new Input(sourceOf('delete', type));
  const pks = new Set(namedKeys(store.tables, type, keyOrTest, input.source));
  for (const pk of pks) input.put(planOf(type), pk, undefined);
  store.batch(() => {
    removing(pks);
    store.write(input);
  });
}
