import { All } from '../schema/all';
import { Query } from '../schema/query';
import { type Computable, type Queryable, type Reader, UNKNOWN } from '../schema/queryable';
import type { EntityClass } from '../schema/schema';
import { recycle } from '../util/equality';
import type { Source } from './beacon';
import type { EntityType } from './entity-type';
import { FOLLOW, type Follow, type LiveReader, type LiveResult } from './live-result';

/** What a live memo needs of the reader. */
export interface LiveMemoReader extends Reader {
  /** What a live result is made with. */
  readonly live: LiveReader;
  /** Adds a dependency to what is computed now. */
  depend(source: Source): void;
}

/** The entities of a queryable whose `process` can follow them, and how. */
export interface Following {
  readonly types: readonly EntityClass[];
  readonly follow: Follow;
}

/** How a queryable follows changes by itself, if it does. */
export function followingOf(queryable: Queryable | Computable): Following | undefined {
  if (!(queryable instanceof Query) || !(queryable.schema instanceof All)) return undefined;
  const follow = (queryable.process as { [FOLLOW]?: Follow })[FOLLOW];
  return follow && { types: queryable.schema.types, follow };
}

/** Keeps a live result, and makes it again after an error, or when its entities become known. */
export class LiveMemo {
  #live: LiveResult | undefined;
  #types: readonly EntityType[] | undefined;
  /** What it gave last; what is shown may be an equal value from before. */
  #given: unknown;

  constructor(
    private readonly following: Following,
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
    const { reader } = this;
    const types = (this.#types ??= this.following.types.map((type) => reader.live.typeOf(type)));
    if (!types.some(({ table }) => table.known)) {
      this.end();
      for (const { knowledge } of types) reader.depend(knowledge);
      return UNKNOWN;
    }
    try {
      return this.#read(last, run);
    } catch (error) {
      // What was half done is done again from the start, after the next change.
      this.end();
      for (const type of types) reader.depend(type);
      throw error;
    }
  }

  /** Lets go of what it follows. */
  end(): void {
    this.#live?.end();
    this.#live = undefined;
  }

  #read(last: unknown, run: (read: () => unknown) => unknown): unknown {
    const { reader, following, args } = this;
    const isNew = this.#live === undefined;
    const given = run(() => {
      this.#live ??= following.follow(reader.live, following.types, args);
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
