import { type Queryable, type ReadContext, UNKNOWN } from '../../schema/queryable';
import { recycle } from '../../util/equality';
import type { Source } from '../../graph/source';
import {
  type IncrementalProcess,
  type SourceSet,
  type IncrementalReader,
  type IncrementalResult,
} from './incremental-process';
import { IncompleteError } from '../../graph/incomplete-error';

/** The part of the reader that an incremental memo uses. */
export interface IncrementalMemoReader extends ReadContext {
  /** The reader that incremental results use. */
  readonly incremental: IncrementalReader;
  /** Adds a dependency to the current computation. */
  depend(source: Source): void;
}

/** If a `process` function has this member (an {@link Incremental}), its result is maintained incrementally. */
export const INCREMENTAL: unique symbol = Symbol('incremental');

/** Creates the incremental memo of a query. Returns `undefined` if the schema must be read as a whole. */
export type Incremental = (
  schema: Queryable,
  args: readonly unknown[],
  reader: IncrementalMemoReader,
) => IncrementalMemo | undefined;

/**
 * Makes a `process` function incremental. Only such functions reference the code for incremental results, so
 * applications without them do not bundle that code.
 */
export function incremental<P extends object>(process: P, how: IncrementalProcess): P {
  const memoOf: Incremental = (schema, args, reader) => {
    const sources = how.sourcesOf(reader.incremental, schema, args);
    return sources && new IncrementalMemo(sources, how, args, reader);
  };
  return Object.assign(process, { [INCREMENTAL]: memoOf });
}

/**
 * Stores an incremental result. Drops the result after an error, or if the input is incomplete. A later read then
 * creates a new result.
 */
export class IncrementalMemo {
  #result: IncrementalResult | undefined;
  /**
   * The last value of the result. Subscribers may have received an earlier object that is equal to this value but not
   * identical to it.
   */
  #lastValue: unknown;

  constructor(
    private readonly sourceSet: SourceSet,
    private readonly process: IncrementalProcess,
    private readonly args: readonly unknown[],
    private readonly reader: IncrementalMemoReader,
  ) {}

  /**
   * Returns the current result, or {@link UNKNOWN} if the cache has no data.
   *
   * @param last the last value that subscribers received; returned if the new value is equal
   * @param run runs user code
   */
  read(last: unknown, run: (read: () => unknown) => unknown): unknown {
    const { reader, sourceSet } = this;
    if (!sourceSet.isKnown) {
      this.end();
      for (const source of sourceSet.knowledge) reader.depend(source);
      return UNKNOWN;
    }
    try {
      return this.#read(last, run);
    } catch (error) {
      // The incremental result may be only partly updated, so it is dropped. A new incremental result is created after
      // the next change.
      this.end();
      for (const source of sourceSet.sources) reader.depend(source);
      if (!(error instanceof IncompleteError)) throw error;
      for (const type of error.types) reader.depend(type);
      return UNKNOWN;
    }
  }

  /** Drops the incremental result. */
  end(): void {
    this.#result?.end();
    this.#result = this.#lastValue = undefined;
    this.sourceSet.end();
  }

  #read(last: unknown, run: (read: () => unknown) => unknown): unknown {
    const { reader, sourceSet, args } = this;
    const isNew = this.#result === undefined;
    const value = run(() => {
      this.#result ??= this.process.make(reader.incremental, sourceSet.begin(), args);
      return this.#result.read();
    });
    for (const source of this.#result!.sources) reader.depend(source);
    // A result returns the same object if nothing changed. A new result, however, cannot return the value from before
    // its creation. Therefore its first value is compared with that value here.
    const isSame = !isNew && Object.is(value, this.#lastValue);
    this.#lastValue = value;
    if (isSame) return last;
    return isNew ? recycle(last, value) : value;
  }
}
