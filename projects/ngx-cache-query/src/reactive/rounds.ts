import { CacheError } from '../util/cache-error';

declare const ngDevMode: unknown;

/** The maximum number of rounds in which subscribers may write. */
const ENDLESS = 100;

/** A result with subscribers, which is computed and emitted after each commit that may have changed it. */
export interface Observed {
  /** The place in the order of emissions. */
  readonly number: number;
  compute(): void;
  emit(): void;
}

/**
 * Notifies subscribers after each commit. In a round, all results that may have changed are computed first, and then all
 * are emitted. What a subscriber writes is applied at once; its notifications are the next round.
 *
 * A cache shares the rounds of the cache above it, because its results can read that cache.
 */
export class Rounds {
  /** The results to compute and emit in the next round. */
  queue: Observed[] = [];
  /** The number of rounds so far. */
  count = 0;
  /** The number of results that were ever observed. */
  observers = 0;
  /** The number of caches with an open write. */
  open = 0;
  #isRunning = false;
  readonly #later: (() => void)[] = [];
  #after: (() => void)[] = [];

  /** Whether a write is open, or subscribers are being notified. */
  get isBusy(): boolean {
    return this.open > 0 || this.#isRunning;
  }

  /** Makes what `run` changes one round. */
  hold(run: () => void): void {
    this.open++;
    try {
      run();
    } finally {
      this.open--;
      this.run();
    }
  }

  /** Calls `run` when the subscribers of what was written so far have been notified. */
  after(run: () => void): void {
    if (this.#isRunning || this.open > 0) this.#after.push(run);
    else run();
  }

  /** Runs `write`, which may not throw, before the next round, or in a microtask. */
  defer(write: () => void): void {
    if (this.#later.push(write) === 1) queueMicrotask(() => this.run());
  }

  /**
   * Runs rounds until no result has changed.
   *
   * @throws CacheError NCQ2001 if subscribers have written in more than a hundred rounds; all writes are kept
   */
  run(): void {
    if (this.#isRunning || this.open > 0) return;
    this.#isRunning = true;
    try {
      for (
        let count = 0;
        this.queue.length + this.#later.length + this.#after.length > 0;
        count++
      ) {
        for (const write of this.#later.splice(0)) write();
        const round = this.queue.sort((a, b) => a.number - b.number);
        const after = this.#after;
        this.queue = [];
        this.#after = [];
        this.count++;
        for (const result of round) result.compute();
        try {
          // The values stay, and the next change of a result is emitted again.
          if (count > ENDLESS) throw endlessCommits();
          for (const result of round) result.emit();
        } finally {
          for (const run of after) run();
        }
      }
    } finally {
      this.#isRunning = false;
    }
  }
}

/** Creates error NCQ2001, which reports an endless loop: too many commits in a row each caused another write. */
function endlessCommits(): CacheError {
  return new CacheError(
    'NCQ2001',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${ENDLESS} consecutive commits each caused another write. To prevent an endless loop, the cache did not ` +
        `notify subscribers of the last one. The likely cause is a subscriber that writes to the data it subscribes to. Write ` +
        `only if the value differs from the stored value, or compute the value with a Query.`,
  );
}
