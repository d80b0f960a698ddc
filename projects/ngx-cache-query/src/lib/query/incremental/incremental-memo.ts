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

/** What an incremental memo needs of the reader. */
export interface IncrementalMemoReader extends ReadContext {
  /** What incremental results are made with. */
  readonly incremental: IncrementalReader;
  /** Adds a dependency to the current computation. */
  depend(source: Source): void;
}

/** Returns the memo of a query with an incremental `process`; `undefined` when its schema must be read as a whole. */
export function incrementalMemoOf(
  process: IncrementalProcess,
  schema: Queryable,
  args: readonly unknown[],
  reader: IncrementalMemoReader,
): IncrementalMemo | undefined {
  const sources = process.sourcesOf(reader.incremental, schema, args);
  return sources && new IncrementalMemo(sources, process, args, reader);
}

/** Keeps an incremental result. It is made anew after an error, and when its entities become known. */
export class IncrementalMemo {
  #result: IncrementalResult | undefined;
  /** Its last value; subscribers may have an equal value from before. */
  #lastValue: unknown;

  constructor(
    private readonly sourceSet: SourceSet,
    private readonly process: IncrementalProcess,
    private readonly args: readonly unknown[],
    private readonly reader: IncrementalMemoReader,
  ) {}

  /**
   * Returns the current result, or {@link UNKNOWN}.
   *
   * @param last the last value that subscribers have, which replaces an equal one
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
      // It may be half done: the next change starts anew.
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
    // It keeps the identity of its own values, but does not know the value from before it was made.
    const isSame = !isNew && Object.is(value, this.#lastValue);
    this.#lastValue = value;
    if (isSame) return last;
    return isNew ? recycle(last, value) : value;
  }
}
