import type { Denormalizer, EntityClass } from './entity';

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
