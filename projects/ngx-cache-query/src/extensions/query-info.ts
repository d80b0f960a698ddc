import { dependentsOf, type Node } from '../reactive/node';
import { Result } from '../reactive/result';
import type { Results } from '../reactive/results';
import type { Queryable } from '../schema/queryable';
import type { Entry } from '../requests/entry';
import { getOrInsert } from '../util/get-or-insert';
import { isPlain } from '../util/plain-data';

/** Describes a result that the cache stores, and the read that produced the result. */
export interface QueryInfo {
  /** The Query, Entity class, schema, endpoint or join that is read. */
  readonly queryable: Queryable;
  readonly args: readonly unknown[];
  /** The key of the arguments. Reads with equal keys share the result. */
  readonly key: string;
  /** The number of subscribers, signals and results that read it. */
  readonly subscribers: number;
  /** The number of times that `process` has run. */
  readonly runs: number;
  /** The total duration of all runs of `process`, in milliseconds. */
  readonly ms: number;
}

/** How often `process` has run for a result, and for how long. */
export type Measure = Pick<QueryInfo, 'runs' | 'ms'>;

const NOT_RUN: Measure = { runs: 0, ms: 0 };

const known = new WeakMap<Results, QueryInfos>();

/** Describes the results of a cache. */
export class QueryInfos {
  #measures: WeakMap<Result, Measure> | undefined;

  private constructor(private readonly results: Results) {}

  static of(results: Results): QueryInfos {
    return getOrInsert(known, results, () => new QueryInfos(results));
  }

  /** Begins to measure each run of `process`. */
  measure(): void {
    if (this.#measures) return;
    const measures = (this.#measures = new WeakMap());
    const { process } = this.results;
    this.results.process = (result, input) => {
      const began = performance.now();
      try {
        return process(result, input);
      } finally {
        const { runs, ms } = this.measureOf(result);
        measures.set(result, { runs: runs + 1, ms: ms + performance.now() - began });
      }
    };
  }

  measureOf(result: Result): Measure {
    return this.#measures?.get(result) ?? NOT_RUN;
  }

  of(result: Result): QueryInfo {
    const { queryable, args, key, subject, watchers } = result;
    // The result of a request describes its endpoint. A join may have a member of that name.
    const of: Partial<Entry> = isPlain(queryable) ? {} : (queryable as object);
    return {
      queryable: of.endpoint ?? queryable,
      args: of.endpoint ? of.args! : args,
      key: String(of.endpoint ? of.key : key),
      subscribers: (subject?.observers.length ?? 0) + (watchers?.size ?? 0) + readersOf(result),
      ...this.measureOf(result),
    };
  }
}

/** Returns nodes, and all that depend on them, each once. */
export function* withDependents(nodes: readonly Node[]): Iterable<Node> {
  const seen = new Set<Node>();
  const open = [...nodes];
  for (let node = open.pop(); node; node = open.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    yield node;
    open.push(...dependentsOf(node));
  }
}

/** The number of results that read another one, and keep it as long as they are in use. */
function readersOf(result: Result): number {
  let count = 0;
  for (const each of dependentsOf(result)) if (each instanceof Result) count++;
  return count;
}
