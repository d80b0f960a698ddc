import {
  type Computable,
  type Queryable,
  type Reader,
  readQueryable,
  UNKNOWN,
} from '../schema/queryable';
import { Query } from '../schema/query';
import { recycle } from '../util/equality';
import { copyArguments, isPlainObject } from '../util/plain-data';

declare const ngDevMode: unknown;

/** A read that `process` made by itself, and what it gave. */
interface Noted {
  readonly read: () => unknown;
  readonly value: unknown;
}

/** In place of what a read gave, when it threw: no value is the same. */
const THROWN = Symbol('thrown');

/** What a memo needs of the reader. */
export interface MemoReader extends Reader {
  readonly isDraft: boolean;
  /** Whether anybody wants to know how long `process` takes. */
  readonly isMeasured: boolean;
}

/**
 * Makes the result of a queryable, and keeps the last one: `process` runs again only when what it got
 * is something else, and a result that is shallowly equal to the last one is the last one.
 */
export class QueryMemo {
  /** The reads of the `process` that is running, if there is one. */
  static #noting: Noted[] | undefined;

  /** Whether a `process` is running. */
  static get isProcessing(): boolean {
    return QueryMemo.#noting !== undefined;
  }

  /** Notes a read for the `process` that is running. */
  static noting(read: () => unknown): unknown {
    const noted = QueryMemo.#noting;
    if (noted === undefined) return read();
    let value: unknown = THROWN;
    try {
      return (value = read());
    } finally {
      noted.push({ read, value });
    }
  }

  /** How often `process` ran. */
  runs = 0;
  /** Milliseconds that it took, all runs together; 0 when nobody wants to know. */
  ms = 0;
  readonly args: readonly unknown[];

  #entries: unknown;
  #value: unknown = UNKNOWN;
  #noted: readonly Noted[] = [];

  /** @param args are copied: who gave them may change them */
  constructor(
    private readonly queryable: Queryable | Computable,
    args: readonly unknown[],
    private readonly reader: MemoReader,
  ) {
    this.args = copyArguments(args);
  }

  /**
   * The result as of now, or {@link UNKNOWN}.
   *
   * @param shown what watchers have seen of a draft, to be kept if the result is the same
   */
  evaluate(shown?: unknown): unknown {
    const { queryable, reader, args } = this;
    if (!isComputable(queryable)) {
      const value = recycle(shown, recycle(this.#value, readQueryable(queryable, args, reader)));
      freezeResult(value);
      return this.#keep(value, value, []);
    }
    const entries = recycle(this.#entries, readQueryable(queryable.schema, args, reader));
    if (entries === UNKNOWN) return this.#keep(UNKNOWN, UNKNOWN, []);
    if (entries === this.#entries && this.#value !== UNKNOWN && this.#notedStill()) {
      return this.#value;
    }
    const noted: Noted[] = [];
    const value = recycle(shown, recycle(this.#value, this.#process(queryable, entries, noted)));
    freezeResult(value);
    return this.#keep(entries, value, noted);
  }

  #process(query: Computable, entries: unknown, noted: Noted[]): unknown {
    const outer = QueryMemo.#noting;
    QueryMemo.#noting = noted;
    this.runs++;
    const began = this.reader.isMeasured ? performance.now() : 0;
    try {
      return query.process(...([entries, ...this.args] as never));
    } finally {
      if (this.reader.isMeasured) this.ms += performance.now() - began;
      QueryMemo.#noting = outer;
    }
  }

  /** Whether the reads of `process` itself would give what they gave. */
  #notedStill(): boolean {
    return this.#noted.every(({ read, value }) => {
      try {
        return Object.is(read(), value);
      } catch {
        return false;
      }
    });
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
