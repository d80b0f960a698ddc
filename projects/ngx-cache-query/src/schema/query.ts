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
 * Derives a result from the cache, such as a sorted or filtered list. It never sends a request. Define it as a
 * constant: subscribers with the same {@link Query.key} share one result. As the schema of an endpoint, it derives the
 * value from the response.
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
  /** @internal Only a type, like `denormalize`: an endpoint normalizes with the schema inside its Query. */
  declare readonly normalize: SchemaNode<R>['normalize'];
  /** Never called: only a type. */
  declare readonly denormalize: SchemaNode<R>['denormalize'];

  /**
   * @param process a pure function that derives the result from the entries and the arguments, or a `view`. Default:
   * the entries are the result. It is not called while the cache has no data
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

  /** Returns the key of the arguments. Reads with equal keys share one result. Default: {@link structuralKey}. */
  key(...args: QueryArgs<S, P>): string {
    return structuralKey(args);
  }

  read(reader: ReadContext, args: QueryArgs<S, P>): Known<R> {
    return reader.compute(this, args) as Known<R>;
  }
}

/** Error NCQ3004. */
function notAFunctionError(): CacheError {
  return new CacheError(
    'NCQ3004',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `new Query: expected a function as the second argument, found an object. Put the steps into a view: view(where(…)).`,
    { source: 'new Query' },
  );
}
