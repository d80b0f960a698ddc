import type { Computation } from './computation';

/** Computations that rang, to be told when the commit is told. */
export class Bell {
  #rung: Computation[] = [];

  ring(computation: Computation): void {
    this.#rung.push(computation);
  }

  /** Tells all that rang, and those that ring meanwhile. */
  tell(): void {
    while (this.#rung.length > 0) {
      const rung = this.#rung;
      this.#rung = [];
      for (const computation of rung) computation.tell();
    }
  }
}
