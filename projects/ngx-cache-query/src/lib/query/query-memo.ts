import { type Computable, type Queryable, readQueryable, UNKNOWN } from '../schema/query/queryable';
import { Query } from '../schema/query/query';
import { recycle } from '../util/equality';
import { copyArguments, isPlainObject } from '../util/plain-data';
import type { Evaluation } from './computation';
import { type LiveMemo, type LiveMemoReader, liveMemoOf } from './incremental/incremental-memo';
import { Lost } from '../graph/incomplete-error';
import { isStillSo, type Noted, runProcess } from './process-run';

declare const ngDevMode: unknown;

/** In place of the entries of a result that never reads them. */
const NOT_READ = Symbol('not read');

const NONE: readonly never[] = [];

/** What a memo needs of the reader. */
export interface MemoReader extends LiveMemoReader {
  readonly isDraft: boolean;
  /** Whether anybody wants to know how long `process` takes. */
  readonly isMeasured: boolean;
}

/**
 * Makes the result of a queryable, and keeps the last one: `process` runs again only when what it got
 * is something else, and a result that is shallowly equal to the last one is the last one. A `process`
 * that can follow changes does so while somebody watches.
 */
export class QueryMemo implements Evaluation {
  /** How often `process` ran. */
  runs = 0;
  /** Milliseconds that it took, all runs together; 0 when nobody wants to know. */
  ms = 0;
  readonly args: readonly unknown[];

  #entries: unknown;
  #value: unknown = UNKNOWN;
  #noted: readonly Noted[] = NONE;
  #live: LiveMemo | undefined;

  /** @param args are copied: who gave them may change them */
  constructor(
    private readonly queryable: Queryable | Computable,
    args: readonly unknown[],
    private readonly reader: MemoReader,
  ) {
    this.args = copyArguments(args);
  }

  /** The result as of now, or {@link UNKNOWN}. */
  evaluate(isWatched: boolean, shown?: unknown): unknown {
    const { queryable, reader, args } = this;
    if (isWatched && !reader.isDraft) {
      this.#live ??= liveMemoOf(queryable, args, reader);
      if (this.#live !== undefined) return this.#follow(this.#live, shown);
    }
    if (!isComputable(queryable)) {
      const value = this.#recycled(shown, readQueryable(queryable, args, reader));
      return this.#keep(value, value, NONE);
    }
    const entries = recycle(this.#entries, readQueryable(queryable.schema, args, reader));
    if (entries === UNKNOWN) return this.#keep(UNKNOWN, UNKNOWN, NONE);
    if (entries === this.#entries && this.#value !== UNKNOWN && isStillSo(this.#noted)) {
      return this.#value;
    }
    const noted: Noted[] = [];
    let made: unknown;
    try {
      made = this.#run(noted, () => queryable.process(...([entries, ...args] as never)));
    } catch (error) {
      if (error instanceof Lost) return this.#keep(UNKNOWN, UNKNOWN, NONE);
      throw error;
    }
    return this.#keep(entries, this.#recycled(shown, made), noted);
  }

  unwatched(): boolean {
    const live = this.#live;
    live?.end();
    this.#live = undefined;
    return live !== undefined;
  }

  purge(): void {
    this.unwatched();
    this.#keep(undefined, UNKNOWN, NONE);
  }

  #follow(live: LiveMemo, shown: unknown): unknown {
    const value = live.read(this.#value, (read) => this.#run([], read));
    const result = shown === undefined ? value : recycle(shown, value);
    freezeResult(result);
    return this.#keep(NOT_READ, result, NONE);
  }

  /** A result that is equal to what is shown, or to the last one, is that one. */
  #recycled(shown: unknown, made: unknown): unknown {
    const last = recycle(this.#value, made);
    const value = shown === undefined ? last : recycle(shown, last);
    freezeResult(value);
    return value;
  }

  /** Runs user code that must not write. */
  #run<T>(noted: Noted[], process: () => T): T {
    const { isMeasured } = this.reader;
    const began = isMeasured ? performance.now() : 0;
    this.runs++;
    try {
      return runProcess(this.reader, noted, process);
    } finally {
      if (isMeasured) this.ms += performance.now() - began;
    }
  }

  #keep(entries: unknown, value: unknown, noted: readonly Noted[]): unknown {
    if (this.reader.isDraft) return value;
    this.#entries = entries;
    this.#value = value;
    this.#noted = noted;
    return value;
  }
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
