import { combineLatest, from, mergeMap, skip, type Subscriber, type Subscription } from 'rxjs';
import { ResultObserver } from './result-observer';
import type { Source } from '../graph/source';
import { countOf, excluding, forEach, including, isIn, type OneOrMany } from './one-or-many';
import { Tracker } from './tracker';

/**
 * The maximum number of sources for `combineLatest`. The operator copies all versions on each change, which is too slow
 * for more sources.
 */
const FEW = 16;

/** Computes the value of a {@link Computation}. */
export interface Evaluation {
  /**
   * @param isObserved whether the computation has observers
   * @param shown the value that was read inside an open batch; returned if the new value is equal
   */
  evaluate(isObserved: boolean, shown?: unknown): unknown;
  /** Called when the computation no longer has observers. Returns whether an incremental result was dropped. */
  unobserved(): boolean;
  /** Drops the last result. */
  purge(): void;
}

/** The part of the reader that a computation uses. */
export interface ComputationHost {
  /** Makes all later reads add their sources to `tracker`. Returns the previous tracker. */
  track(tracker: Tracker | undefined): Tracker | undefined;
  /** Whether an open batch contains writes. If so, reads must use a draft. */
  readonly hasDraft: boolean;
  /** Runs `evaluate` on the draft of an open batch. Returns `undefined` if {@link hasDraft} is `false`. */
  draft(evaluate: () => unknown): { readonly value: unknown } | undefined;
  /** Queues a computation so that it is notified after the commit. */
  schedule(computation: Computation): void;
  /** The number of sweeps that have begun. */
  readonly sweep: number;
  /** The number of commits that have been applied. */
  readonly commits: number;
}

/**
 * The result of a queryable for one key. All readers share it.
 *
 * A computation depends on the sources that it read. While it has observers, it subscribes to the versions of these
 * sources. When a commit changes one of these versions, the result is marked as outdated, and the computation is
 * scheduled once. After the commit has been applied, the result is computed once, and observers receive it if it
 * changed. Therefore a commit causes at most one emission. Without observers, the computation has no subscriptions.
 * Instead, when it is read again, it checks whether the version of a source has changed since the last read.
 */
export class Computation {
  /** The value of {@link ComputationHost.sweep} when the computation was last read. */
  readAt = -1;

  #sources: readonly Source[] = NONE;
  /**
   * The versions of the sources at the time when the value was computed or the last observer left, whichever was later.
   * Not used while the computation has observers.
   */
  #versions: readonly number[] = NONE;
  /**
   * The value of {@link ComputationHost.commits} when the versions were last compared. The versions are compared at
   * most once per commit.
   */
  #comparedAt = -1;
  #subscription: Subscription | undefined;
  #observers: OneOrMany<ResultObserver>;
  #onOutdated: OneOrMany<() => void>;
  #value: unknown;
  #fresh = false;
  #isScheduled = false;
  /** The value that was read inside an open batch. Kept until the batch ends. */
  #draft: { readonly value: unknown } | undefined;
  #ended = false;

  constructor(
    private readonly evaluation: Evaluation,
    private readonly host: ComputationHost,
  ) {}

  /** The number of subscribers and signals that observe the result. */
  get observerCount(): number {
    return countOf(this.#observers) + countOf(this.#onOutdated);
  }

  /** The sources of the result. */
  get sources(): readonly Source[] {
    return this.#sources;
  }

  /**
   * Returns the current result.
   *
   * @throws the error that `process` threw
   */
  read(): unknown {
    const { host } = this;
    this.readAt = host.sweep;
    if (host.hasDraft) return this.#readDraft();
    if (!this.#isFresh()) this.#compute();
    else if (this.#subscription === undefined) this.#connect();
    return this.#value;
  }

  /**
   * Emits the result immediately, and after each commit that changes the result.
   *
   * @returns a function that unsubscribes
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
   * Calls `outdated` when the result may have changed, before subscribers are notified. Used by signals.
   *
   * @returns a function that removes the callback
   */
  onOutdated(outdated: () => void): () => void {
    this.#onOutdated = including(this.#onOutdated, outdated);
    return () => {
      this.#onOutdated = excluding(this.#onOutdated, outdated);
      this.#left();
    };
  }

  /** Emits the current result to subscribers that have not received it yet. */
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

  /** Marks the sources as read, so that the sweep keeps them. */
  markRead(sweep: number): void {
    for (const source of this.#sources) source.markRead(sweep);
  }

  /** Drops the result, unless the computation has subscribers. The next read computes the result again. */
  purge(): void {
    if (this.#observers !== undefined) return;
    this.#value = undefined;
    this.#fresh = false;
    this.evaluation.purge();
  }

  /** Completes all subscribers. */
  end(): void {
    this.#ended = true;
    const followers = this.#observers;
    this.#observers = this.#onOutdated = undefined;
    this.#disconnect();
    forEach(followers, (follower) => follower.complete());
  }

  /**
   * Reads the result from the draft of an open batch. Schedules the computation, so that observers are notified after
   * the batch.
   */
  #readDraft(): unknown {
    this.#draft = this.host.draft(() => this.evaluation.evaluate(false));
    this.#schedule();
    return this.#draft?.value;
  }

  /** Whether the value is up to date. */
  #isFresh(): boolean {
    const { commits } = this.host;
    if (!this.#fresh || this.#subscription !== undefined || this.#comparedAt === commits) {
      return this.#fresh;
    }
    this.#comparedAt = commits;
    return (this.#fresh = this.#sources.every(({ version }, i) => version === this.#versions[i]));
  }

  /** Computes the value. After that, the computation depends on all sources that were read, even if user code threw. */
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

  /** Subscribes to the sources if there are observers. */
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
    // merge(…) cannot be used here, because there may be more sources than a call can have arguments.
    const changes$ = from(versions).pipe(mergeMap((version) => version.pipe(skip(1))));
    return changes$.subscribe(changed);
  }
  // The first emission only repeats the current versions, so it is skipped. Most results have a single source, for
  // which a plain subscription is sufficient.
  let isFirst = true;
  const tick = (): void => {
    if (isFirst) isFirst = false;
    else changed();
  };
  return versions.length === 1
    ? versions[0].subscribe(tick)
    : combineLatest(versions).subscribe(tick);
}
