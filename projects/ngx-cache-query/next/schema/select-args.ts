import type { ArgsOf } from './queryable';

/**
 * The arguments of a read. If `null` is the only argument, the read is disabled, and the result of the read is
 * `undefined`.
 */
export type SelectArgs<Q> = ArgsOf<Q> | [inactive: null];

/**
 * The arguments that a getter can return. As the constraint of a `const` type parameter, this type preserves literal
 * types, so `() => [{ status: 'open' }]` needs no `as const`.
 */
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

/**
 * Constant arguments. The first argument must not be a function, because a function is interpreted as a getter.
 */
export type ConstantArgs<Q> =
  ArgsOf<Q> extends readonly [Callable?, ...unknown[]]
    ? [] extends ArgsOf<Q>
      ? [] | [inactive: null]
      : [inactive: null]
    : NoFunctions<ArgsOf<Q>> | [inactive: null];

/**
 * Excludes functions. If all fields of the expected object are optional, TypeScript would, without this type, also
 * accept a getter where a constant argument is expected. TypeScript would then not check the arguments that the getter
 * returns.
 */
type NoFunctions<Args> = {
  [K in keyof Args]: Args[K] extends object ? Args[K] & { readonly apply?: never } : Args[K];
};
