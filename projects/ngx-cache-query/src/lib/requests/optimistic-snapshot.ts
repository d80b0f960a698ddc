import type { ArgsOf, Queryable, ResultOf } from '../schema/queryable';

/** The state of the cache at the moment when a mutation is called. */
export interface OptimisticSnapshot {
  /** The current result of a read, or `undefined`. */
  get<Q extends Queryable>(queryable: Q, ...args: ArgsOf<Q>): ResultOf<Q> | undefined;
}
