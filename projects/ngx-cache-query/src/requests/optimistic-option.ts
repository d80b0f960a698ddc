import type { ArgsOf, Queryable, ResultOf } from '../schema/queryable';
import type { Client } from './client';
import type { Mutations } from './sent-mutations';

/** The state of the cache when a mutation is called. */
export interface OptimisticSnapshot {
  /** Returns the current result of `queryable`, or `undefined` if the cache has no data. */
  get<Q extends Queryable>(queryable: Q, ...args: ArgsOf<Q>): ResultOf<Q> | undefined;
}

/** Shows mutations before they are answered. The value `optimistic` does. */
export interface Optimistic {
  /** @internal Creates what keeps the mutations in flight of a cache. */
  readonly create: (client: Client) => Mutations;
}

/** A response that is shown before the server has answered. The function `optimistic` returns one. */
export interface OptimisticResponse extends Optimistic {
  /** @internal */
  readonly response: unknown;
}

/**
 * The `optimistic` option of an endpoint: `optimistic`, or a function that returns `optimistic(response)`, or `undefined`
 * to show nothing.
 */
export type OptimisticOption<Args extends readonly unknown[]> =
  Optimistic | ((snapshot: OptimisticSnapshot, ...args: Args) => OptimisticResponse | undefined);
