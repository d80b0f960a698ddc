import { CacheError } from '../util/cache-error';
import { type Fields, isPlainObject, setField } from '../util/plain-data';
import { pkOf } from './denormalizer';
import type { Entity } from './entity/entity';
import { isEntityClass, planOf } from './entity/entity-plan';
import type { Denormalizer, EntityClass } from './schema';

declare const ngDevMode: unknown;

/** The internal result of a read for which the cache has no data. User code receives `undefined` instead. */
export const UNKNOWN: unique symbol = Symbol('unknown');

/** The result of a read, or {@link UNKNOWN}. */
export type Known<T> = T | typeof UNKNOWN;

/**
 * Gives queryables access to the cache. Each value that is read becomes a dependency of the running computation.
 */
export interface ReadContext extends Denormalizer {
  /** Returns the result of `computable` for `args`. All reads whose arguments have the same key share this result. */
  compute(computable: Computable, args: readonly unknown[]): unknown;
  /**
   * Finds an entity by the `values` of its fields. The class must declare an index over these fields. If several
   * entities match, returns the first one in insertion order.
   */
  find(type: EntityClass, values: Fields): Entity | undefined;
}

/** A queryable that has a `process` function, such as a `Query`. */
export interface Computable {
  readonly schema: Queryable;
  process(...args: never): unknown;
  key(...args: never): string;
}

/**
 * An object that the cache can read: `schema.All`, `schema.Union`, `schema.Lazy`, `Collection`, `Query` or `Endpoint`.
 */
export interface QueryableNode<Value, Args extends readonly unknown[]> {
  /** @internal */
  read(reader: ReadContext, args: Args): Known<Value>;
}

/**
 * The first argument of `select` and `get`: an Entity class, a {@link QueryableNode}, or a join. A join is an object
 * whose members are queryables.
 */
export type Queryable = EntityClass | QueryableNode<unknown, never> | QueryableFields;

/** A join. All members are read with the same arguments. */
export interface QueryableFields {
  readonly [name: string]: Queryable;
}

/** The result type of a queryable. */
export type ResultOf<Q> =
  Q extends EntityClass<infer E>
    ? E
    : Q extends QueryableNode<infer Value, never>
      ? Value
      : Q extends object
        ? { -readonly [K in keyof Q]: ResultOf<Q[K]> | undefined }
        : never;

/** The key of an entity: its primary key, or an object with the fields from which `pk()` derives the primary key. */
export type KeyOf<E> = string | number | { readonly [K in keyof E]?: E[K] };

/** The arguments for reading a queryable. */
export type ArgsOf<Q> =
  Q extends EntityClass<infer E>
    ? [key: KeyOf<E>]
    : Q extends { read(reader: ReadContext, args: infer Args): unknown }
      ? Args extends readonly unknown[]
        ? Args
        : []
      : Q extends object
        ? JoinArgs<{ [K in keyof Q]: ArgsOf<Q[K]> }[keyof Q]>
        : never;

export type JoinArgs<Each> = [Exclude<Each, []>] extends [never]
  ? []
  : Together<Exclude<Each, []>> extends infer All extends readonly unknown[]
    ? All
    : never;
type Together<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void
  ? All
  : never;

/**
 * Reads a queryable with its arguments.
 *
 * @throws CacheError NCQ3002 if `queryable` is not a queryable
 */
export function readQueryable(
  queryable: Queryable,
  args: readonly unknown[],
  reader: ReadContext,
): unknown {
  if (isEntityClass(queryable)) {
    return readEntity(queryable, args[0], reader) ?? UNKNOWN;
  }
  if (isPlainObject(queryable)) return readJoin(queryable, args, reader);
  if (isReadable(queryable)) return queryable.read(reader, args as never);
  throw notQueryableError(queryable);
}

/** Creates error NCQ3002, which reports that `value` cannot be read. */
export function notQueryableError(value: unknown): CacheError {
  return new CacheError(
    'NCQ3002',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${describe(value)} cannot be read. Expected a Query, schema.All, schema.Union, ` +
        `schema.Lazy, a Collection, a Scalar, an Entity class, an endpoint, or an object that contains these.`,
  );
}

/** Reads an entity by its key, or by the fields of an index that its class declares. */
function readEntity(type: EntityClass, key: unknown, reader: ReadContext): Entity | undefined {
  if (isPlainObject(key) && planOf(type).isIndexed(Object.keys(key))) return reader.find(type, key);
  const pk = pkOf(type, key);
  return pk === undefined ? undefined : reader.entity(type, pk);
}

function isReadable(value: unknown): value is QueryableNode<unknown, never> {
  return (
    typeof value === 'object' &&
    typeof (value as Partial<QueryableNode<unknown, never>> | null)?.read === 'function'
  );
}

function readJoin(
  members: QueryableFields,
  args: readonly unknown[],
  reader: ReadContext,
): unknown {
  const join: Record<string, unknown> = {};
  let known = false;
  for (const name of Object.keys(members)) {
    const value = readQueryable(members[name], args, reader);
    if (value !== UNKNOWN) known = true;
    setField(join, name, value === UNKNOWN ? undefined : value);
  }
  return known ? join : UNKNOWN;
}

function describe(value: unknown): string {
  if (Array.isArray(value)) return 'an array';
  if (typeof value === 'function') return `the function ${value.name || '(anonymous)'}`;
  if (typeof value !== 'object' || value === null) return String(value);
  return `an instance of ${value.constructor.name}`;
}
