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

/** The arguments of a Query. The `process` function and the schema both receive them. */
export type QueryArgs<S, P extends readonly unknown[]> =
  ArgsOf<S> extends [] ? P : JoinArgs<P | ArgsOf<S>>;

/**
 * Reads the cache, and uses a function to derive a result, such as a sorted or filtered list. A Query never sends a
 * request.
 *
 * Define a Query as a constant. A Query stores no data, so you can use one definition with several caches. In each
 * cache, subscribers whose arguments have the same {@link Query.key} share one result. The cache computes this result
 * at most once per commit.
 *
 * A Query can also be the schema of an endpoint. The schema inside the Query then describes the response. The value of
 * the endpoint is the result of `process`, which receives the arguments of the endpoint.
 *
 * @typeParam S the schema to read: `schema.All`, an Entity class, a Union, another Query, or an object that contains
 * these
 * @typeParam P the arguments that `process` receives after the entries
 * @typeParam R the result of `process`; if there is no `process`, the entries
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
   * @internal Only a type, like {@link denormalize}: it allows a Query to be the schema of an endpoint, which normalizes
   * with the schema inside the Query.
   */
  declare readonly normalize: SchemaNode<R>['normalize'];
  /** @internal */
  declare readonly denormalize: SchemaNode<R>['denormalize'];

  /**
   * @param schema the schema to read
   * @param process derives the result from the entries and the arguments. If `process` is omitted, the entries are the
   * result. The function must be pure. It is not called while the cache has no data for the schema.
   * @throws CacheError NCQ3004 if `process` is a step of a view
   */
  constructor(
    readonly schema: S,
    process?: (entries: ResultOf<S>, ...args: P) => R,
  ) {
    if (process === undefined) return;
    if (typeof process !== 'function') throw notAFunctionError();
    this.process = process;
  }

  /** Derives the result from the entries. You can override this method in a subclass. */
  process(entries: ResultOf<S>, ..._args: P): R {
    return entries as unknown as R;
  }

  /**
   * Returns the key of the arguments. Reads with equal keys share one computation. By default, the key is the
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

/** Creates error NCQ3004, which reports that the second argument of a Query is not a function. */
function notAFunctionError(): CacheError {
  return new CacheError(
    'NCQ3004',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `new Query: expected a function as the second argument, found an object. Put the steps into a view: view(where(…)).`,
    { source: 'new Query' },
  );
}
