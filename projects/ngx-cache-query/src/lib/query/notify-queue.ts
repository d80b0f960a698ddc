import type { Computation } from './computation';

/** Computations that rang, to be told when the commit is told. */
export class Bell {
  #rung: Computation[] = [];

  ring(computation: Computation): void {
    this.#rung.push(computation);
  }

  /** Notifies all computations that were scheduled, and those that are meanwhile, before and after each step. */
  tell(...steps: readonly (() => void)[]): void {
    this.#drain();
    for (const step of steps) {
      step();
      this.#drain();
    }
  }

  #drain(): void {
    while (this.#rung.length > 0) {
      const rung = this.#rung;
      this.#rung = [];
      for (const computation of rung) computation.tell();
    }
  }
}
