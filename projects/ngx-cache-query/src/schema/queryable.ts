import type { Entity } from './entity';
import type { Denormalizer, EntityClass } from './schema';

/** The internal result of a read for which the cache has no data. User code receives `undefined` instead. */
export const UNKNOWN: unique symbol = Symbol('unknown');

/** The result of a read, or {@link UNKNOWN}. */
export type Known<T> = T | typeof UNKNOWN;

/** Returns the result that user code receives. */
export function known(result: unknown): unknown {
  return result === UNKNOWN ? undefined : result;
}

/**
 * Gives queryables access to the cache. Each value that is read becomes a dependency of the running computation.
 */
export interface ReadContext extends Denormalizer {
  /** @internal Returns the result of `computable` for `args`. All reads whose arguments have the same key share this result. */
  compute(computable: Computable, args: readonly unknown[]): unknown;
  /** @internal Returns the value of any queryable. */
  read(queryable: Queryable, args: readonly unknown[]): unknown;
}

/** A queryable that has a `process` function, such as a `Query`. */
export interface Computable {
  readonly schema: Queryable;
  process(...args: never): unknown;
  key(...args: never): string;
}

/** An object that the cache can read: a schema such as `schema.All`, a `Query` or an `Endpoint`. */
export interface QueryableNode<Value, Args extends readonly unknown[]> {
  /** Called by the cache: returns the current value. */
  read(reader: ReadContext, args: Args): Known<Value>;
  /** @internal Whether each read makes a new value, which may be equal to the last one. */
  readonly isFresh?: boolean;
}

/**
 * The first argument of `select`: an Entity class, a schema, a `Query`, an endpoint, or an object of these (a join).
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

/** The key of an entity, or an object with the fields from which `pk()` derives it. */
export type KeyOf<E> = string | number | { readonly [K in Exclude<keyof E, keyof Entity>]?: E[K] };

/** The arguments for reading a queryable. */
export type ArgsOf<Q> =
  Q extends EntityClass<infer E>
    ? [key: KeyOf<E>]
    : Q extends QueryableNode<unknown, infer Args>
      ? Args
      : Q extends object
        ? JoinArgs<{ [K in keyof Q]: ArgsOf<Q[K]> }[keyof Q]>
        : never;

/** The arguments of several reads together: each receives all of them. */
export type JoinArgs<Each> = [Exclude<Each, []>] extends [never]
  ? []
  : Together<Exclude<Each, []>> extends infer All extends readonly unknown[]
    ? All
    : never;
type Together<U> = (U extends unknown ? (each: U) => void : never) extends (all: infer All) => void
  ? All
  : never;

/** The arguments of a read, or a single `null`, which disables it. */
export type SelectArgs<Q> = ArgsOf<Q> | [inactive: null];

/** The arguments that a getter can return, with literal types. */
export type GivenArgs<Args extends readonly unknown[]> = {
  readonly [K in keyof Args]: Given<Args[K]>;
};

type Given<T> = T extends Primitive | Callable
  ? T
  : T extends readonly unknown[]
    ? { readonly [K in keyof T]: Given<T[K]> }
    : T | { readonly [K in keyof T]: Given<T[K]> };
type Primitive = string | number | bigint | boolean | symbol | null | undefined;
type Callable = ((...args: never) => unknown) | (abstract new (...args: never) => unknown);

/** Constant arguments. The first one is not a function, because that would be a getter. */
export type ConstantArgs<Q> =
  ArgsOf<Q> extends readonly [Callable?, ...unknown[]]
    ? [] extends ArgsOf<Q>
      ? [] | [inactive: null]
      : [inactive: null]
    : NoFunctions<ArgsOf<Q>> | [inactive: null];

/** Excludes functions, which TypeScript accepts where all fields of the expected object are optional. */
type NoFunctions<Args> = {
  [K in keyof Args]: Args[K] extends object ? Args[K] & { readonly apply?: never } : Args[K];
};
