import { type Computable, type Queryable, readQueryable, UNKNOWN } from '../schema/queryable';
import { Query } from '../schema/query';
import { recycle } from '../util/equality';
import { copyArguments, isPlainObject } from '../util/plain-data';
import type { Evaluation } from './computation';
import {
  type Incremental,
  INCREMENTAL,
  type IncrementalMemo,
  type IncrementalMemoReader,
} from './incremental/incremental-memo';
import { IncompleteError } from '../graph/incomplete-error';
import { isUnchanged, type TrackedRead, runProcess } from './process-run';

declare const ngDevMode: unknown;

/**
 * A placeholder for the entries of a query whose result is maintained incrementally. The entries of such a query are
 * not read.
 */
const NOT_READ = Symbol();

const NONE: readonly never[] = [];

/** The part of the reader that a {@link QueryMemo} uses. */
export interface MemoReader extends IncrementalMemoReader {
  readonly isDraft: boolean;
  /** Whether the durations of `process` functions are measured. */
  readonly isMeasured: boolean;
}

/**
 * Computes the result of a queryable, and stores the last result. `process` runs again only if its input changed. If a
 * new result is shallowly equal to the last result, the last result is returned. While the result has observers, it is
 * maintained incrementally if `process` supports this.
 */
export class QueryMemo implements Evaluation {
  /** The number of times that `process` has run. */
  runs = 0;
  /** The total duration of all runs, in milliseconds; 0 if runs are not measured. */
  ms = 0;
  readonly args: readonly unknown[];

  #entries: unknown;
  #value: unknown = UNKNOWN;
  #reads: readonly TrackedRead[] = NONE;
  #incremental: IncrementalMemo | undefined;

  /** @param args the arguments; they are copied because the caller may change them */
  constructor(
    private readonly queryable: Queryable | Computable,
    args: readonly unknown[],
    private readonly reader: MemoReader,
  ) {
    this.args = copyArguments(args);
  }

  /** Returns the current result, or {@link UNKNOWN} if the cache has no data. */
  evaluate(isObserved: boolean, shown?: unknown): unknown {
    const { queryable, reader, args } = this;
    const incremental = isObserved && !reader.isDraft ? incrementalOf(queryable) : undefined;
    if (incremental !== undefined) {
      const schema = (queryable as Computable).schema;
      this.#incremental ??= incremental(schema, args, reader);
      if (this.#incremental !== undefined) return this.#readIncremental(this.#incremental, shown);
    }
    if (!isComputable(queryable)) {
      const value = this.#recycled(shown, readQueryable(queryable, args, reader));
      return this.#remember(value, value, NONE);
    }
    const entries = recycle(this.#entries, readQueryable(queryable.schema, args, reader));
    if (entries === UNKNOWN) return this.#remember(UNKNOWN, UNKNOWN, NONE);
    if (entries === this.#entries && this.#value !== UNKNOWN && isUnchanged(this.#reads)) {
      return this.#value;
    }
    const reads: TrackedRead[] = [];
    let made: unknown;
    try {
      made = this.#run(reads, () => queryable.process(...([entries, ...args] as never)));
    } catch (error) {
      if (error instanceof IncompleteError) return this.#remember(UNKNOWN, UNKNOWN, NONE);
      throw error;
    }
    return this.#remember(entries, this.#recycled(shown, made), reads);
  }

  unobserved(): boolean {
    const live = this.#incremental;
    live?.end();
    this.#incremental = undefined;
    return live !== undefined;
  }

  purge(): void {
    this.unobserved();
    this.#remember(undefined, UNKNOWN, NONE);
  }

  #readIncremental(live: IncrementalMemo, shown: unknown): unknown {
    const value = live.read(this.#value, (read) => this.#run([], read));
    const result = shown === undefined ? value : recycle(shown, value);
    freezeResult(result);
    return this.#remember(NOT_READ, result, NONE);
  }

  /**
   * Returns `shown` if it equals `made`. Otherwise, returns the value that was computed last if it equals `made`.
   * Otherwise, returns `made`.
   */
  #recycled(shown: unknown, made: unknown): unknown {
    const last = recycle(this.#value, made);
    const value = shown === undefined ? last : recycle(shown, last);
    freezeResult(value);
    return value;
  }

  /** Runs user code that must not write. Counts and measures the run, and adds its reads to `reads`. */
  #run<T>(reads: TrackedRead[], process: () => T): T {
    const { isMeasured } = this.reader;
    const began = isMeasured ? performance.now() : 0;
    this.runs++;
    try {
      return runProcess(this.reader, reads, process);
    } finally {
      if (isMeasured) this.ms += performance.now() - began;
    }
  }

  #remember(entries: unknown, value: unknown, reads: readonly TrackedRead[]): unknown {
    if (this.reader.isDraft) return value;
    this.#entries = entries;
    this.#value = value;
    this.#reads = reads;
    return value;
  }
}

/**
 * Returns the function that creates the incremental memo of a query, or `undefined` if the result of the query is not
 * maintained incrementally.
 */
function incrementalOf(queryable: Queryable | Computable): Incremental | undefined {
  if (!isComputable(queryable)) return undefined;
  const { process } = queryable as unknown as { process: { [INCREMENTAL]?: Incremental } };
  return process[INCREMENTAL];
}

function isComputable(queryable: Queryable | Computable): queryable is Computable {
  return queryable instanceof Query;
}

/** Freezes a result in dev mode. Results are shared, so changing one of them in place must be an error. */
function freezeResult(value: unknown): void {
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    if (Array.isArray(value) || isPlainObject(value)) {
      Object.freeze(value);
    }
  }
}
