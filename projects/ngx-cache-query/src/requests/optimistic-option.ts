import type { ArgsOf, Queryable, ResultOf } from '../schema/queryable';

/** The state of the cache when a mutation is called. */
export interface OptimisticSnapshot {
  /** Returns the current result of `queryable`, or `undefined` if the cache has no data. */
  get<Q extends Queryable>(queryable: Q, ...args: ArgsOf<Q>): ResultOf<Q> | undefined;
  /** The time of the call in milliseconds since 1970. It is the same each time the function runs. */
  readonly now: number;
  /** Returns a new UUID, for example as the id of a created entity. Later runs of the function receive the same ones. */
  newId(): string;
}

/** Shows mutations before they are answered. The value `optimistic` does. */
export interface Optimistic {
  /** Called by the cache: creates what keeps the mutations in flight. */
  readonly create: (client: never) => object;
}

/** A response that is shown before that of the server: `optimistic(response)`. */
export interface OptimisticResponse extends Optimistic {
  /** @internal */
  readonly response: unknown;
}

/** `optimistic`, or a function that returns `optimistic(response)`, or `undefined` to show nothing. */
export type OptimisticOption<Args extends readonly unknown[]> =
  | Optimistic
  | {
      /** A method, so that its parameters can also be those of the call: `...args: Parameters<typeof getTodos.push.load>`. */
      of(snapshot: OptimisticSnapshot, ...args: Args): OptimisticResponse | undefined;
    }['of'];
