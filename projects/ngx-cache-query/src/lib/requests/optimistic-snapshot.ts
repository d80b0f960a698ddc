import type { ArgsOf, Queryable, ResultOf } from '../schema/queryable';

/** The state of the cache when the mutation is called. */
export interface OptimisticSnapshot {
  /** Returns the current result of `queryable`, or `undefined` if the cache has no data. */
  get<Q extends Queryable>(queryable: Q, ...args: ArgsOf<Q>): ResultOf<Q> | undefined;
}
