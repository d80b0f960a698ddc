import { Query } from '../../schema/query/query';
import {
  type Computable,
  type Queryable,
  type ReadContext,
  UNKNOWN,
} from '../../schema/query/queryable';
import { recycle } from '../../util/equality';
import type { Source } from '../../graph/source';
import {
  INCREMENTAL,
  type IncrementalProcess,
  type SourceSet,
  type IncrementalReader,
  type IncrementalResult,
} from './incremental-process';
import { IncompleteError } from '../../graph/incomplete-error';

/** What a live memo needs of the reader. */
export interface IncrementalMemoReader extends ReadContext {
  /** What a live result is made with. */
  readonly incremental: IncrementalReader;
  /** Adds a dependency to what is computed now. */
  depend(source: Source): void;
}

/** Makes the {@link IncrementalMemo} of a queryable, if it can follow changes by itself. */
export function incrementalMemoOf(
  queryable: Queryable | Computable,
  args: readonly unknown[],
  reader: IncrementalMemoReader,
): IncrementalMemo | undefined {
  if (!(queryable instanceof Query)) return undefined;
  const follow = (queryable.process as { [INCREMENTAL]?: IncrementalProcess })[INCREMENTAL];
  const entities = follow?.sourcesOf(reader.incremental, queryable.schema as Queryable, args);
  return entities && new IncrementalMemo(entities, follow!, args, reader);
}

/** Keeps a live result, and makes it again after an error, or when its entities become known. */
export class IncrementalMemo {
  #result: IncrementalResult | undefined;
  /** What it gave last; what is shown may be an equal value from before. */
  #given: unknown;

  constructor(
    private readonly sourceSet: SourceSet,
    private readonly process: IncrementalProcess,
    private readonly args: readonly unknown[],
    private readonly reader: IncrementalMemoReader,
  ) {}

  /**
   * The result as of now, or {@link UNKNOWN}.
   *
   * @param last what was shown last: an equal result is that one
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
      // What was half done is done again from the start, after the next change.
      this.end();
      for (const source of sourceSet.sources) reader.depend(source);
      if (!(error instanceof IncompleteError)) throw error;
      for (const type of error.types) reader.depend(type);
      return UNKNOWN;
    }
  }

  /** Lets go of what it follows. */
  end(): void {
    this.#result?.end();
    this.#result = this.#given = undefined;
    this.sourceSet.end();
  }

  #read(last: unknown, run: (read: () => unknown) => unknown): unknown {
    const { reader, sourceSet, args } = this;
    const isNew = this.#result === undefined;
    const given = run(() => {
      this.#result ??= this.process.make(reader.incremental, sourceSet.begin(), args);
      return this.#result.read();
    });
    for (const source of this.#result!.sources) reader.depend(source);
    // What is the same it keeps by itself, but what was there before it is not known to it.
    const isSame = !isNew && Object.is(given, this.#given);
    this.#given = given;
    if (isSame) return last;
    return isNew ? recycle(last, given) : given;
  }
}
