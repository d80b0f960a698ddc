import { CacheError, CacheErrorCode } from '../../util/cache-error';
import { structuralKey } from '../../util/structural-key';
import {
  type ArgsOf,
  type JoinArgs,
  type Known,
  type Queryable,
  type QueryableNode,
  type ReadContext,
  type ResultOf,
} from './queryable';

declare const ngDevMode: unknown;

/** The arguments of a Query: those of its `process`, or without any those of what it reads. */
export type QueryArgs<S, P extends readonly unknown[]> = JoinArgs<P | ArgsOf<S>>;

/**
 * A question to the cache: what to read, and what to make of it. It never touches the network.
 *
 * A Query is a constant without data of its own; one definition serves many caches. Within one cache
 * its result is computed once per commit and {@link Query.key}, for all who watch it.
 *
 * @typeParam S what is read: `schema.All`, an Entity class, a Union, another Query, or an object of these
 * @typeParam P the arguments after the entries
 * @typeParam R what `process` returns; without one, the entries
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
   * @param schema what to read
   * @param process makes the result of what was read and the arguments; without it the entries are the
   *   result. It must be pure, and it is not called while nothing is known.
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

  /** Makes the result. A subclass may define it as a method. */
  process(entries: ResultOf<S>, ..._args: P): R {
    return entries as unknown as R;
  }

  /**
   * Decides recomputation: equal keys share one computation. By default it is structural (see
   * {@link structuralKey}).
   */
  key(...args: QueryArgs<S, P>): string {
    return structuralKey(args);
  }

  /** @internal */
  read(reader: ReadContext, args: QueryArgs<S, P>): Known<R> {
    return reader.compute(this, args) as Known<R>;
  }
}

/** Error NCQ3004. */
function notAFunctionError(): CacheError {
  return new CacheError(
    CacheErrorCode.MisplacedView,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `new Query: the second argument is an object, not a function. Put the steps into a view: view(where(…)).`,
    { source: 'new Query' },
  );
}
