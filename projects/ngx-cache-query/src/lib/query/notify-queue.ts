import type { Computation } from './computation';

/** Computations whose results may have changed, in the order in which they were scheduled. */
export class NotifyQueue {
  #scheduled: Computation[] = [];

  schedule(computation: Computation): void {
    this.#scheduled.push(computation);
  }

  /** Notifies all scheduled computations, including computations that are scheduled in the meantime. */
  drain(): void {
    while (this.#scheduled.length > 0) {
      const next = this.#scheduled;
      this.#scheduled = [];
      for (const computation of next) computation.notify();
    }
  }
}
