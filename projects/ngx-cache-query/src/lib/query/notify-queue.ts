import type { Computation } from './computation';

/** Computations whose results may have changed, in the order in which they were scheduled. */
export class NotifyQueue {
  #scheduled: Computation[] = [];

  schedule(computation: Computation): void {
    this.#scheduled.push(computation);
  }

  /**
   * Runs two steps, and notifies all scheduled computations before the first step and after each step. Computations that
   * are scheduled in the meantime are notified too.
   */
  run(first: () => void, second: () => void): void {
    this.#drain();
    first();
    this.#drain();
    second();
    this.#drain();
  }

  #drain(): void {
    while (this.#scheduled.length > 0) {
      const next = this.#scheduled;
      this.#scheduled = [];
      for (const computation of next) computation.notify();
    }
  }
}
