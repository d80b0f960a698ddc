import { isEntityClass } from '../schema/entity/entity-plan';
import { type Computable, notQueryableError, type Queryable } from '../schema/queryable';
import { isPlainObject } from '../util/plain-data';
import { structuralKey } from '../util/structural-key';
import { Computation, type ComputationHost } from './computation';
import { type MemoReader, QueryMemo } from './query-memo';

/** The queryable, the key and the memo of a computation. */
export interface About {
  readonly queryable: Queryable;
  readonly key: string;
  readonly memo: QueryMemo;
  /** Maps each argument key to the queryable's computation for this key. */
  readonly siblings: Map<string, Computation>;
}

/** The computations of a cache. All readers of the same queryable with the same argument key share one computation. */
export class Computations {
  readonly #byQueryable = new WeakMap<object, Map<string, Computation>>();
  readonly all = new Map<Computation, About>();

  constructor(private readonly reader: MemoReader & ComputationHost) {}

  [Symbol.iterator](): Iterator<Computation> {
    return this.all.keys();
  }

  /** The number of computations. */
  get size(): number {
    return this.all.size;
  }

  /** Returns the computation of `queryable` for `args`. Arguments with equal keys share a computation. */
  of(queryable: Queryable, args: readonly unknown[]): Computation {
    if (Object(queryable) !== queryable) throw notQueryableError(queryable);
    let siblings = this.#byQueryable.get(queryable);
    if (siblings === undefined) {
      this.#byQueryable.set(queryable, (siblings = new Map<string, Computation>()));
    }
    const key = keyOf(queryable, args);
    let computation = siblings.get(key);
    if (computation === undefined) {
      const memo = new QueryMemo(queryable, args, this.reader);
      computation = new Computation(memo, this.reader);
      siblings.set(key, computation);
      this.all.set(computation, { queryable, key, memo, siblings });
    }
    return computation;
  }

  /**
   * Drops computations that have no observers and have not been read since the previous sweep began.
   *
   * @returns whether computations were kept only because they have been read since the previous sweep began
   */
  sweep(sweep: number): boolean {
    let more = false;
    for (const [computation, { key, siblings }] of this.all) {
      if (computation.observerCount > 0) continue;
      if (computation.readAt === sweep) {
        computation.markRead(sweep);
        more = true;
      } else {
        siblings.delete(key);
        this.all.delete(computation);
      }
    }
    return more;
  }

  /**
   * Drops the results of computations without subscribers. If a signal reads a dropped result, the result is computed
   * again.
   */
  purge(): void {
    for (const computation of this.all.keys()) computation.purge();
  }

  /** Completes all subscribers. */
  end(): void {
    for (const computation of this.all.keys()) computation.end();
    this.purge();
    this.all.clear();
  }
}

/** Returns the key under which equal reads share one computation. */
export function keyOf(queryable: Queryable, args: readonly unknown[]): string {
  const { key } = queryable as { key?: unknown };
  return typeof key === 'function' && !isEntityClass(queryable) && !isPlainObject(queryable)
    ? (queryable as unknown as Computable).key(...(args as never))
    : structuralKey(args);
}
