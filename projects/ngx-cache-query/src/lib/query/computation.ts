import { combineLatest, from, mergeMap, skip, type Subscriber, type Subscription } from 'rxjs';
import { ResultObserver } from './result-observer';
import type { Source } from '../graph/source';
import { countOf, excluding, forEach, including, isIn, type OneOrMany } from './one-or-many';
import { Tracker } from './tracker';

/** Up to so many sources are combined; of more, a copy of all versions per tick would cost too much. */
const FEW = 16;

/** Makes the result of a computation. */
export interface Evaluation {
  /**
   * @param isWatched whether somebody watches
   * @param shown what was read of an open batch, to be kept if it is the same
   */
  evaluate(isWatched: boolean, shown?: unknown): unknown;
  /** Nobody watches any more; returns whether what the value was made of has ended. */
  unobserved(): boolean;
  /** Drops what it keeps to compare the next result with. */
  purge(): void;
}

/** What a computation needs of the reader. */
export interface ComputationHost {
  /** From now on `tracker` is told of all that is read; returns who was told before. */
  track(tracker: Tracker | undefined): Tracker | undefined;
  /** Whether an open batch has written something. */
  readonly hasDraft: boolean;
  /** What `evaluate` gives on top of what an open batch has written, or `undefined` without one. */
  draft(evaluate: () => unknown): { readonly value: unknown } | undefined;
  /** Asks to be told when the commit that is being installed is told. */
  schedule(computation: Computation): void;
  /** The current sweep. */
  readonly sweep: number;
  /** How many commits were installed. */
  readonly commits: number;
}

/**
 * The result of one question with one set of arguments, shared by all who ask it.
 *
 * It depends on what it read: while somebody watches, on `combineLatest` over the version streams of
 * these sources. Install ticks the streams, which only marks the result as out of date and rings once;
 * when the commit is told the result is computed again, once, and goes to who watches: the gate that
 * opens once per commit. A result that nobody watches subscribes to nothing: when it is read again, the
 * versions of its sources say whether it is still right.
 */
export class Computation {
  /** The sweep during which it was last read. */
  readAt = -1;

  #sources: readonly Source[] = NONE;
  /** The version of each source of which the value was made; while somebody watches nobody compares them. */
  #versions: readonly number[] = NONE;
  /** How many commits there were when the versions were last compared. */
  #comparedAt = -1;
  #subscription: Subscription | undefined;
  #observers: OneOrMany<ResultObserver>;
  #onOutdated: OneOrMany<() => void>;
  #value: unknown;
  #fresh = false;
  #isScheduled = false;
  /** What was read of an open batch, until it ends. */
  #draft: { readonly value: unknown } | undefined;
  #ended = false;

  /**
   * @param evaluation reads the cache and makes the result
   * @param host the reader
   */
  constructor(
    private readonly evaluation: Evaluation,
    private readonly host: ComputationHost,
  ) {}

  /** How many watch. */
  get observerCount(): number {
    return countOf(this.#observers) + countOf(this.#onOutdated);
  }

  /** What the result depends on. */
  get sources(): readonly Source[] {
    return this.#sources;
  }

  /** The result as of now; throws what `process` threw. */
  read(): unknown {
    const { host } = this;
    this.readAt = host.sweep;
    if (host.hasDraft) return this.#readDraft();
    if (!this.#isFresh()) this.#compute();
    else if (this.#subscription === undefined) this.#connect();
    return this.#value;
  }

  /**
   * Gives `subscriber` the result now and after each commit that changed it.
   *
   * @returns ends it
   */
  subscribe(subscriber: Subscriber<unknown>): () => void {
    const follower = new ResultObserver(subscriber);
    if (this.#ended) {
      follower.complete();
      return () => undefined;
    }
    this.#observers = including(this.#observers, follower);
    try {
      const value = this.read();
      follower.next(value);
    } catch (error) {
      this.#observers = excluding(this.#observers, follower);
      follower.error(error);
    }
    return () => {
      this.#observers = excluding(this.#observers, follower);
      this.#left();
    };
  }

  /**
   * Calls `outdated` when the result may have changed, before anybody is told. For signals.
   *
   * @returns ends it
   */
  onOutdated(outdated: () => void): () => void {
    this.#onOutdated = including(this.#onOutdated, outdated);
    return () => {
      this.#onOutdated = excluding(this.#onOutdated, outdated);
      this.#left();
    };
  }

  /** Tells who follows what the result is now. */
  notify(): void {
    this.#isScheduled = false;
    if (this.#draft !== undefined) {
      this.#fresh = false;
      this.#notifyOutdated();
    }
    const followers = this.#observers;
    if (followers === undefined) {
      this.#draft = undefined;
      return;
    }
    let value: unknown;
    try {
      value = this.read();
    } catch (error) {
      this.#observers = undefined;
      forEach(followers, (follower) => follower.error(error));
      return;
    }
    if (followers instanceof Set) {
      for (const each of [...followers]) if (followers.has(each)) each.next(value);
    } else if (isIn(this.#observers, followers)) followers.next(value);
  }

  /** Keeps what it depends on through the sweep. */
  markRead(sweep: number): void {
    for (const source of this.#sources) source.markRead(sweep);
  }

  /** Without subscribers: drops the result, which is computed again when it is read. */
  purge(): void {
    if (this.#observers !== undefined) return;
    this.#value = undefined;
    this.#fresh = false;
    this.evaluation.purge();
  }

  /** Ends all who watch. */
  end(): void {
    this.#ended = true;
    const followers = this.#observers;
    this.#observers = this.#onOutdated = undefined;
    this.#disconnect();
    forEach(followers, (follower) => follower.complete());
  }

  /** What an open batch makes of it; who watches is told when the batch has ended. */
  #readDraft(): unknown {
    this.#draft = this.host.draft(() => this.evaluation.evaluate(false));
    this.#schedule();
    return this.#draft?.value;
  }

  /** Whether the value is that of now. */
  #isFresh(): boolean {
    const { commits } = this.host;
    if (!this.#fresh || this.#subscription !== undefined || this.#comparedAt === commits) {
      return this.#fresh;
    }
    this.#comparedAt = commits;
    return (this.#fresh = this.#sources.every(({ version }, i) => version === this.#versions[i]));
  }

  /** Depends on all that was read, also when user code threw on the way. */
  #compute(): void {
    const tracker = new Tracker(this.#sources);
    const outer = this.host.track(tracker);
    try {
      this.#value = this.evaluation.evaluate(this.observerCount > 0, this.#draft?.value);
      this.#fresh = true;
    } finally {
      this.host.track(outer);
      this.#draft = undefined;
      this.#dependOn(tracker.sources);
    }
  }

  #dependOn(sources: readonly Source[]): void {
    const last = this.#sources;
    this.#comparedAt = this.host.commits;
    if (sources === last && this.#subscription !== undefined) return;
    const subscription = this.#subscription;
    this.#subscription = undefined;
    this.#sources = sources;
    this.#versions = this.observerCount === 0 ? versionsOf(sources) : NONE;
    this.#connect();
    subscription?.unsubscribe();
    for (const source of last) source.unwatch();
  }

  /** While somebody watches, the sources tell when they change. */
  #connect(): void {
    if (this.observerCount === 0) return;
    this.#subscription = subscribeToChanges(this.#sources, () => this.#outdate());
  }

  #disconnect(): void {
    if (this.#subscription !== undefined) this.#versions = versionsOf(this.#sources);
    this.#subscription?.unsubscribe();
    this.#subscription = undefined;
    this.#comparedAt = -1;
    if (this.evaluation.unobserved()) this.#fresh = false;
    for (const source of this.#sources) source.unwatch();
  }

  #left(): void {
    if (this.observerCount === 0) this.#disconnect();
  }

  #outdate(): void {
    this.#fresh = false;
    this.#schedule();
    this.#notifyOutdated();
  }

  #notifyOutdated(): void {
    forEach(this.#onOutdated, (outdated) => outdated());
  }

  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    this.host.schedule(this);
  }
}

const NONE: readonly never[] = [];

function versionsOf(sources: readonly Source[]): number[] {
  return sources.map(({ version }) => version);
}

/** Calls `changed` when one of the sources has a new version. */
function subscribeToChanges(sources: readonly Source[], changed: () => void): Subscription {
  const versions = sources.map((source) => source.watch());
  if (versions.length > FEW) {
    // Not merge(…): there may be more sources than a call takes arguments.
    const changes$ = from(versions).pipe(mergeMap((version) => version.pipe(skip(1))));
    return changes$.subscribe(changed);
  }
  // The first tick is the versions as they are. One source, as most have, needs no operators.
  let isFirst = true;
  const tick = (): void => {
    if (isFirst) isFirst = false;
    else changed();
  };
  return versions.length === 1
    ? versions[0].subscribe(tick)
    : combineLatest(versions).subscribe(tick);
}
