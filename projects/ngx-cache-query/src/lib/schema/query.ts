import { CacheError } from '../util/cache-error';
import { structuralKey } from '../util/structural-key';
import {
  type ArgsOf,
  type JoinArgs,
  type Known,
  type Queryable,
  type QueryableNode,
  type ReadContext,
  type ResultOf,
} from './queryable';
import type { SchemaNode } from './schema';

declare const ngDevMode: unknown;

/** The arguments of a Query. The `process` function and the schema receive the same arguments. */
export type QueryArgs<S, P extends readonly unknown[]> = JoinArgs<P | ArgsOf<S>>;

/**
 * A read of the cache with a function that derives the result, for example by sorting or filtering. A Query never sends
 * a request.
 *
 * Define a Query as a constant. A Query has no data of its own, so one definition works with many caches. In each cache
 * the result is computed at most once per commit and {@link Query.key}, and all subscribers share it.
 *
 * A Query can also be the schema of an endpoint. The response then has the schema in the Query, and the value of the
 * endpoint is the result of `process`, which receives the arguments of the endpoint.
 *
 * @typeParam S the schema to read: `schema.All`, an Entity class, a Union, another Query, or an object of these
 * @typeParam P the arguments of `process` after the entries
 * @typeParam R the result of `process`; without `process`, the entries
 *
 * @example
 * ```ts
 * const sortedUsers = new Query(
 *   new schema.All(User),
 *   (entries, { asc }: { asc: boolean } = { asc: true }) => {
 *     const sorted = [...entries].sort((a, b) => a.name.localeCompare(b.name));
 *     return asc ? sorted : sorted.reverse();
 *   },
 * );
 * cache.select(sortedUsers, { asc: false }); // Observable<User[] | undefined>
 * ```
 */
export class Query<
  S extends Queryable,
  P extends readonly unknown[] = [],
  R = ResultOf<S>,
> implements QueryableNode<R, QueryArgs<S, P>> {
  /**
   * @internal These members are only declared, so that a Query can be the schema of an endpoint, which replaces it with
   *   the schema inside.
   */
  declare readonly normalize: SchemaNode<R>['normalize'];
  /** @internal */
  declare readonly denormalize: SchemaNode<R>['denormalize'];
  /** @internal */
  declare readonly shape: SchemaNode<R>['shape'];

  /**
   * @param schema the schema to read
   * @param process derives the result from the entries and the arguments; without it, the entries are the result. The
   *   function must be pure. It is not called while the cache has no data for the schema.
   * @throws CacheError NCQ3004 when `process` is a step of a view
   */
  constructor(
    readonly schema: S,
    process?: (entries: ResultOf<S>, ...args: P) => R,
  ) {
    if (process === undefined) return;
    if (typeof process !== 'function') throw notAFunctionError();
    this.process = process;
  }

  /** Derives the result. You can override this method in a subclass. */
  process(entries: ResultOf<S>, ..._args: P): R {
    return entries as unknown as R;
  }

  /**
   * Returns the key of the arguments. Reads with equal keys share one computation. By default the key is the
   * {@link structuralKey} of the arguments.
   */
  key(...args: QueryArgs<S, P>): string {
    return structuralKey(args);
  }

  /** @internal */
  read(reader: ReadContext, args: QueryArgs<S, P>): Known<R> {
    return reader.compute(this, args) as Known<R>;
  }
}

/** Returns error NCQ3004: the second argument of a Query is not a function. */
function notAFunctionError(): CacheError {
  return new CacheError(
    'NCQ3004',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `new Query: the second argument is an object, not a function. Put the steps into a view: view(where(…)).`,
    { source: 'new Query' },
  );
}
