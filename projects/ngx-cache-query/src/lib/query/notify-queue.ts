import type { Computation } from './computation';

/** Computations that rang, to be told when the commit is told. */
export class NotifyQueue {
  #scheduled: Computation[] = [];

  schedule(computation: Computation): void {
    this.#scheduled.push(computation);
  }

  /** Notifies all computations that were scheduled, and those that are meanwhile, before and after each step. */
  run(...steps: readonly (() => void)[]): void {
    this.#drain();
    for (const step of steps) {
      step();
      this.#drain();
    }
  }

  #drain(): void {
    while (this.#scheduled.length > 0) {
      const rung = this.#scheduled;
      this.#scheduled = [];
      for (const computation of rung) computation.notify();
    }
  }
}
