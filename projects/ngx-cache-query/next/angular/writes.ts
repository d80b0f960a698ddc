import { activate, Node } from '../reactive/node';
import type { Results } from '../reactive/results';
import type { Entity, EntityClass, SchemaLike } from '../schema/entity';
import { Normalizer } from '../schema/normalizer';
import type { Pk } from '../schema/pk';
import { isEntityClass, pkOf, planOf } from '../schema/plan';
import { isSchemaNode } from '../schema/schema';
import { type Endpoint, FETCH } from '../requests/endpoint';
import type { Store } from '../store/store';
import { type Fields, isPlain } from '../util/plain-data';
import { noKey, notWritable, pkChanged } from './write-errors';

declare const ngDevMode: unknown;

/** Returns the name of a write for error messages, such as `set(User)`. */
export function sourceOf(method: string, schema: SchemaLike): string {
  return `${method}(${isEntityClass(schema) ? planOf(schema).name : 'schema'})`;
}

/**
 * Writes a value as if it were a response with this schema.
 *
 * @throws CacheError NCQ4003 if `schema` is not a schema
 */
export function setValue(
  store: Store,
  schema: SchemaLike,
  value: unknown,
  source: string,
  args: readonly unknown[],
): void {
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
  input.begin(schema, value);
  store.write(input);
}

/** Writes the fields that an updater returns for an entity. Does nothing if the entity is not in the cache. */
export function updateEntity(
  store: Store,
  results: Results,
  type: EntityClass,
  key: unknown,
  updater: (entity: Entity) => Fields,
  source: string,
): void {
  const pk = pkOf(type, key);
  if (pk === undefined) throw noKey(source, key);
  const record = store.tables.of(planOf(type)).record(pk);
  const entity = results.entity(type, pk);
  if (record === undefined || entity === undefined) return;
  const fields = pure(() => updater(entity));
  const input = new Normalizer(source, [], false, record);
  const written = input.begin(type, fields);
  if (written !== pk) throw pkChanged(source, pk, written);
  store.write(input);
}

/**
 * Deletes entities.
 *
 * @throws CacheError NCQ4003 if `type` is not an Entity class, or if the key is missing
 */
export function deleteEntities(
  store: Store,
  results: Results,
  type: EntityClass,
  keyOrTest: unknown,
): void {
  if (!isEntityClass(type)) {
    const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
    throw notWritable('delete', dev && 'an Entity class', type);
  }
  const plan = planOf(type);
  store.tables.deletions++;
  const input = new Normalizer(`delete(${plan.name})`);
  for (const pk of keysOf(store, results, type, keyOrTest)) input.put(plan, pk, undefined);
  store.write(input);
}

/**
 * Drops the responses of an endpoint.
 *
 * @param args the arguments of one response; none for all responses
 * @throws CacheError NCQ4003 if `endpoint` is not an endpoint
 */
export function dropResponses(
  store: Store,
  results: Results,
  endpoint: unknown,
  args: readonly unknown[],
): void {
  if (!(endpoint instanceof Object && FETCH in endpoint)) {
    const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
    throw notWritable('reset', dev && 'an endpoint, or no argument', endpoint);
  }
  const target = endpoint as unknown as Endpoint<readonly unknown[], SchemaLike>;
  const which = args.length > 0 ? target.key(...args) : () => true;
  deleteEntities(store, results, target.responses, which);
}

function keysOf(store: Store, results: Results, type: EntityClass, keyOrTest: unknown): Pk[] {
  const plan = planOf(type);
  if (typeof keyOrTest !== 'function') {
    const pk = pkOf(type, keyOrTest);
    if (pk === undefined) throw noKey(`delete(${plan.name})`, keyOrTest);
    return [pk];
  }
  const test = keyOrTest as (entity: Entity) => boolean;
  const rows = [...store.tables.of(plan).all()];
  return pure(() => rows.filter((row) => test(results.entity(type, row.pk)!)).map(({ pk }) => pk));
}

/** Stands for code of the application that may not write. */
class Pure extends Node {
  read(): undefined {
    return undefined;
  }
  override reads(): void {
    // Depends on nothing.
  }
  isSaved(): boolean {
    return false;
  }
}
const NOBODY = new Pure();

/** Runs code of the application that may not write. */
function pure<T>(run: () => T): T {
  const outer = activate(NOBODY);
  try {
    return run();
  } finally {
    activate(outer);
  }
}
