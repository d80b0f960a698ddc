import type { ArgsOf } from '../schema/query/queryable';

/** The arguments of a read; a sole `null` makes it inactive: its result is `undefined`. */
export type SelectArgs<Q> = ArgsOf<Q> | [inactive: null];

/**
 * Arguments as a getter may return them. As the constraint of a `const` type parameter it keeps literals as they are
 * written, so that `() => [{ status: 'open' }]` needs no `as const`.
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

/** Constant arguments. A function in the first place is the getter of the arguments, so it is no constant. */
export type ConstantArgs<Q> =
  ArgsOf<Q> extends readonly [Callable?, ...unknown[]]
    ? [] extends ArgsOf<Q>
      ? [] | [inactive: null]
      : [inactive: null]
    : NoFunctions<ArgsOf<Q>> | [inactive: null];

/** Without this, a getter that returns the wrong arguments would pass for an object whose fields are all optional. */
type NoFunctions<Args> = {
  [K in keyof Args]: Args[K] extends object ? Args[K] & { readonly apply?: never } : Args[K];
};
