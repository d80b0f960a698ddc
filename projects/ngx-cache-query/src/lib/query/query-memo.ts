import { type Computable, type Queryable, readQueryable, UNKNOWN } from '../schema/queryable';
import { Query } from '../schema/query';
import { recycle } from '../util/equality';
import { copyArguments, isPlainObject } from '../util/plain-data';
import type { Evaluation } from './computation';
import {
  type IncrementalMemo,
  type IncrementalMemoReader,
  incrementalMemoOf,
} from './incremental/incremental-memo';
import { IncompleteError } from '../graph/incomplete-error';
import { INCREMENTAL, type IncrementalProcess } from './incremental/incremental-process';
import { isUnchanged, type TrackedRead, runProcess } from './process-run';

declare const ngDevMode: unknown;

/** In place of the entries of a result that never reads them. */
const NOT_READ = Symbol('not read');

const NONE: readonly never[] = [];

/** What a memo needs of the reader. */
export interface MemoReader extends IncrementalMemoReader {
  readonly isDraft: boolean;
  /** Whether the duration of `process` is measured. */
  readonly isMeasured: boolean;
}

/**
 * Computes the result of a queryable and keeps the last one. `process` runs again only when its input changed. A result
 * that is shallowly equal to the last one is replaced by the last one. A `process` that can be maintained incrementally
 * is, while the result has observers.
 */
export class QueryMemo implements Evaluation {
  /** How often `process` ran. */
  runs = 0;
  /** Milliseconds that all runs took; 0 when they are not measured. */
  ms = 0;
  readonly args: readonly unknown[];

  #entries: unknown;
  #value: unknown = UNKNOWN;
  #reads: readonly TrackedRead[] = NONE;
  #incremental: IncrementalMemo | undefined;

  /** @param args copied, since the caller may change them */
  constructor(
    private readonly queryable: Queryable | Computable,
    args: readonly unknown[],
    private readonly reader: MemoReader,
  ) {
    this.args = copyArguments(args);
  }

  /** Returns the current result, or {@link UNKNOWN}. */
  evaluate(isObserved: boolean, shown?: unknown): unknown {
    const { queryable, reader, args } = this;
    const incremental = isObserved && !reader.isDraft ? incrementalOf(queryable) : undefined;
    if (incremental !== undefined) {
      const schema = (queryable as Computable).schema;
      this.#incremental ??= incrementalMemoOf(incremental, schema, args, reader);
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
    const noted: TrackedRead[] = [];
    let made: unknown;
    try {
      made = this.#run(noted, () => queryable.process(...([entries, ...args] as never)));
    } catch (error) {
      if (error instanceof IncompleteError) return this.#remember(UNKNOWN, UNKNOWN, NONE);
      throw error;
    }
    return this.#remember(entries, this.#recycled(shown, made), noted);
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

  /** Returns the shown value, or the last one, in place of a value that equals it. */
  #recycled(shown: unknown, made: unknown): unknown {
    const last = recycle(this.#value, made);
    const value = shown === undefined ? last : recycle(shown, last);
    freezeResult(value);
    return value;
  }

  /** Runs user code that must not write. */
  #run<T>(noted: TrackedRead[], process: () => T): T {
    const { isMeasured } = this.reader;
    const began = isMeasured ? performance.now() : 0;
    this.runs++;
    try {
      return runProcess(this.reader, noted, process);
    } finally {
      if (isMeasured) this.ms += performance.now() - began;
    }
  }

  #remember(entries: unknown, value: unknown, noted: readonly TrackedRead[]): unknown {
    if (this.reader.isDraft) return value;
    this.#entries = entries;
    this.#value = value;
    this.#reads = noted;
    return value;
  }
}

/** The incremental `process` of a query, if its `process` is one. */
function incrementalOf(queryable: Queryable | Computable): IncrementalProcess | undefined {
  if (!isComputable(queryable)) return undefined;
  const { process } = queryable as unknown as { process: { [INCREMENTAL]?: IncrementalProcess } };
  return process[INCREMENTAL];
}

function isComputable(queryable: Queryable | Computable): queryable is Computable {
  return queryable instanceof Query;
}

/** Results are shared: in development a change in place is an error. */
function freezeResult(value: unknown): void {
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    if (Array.isArray(value) || isPlainObject(value)) {
      Object.freeze(value);
    }
  }
}
