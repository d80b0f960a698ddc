import { invalidate, type Journal } from '../reactive/node';
import { endlessCommits } from './store-errors';

/** The maximum number of rounds in which subscribers may write. */
const ENDLESS = 100;

/**
 * Notifies subscribers after each commit. In a round, all results that may have changed are computed first, and then all
 * are emitted. What a subscriber writes is applied at once; its notifications are the next round.
 */
export class Rounds {
  #isRunning = false;
  readonly #later: (() => void)[] = [];

  constructor(private readonly journal: Journal) {}

  /** Runs `write` after the current round, or in a microtask. */
  defer(write: () => void): void {
    if (this.#later.push(write) === 1) queueMicrotask(() => this.run());
  }

  /**
   * Runs rounds until no result has changed.
   *
   * @throws CacheError NCQ2001 if subscribers have written in more than a hundred rounds; all writes are kept
   */
  run(): void {
    const { journal } = this;
    if (this.#isRunning || journal.log !== undefined) return;
    this.#isRunning = true;
    try {
      for (const failed of journal.failed) invalidate(failed, journal);
      journal.failed.clear();
      for (let count = 0; journal.queue.length + this.#later.length > 0; count++) {
        for (const write of this.#later.splice(0)) write();
        const round = journal.queue.sort((a, b) => a.number - b.number);
        journal.queue = [];
        journal.round++;
        for (const result of round) result.compute();
        // The values stay, and the next change of a result is emitted again.
        if (count > ENDLESS) throw endlessCommits(ENDLESS);
        for (const result of round) result.emit();
      }
    } finally {
      this.#isRunning = false;
    }
  }
}
