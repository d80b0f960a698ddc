import { CacheError, CacheErrorCode } from '../../util/cache-error';
import { type Fields, isPlainObject, setField } from '../../util/plain-data';
import { pkOf } from '../denormalizer';
import type { Entity } from '../entity/entity';
import { isEntityClass, planOf } from '../entity/entity-plan';
import type { Denormalizer, EntityClass, SchemaLike } from '../schema';

declare const ngDevMode: unknown;

/** What a read gives of which the cache knows nothing yet; users see `undefined`. */
export const UNKNOWN: unique symbol = Symbol('unknown');

/** The result of a read, or that nothing is known of it. */
export type Known<T> = T | typeof UNKNOWN;

/** How a queryable looks at the cache: everything that it asks for becomes a dependency. */
export interface ReadContext extends Denormalizer {
  /** The result of a computation that is shared by all who read it with an equal key. */
  compute(computable: Computable, args: readonly unknown[]): unknown;
  /** The first entity, in order of arrival, that has these values in the fields of a declared index. */
  find(type: EntityClass, values: Fields): Entity | undefined;
  /** The last response of an endpoint, or {@link UNKNOWN}. */
  result(source: ResultSource, args: readonly unknown[]): unknown;
  /** What is known of the requests of an endpoint, or `undefined`. */
  request(source: ResultSource, args: readonly unknown[]): unknown;
}

/** Something whose result is computed from a read: a `Query`. */
export interface Computable {
  readonly schema: Queryable;
  process(...args: never): unknown;
  key(...args: never): string;
}

/** Something whose last result the cache holds: an `Endpoint`. */
export interface ResultSource {
  /** Tells endpoints apart, within one page. */
  readonly id: number;
  readonly schema: SchemaLike;
  key(...args: never): string;
}

/** What has a reading of its own: `schema.All`, `schema.Union`, `schema.Collection`, `Query`, `Endpoint`. */
export interface QueryableNode<Value, Args extends readonly unknown[]> {
  /** @internal */
  read(reader: ReadContext, args: Args): Known<Value>;
}

/** What `select` and `get` take: an Entity class, a {@link QueryableNode}, or an object of these, a join. */
export type Queryable = EntityClass | QueryableNode<unknown, never> | QueryableFields;

/** A join: each member is read with the same arguments. */
export interface QueryableFields {
  readonly [name: string]: Queryable;
}

/** The result of a read when it is known. */
export type ResultOf<Q> =
  Q extends EntityClass<infer E>
    ? E
    : Q extends QueryableNode<infer Value, never>
      ? Value
      : Q extends object
        ? { -readonly [K in keyof Q]: ResultOf<Q[K]> | undefined }
        : never;

/** The key of an entity: its pk, or an object that has the fields of its pk. */
export type KeyOf<E> = string | number | { readonly [K in keyof E]?: E[K] };

/** The arguments that a read takes. */
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

/** Reads what `queryable` says with the arguments, through `reader`. */
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

/** Error NCQ3002. */
export function notQueryableError(given: unknown): CacheError {
  return new CacheError(
    CacheErrorCode.NotQueryable,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${describe(given)} cannot be read. Expected a Query, schema.All, schema.Union, schema.Collection, ` +
        `an Entity class, an endpoint, or an object of these.`,
  );
}

/** An entity by its key, or by the fields of an index that its class declares. */
function readEntity(type: EntityClass, key: unknown, reader: ReadContext): Entity | undefined {
  if (isPlainObject(key) && planOf(type).isIndexed(Object.keys(key))) return reader.find(type, key);
  const pk = pkOf(type, key);
  return pk === undefined ? undefined : reader.entity(type, pk);
}

function isReadable(value: unknown): value is QueryableNode<unknown, never> {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as Partial<QueryableNode<unknown, never>>).read === 'function'
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

function describe(given: unknown): string {
  if (Array.isArray(given)) return 'an array';
  if (typeof given === 'function') return `the function ${given.name || '(anonymous)'}`;
  if (typeof given !== 'object' || given === null) return String(given);
  return `an instance of ${given.constructor.name}`;
}
