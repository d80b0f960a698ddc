import type { CacheError } from '../util/cache-error';
import { endlessCommitsError } from './store-errors';
import type { Transaction } from './transaction';

/**
 * The maximum number of writes in a chain. Each write in a chain is made by a subscriber that was notified of the
 * previous write. A longer chain is treated as infinite.
 */
const ENDLESS = 100;

/**
 * Writes data in a transaction. If the batch that contains the recipe is queued, the recipe runs again in a later
 * transaction.
 */
export type Recipe = (transaction: Transaction) => void;

/**
 * Called after subscribers have been notified of a write, or after the write was rolled back. After a rollback,
 * receives the error that caused it; otherwise, receives nothing.
 */
export type OnSettled = (failure?: { readonly error: unknown }) => void;

/** A recipe and the callback for its result. */
export interface Step {
  readonly recipe: Recipe;
  readonly onSettled: OnSettled | undefined;
}

/** The steps of one commit: a single step, or the steps of a batch. */
interface Write {
  readonly steps: readonly Step[];
  /** The number of writes in the chain that led to this write. */
  readonly generation: number;
}

/**
 * Queues the writes that subscribers make while they are being notified of a commit. The queued writes are committed
 * after all subscribers have been notified.
 */
export class WaitingWrites {
  readonly #writes: Write[] = [];
  /** The generation of the write that is being committed; 0 for a write that was not queued. */
  #generation = 0;

  get isEmpty(): boolean {
    return this.#writes.length === 0;
  }

  add(steps: readonly Step[]): void {
    this.#writes.push({ steps, generation: this.#generation + 1 });
  }

  /**
   * Commits all writes in order, including those that are added in the meantime.
   *
   * @param discard receives the steps of each discarded write
   * @throws CacheError NCQ2001 if the writes would never end
   */
  commitAll(
    commit: (steps: readonly Step[]) => void,
    discard: (steps: readonly Step[], error: CacheError) => void,
  ): void {
    try {
      for (let next = this.#writes.shift(); next !== undefined; next = this.#writes.shift()) {
        if (next.generation > ENDLESS) throw this.#giveUp(next, discard);
        this.#generation = next.generation;
        commit(next.steps);
      }
    } finally {
      this.#generation = 0;
    }
  }

  #giveUp(next: Write, discard: (steps: readonly Step[], error: CacheError) => void): CacheError {
    const error = endlessCommitsError(ENDLESS);
    let discarded = [next, ...this.#writes.splice(0)];
    // Callers that receive the error may write again. These new writes are discarded too.
    for (let round = 0; discarded.length > 0 && round < ENDLESS; round++) {
      for (const { steps } of discarded) discard(steps, error);
      discarded = this.#writes.splice(0);
    }
    return error;
  }
}
