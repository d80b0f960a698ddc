import { Query } from '../../schema/query/query';
import {
  type Computable,
  type Queryable,
  type Reader,
  UNKNOWN,
} from '../../schema/query/queryable';
import { recycle } from '../../util/equality';
import type { Source } from '../../graph/source';
import {
  FOLLOW,
  type Follow,
  type Following,
  type LiveReader,
  type LiveResult,
} from './incremental-process';
import { Lost } from '../../graph/incomplete-error';

/** What a live memo needs of the reader. */
export interface LiveMemoReader extends Reader {
  /** What a live result is made with. */
  readonly live: LiveReader;
  /** Adds a dependency to what is computed now. */
  depend(source: Source): void;
}

/** Makes the {@link LiveMemo} of a queryable, if it can follow changes by itself. */
export function liveMemoOf(
  queryable: Queryable | Computable,
  args: readonly unknown[],
  reader: LiveMemoReader,
): LiveMemo | undefined {
  if (!(queryable instanceof Query)) return undefined;
  const follow = (queryable.process as { [FOLLOW]?: Follow })[FOLLOW];
  const entities = follow?.entities(reader.live, queryable.schema as Queryable, args);
  return entities && new LiveMemo(entities, follow!, args, reader);
}

/** Keeps a live result, and makes it again after an error, or when its entities become known. */
export class LiveMemo {
  #live: LiveResult | undefined;
  /** What it gave last; what is shown may be an equal value from before. */
  #given: unknown;

  constructor(
    private readonly following: Following,
    private readonly follow: Follow,
    private readonly args: readonly unknown[],
    private readonly reader: LiveMemoReader,
  ) {}

  /**
   * The result as of now, or {@link UNKNOWN}.
   *
   * @param last what was shown last: an equal result is that one
   * @param run runs user code
   */
  read(last: unknown, run: (read: () => unknown) => unknown): unknown {
    const { reader, following } = this;
    if (!following.isKnown) {
      this.end();
      for (const source of following.knowledge) reader.depend(source);
      return UNKNOWN;
    }
    try {
      return this.#read(last, run);
    } catch (error) {
      // What was half done is done again from the start, after the next change.
      this.end();
      for (const source of following.sources) reader.depend(source);
      if (!(error instanceof Lost)) throw error;
      for (const type of error.types) reader.depend(type);
      return UNKNOWN;
    }
  }

  /** Lets go of what it follows. */
  end(): void {
    this.#live?.end();
    this.#live = this.#given = undefined;
    this.following.end();
  }

  #read(last: unknown, run: (read: () => unknown) => unknown): unknown {
    const { reader, following, args } = this;
    const isNew = this.#live === undefined;
    const given = run(() => {
      this.#live ??= this.follow.make(reader.live, following.begin(), args);
      return this.#live.read();
    });
    for (const source of this.#live!.sources) reader.depend(source);
    // What is the same it keeps by itself, but what was there before it is not known to it.
    const isSame = !isNew && Object.is(given, this.#given);
    this.#given = given;
    if (isSame) return last;
    return isNew ? recycle(last, given) : given;
  }
}
