import {
  combineLatest,
  merge,
  type Observable,
  skip,
  Subject,
  type Subscriber,
  Subscription,
} from 'rxjs';
import type { Source } from './node';

/** Up to so many sources are combined; of more, a copy of all versions per tick would cost too much. */
const FEW = 16;

/** What a computation needs of the reader. */
export interface Surroundings {
  /** Runs `evaluate` and adds all that it reads to `sources`. */
  observe(evaluate: () => unknown, sources: Set<Source>): unknown;
  /** What `evaluate` gives on top of what an open batch has written, or `undefined` without one. */
  draft(evaluate: () => unknown): { readonly value: unknown } | undefined;
  /** Asks to be told when the commit that is being installed is told. */
  ring(computation: Computation): void;
  /** The current sweep. */
  readonly sweep: number;
}

/**
 * The result of one question with one set of arguments, shared by all who ask it.
 *
 * It depends on what it read: `combineLatest` over the version streams of these sources. Install ticks
 * the streams, which only marks the result as out of date and rings once; when the commit is told the
 * result is computed again, once, and goes to who watches: the gate that opens once per commit.
 */
export class Computation {
  /** The sweep during which it was last read. */
  readAt = -1;

  #sources: readonly Source[] = [];
  #subscription: Subscription | undefined;
  #told: Subject<unknown> | undefined;
  #outdated: Subject<void> | undefined;
  #value: unknown;
  #fresh = false;
  #rung = false;
  /** What was read of an open batch, until it ends. */
  #draft: { readonly value: unknown } | undefined;
  #ended = false;

  /**
   * @param evaluate reads the cache and makes the result
   * @param surroundings the reader
   */
  constructor(
    private readonly evaluate: (shown?: unknown) => unknown,
    private readonly surroundings: Surroundings,
  ) {}

  /** Whether somebody watches. */
  get isWatched(): boolean {
    return this.#told?.observed === true || this.#outdated?.observed === true;
  }

  /** Ticks when the result may have changed, before anybody is told. For signals. */
  get outdated(): Observable<void> {
    return (this.#outdated ??= new Subject());
  }

  /** What the result depends on. */
  get sources(): readonly Source[] {
    return this.#sources;
  }

  /** The result as of now; throws what `process` threw. */
  read(): unknown {
    const { surroundings } = this;
    this.readAt = surroundings.sweep;
    const draft = surroundings.draft(this.evaluate);
    if (draft !== undefined) {
      this.#draft = draft;
      this.#ring();
      return draft.value;
    }
    if (!this.#fresh) this.#compute();
    return this.#value;
  }

  /** Gives `subscriber` the result now and after each commit that changed it. */
  watch(subscriber: Subscriber<unknown>): Subscription {
    if (this.#ended) {
      subscriber.complete();
      return Subscription.EMPTY;
    }
    const subscription = (this.#told ??= new Subject()).subscribe(subscriber);
    let value: unknown;
    try {
      value = this.read();
    } catch (error) {
      subscriber.error(error);
      return subscription;
    }
    subscriber.next(value);
    return subscription;
  }

  /** Tells who watches what the result is now. */
  tell(): void {
    this.#rung = false;
    if (this.#draft !== undefined) {
      this.#fresh = false;
      this.#outdated?.next();
    }
    if (this.#told?.observed !== true) {
      this.#draft = undefined;
      return;
    }
    const told = this.#told;
    let value: unknown;
    try {
      value = this.read();
    } catch (error) {
      this.#told = undefined;
      told.error(error);
      return;
    }
    told.next(value);
  }

  /** Lets go of what it depends on; it can be read again. */
  release(): void {
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    for (const source of this.#sources) source.unwatch();
    this.#sources = [];
    this.#fresh = false;
  }

  /** Ends all who watch. */
  end(): void {
    this.#ended = true;
    this.release();
    this.#told?.complete();
    this.#outdated?.complete();
  }

  /** Depends on all that was read, also when user code threw on the way. */
  #compute(): void {
    const sources = new Set<Source>();
    try {
      const shown = this.#draft?.value;
      this.#value = this.surroundings.observe(() => this.evaluate(shown), sources);
      this.#fresh = true;
    } finally {
      this.#draft = undefined;
      this.#dependOn([...sources]);
    }
  }

  #dependOn(sources: readonly Source[]): void {
    const last = this.#sources;
    if (sources.length === last.length && sources.every((source, i) => source === last[i])) return;
    this.#subscription?.unsubscribe();
    this.#sources = sources;
    this.#subscription = changesOf(sources).subscribe(() => this.#outdate());
    for (const source of last) source.unwatch();
  }

  /** A result that nobody watches costs nothing from now on: it is made again when it is read. */
  #outdate(): void {
    this.#fresh = false;
    if (!this.isWatched) {
      this.release();
      return;
    }
    this.#ring();
    this.#outdated?.next();
  }

  #ring(): void {
    if (this.#rung) return;
    this.#rung = true;
    this.surroundings.ring(this);
  }
}

/** Ticks when one of the sources has a new version. */
function changesOf(sources: readonly Source[]): Observable<unknown> {
  const versions = sources.map((source) => source.watch());
  if (versions.length === 1) return versions[0].pipe(skip(1));
  return versions.length <= FEW
    ? combineLatest(versions).pipe(skip(1))
    : merge(...versions.map((version) => version.pipe(skip(1))));
}
