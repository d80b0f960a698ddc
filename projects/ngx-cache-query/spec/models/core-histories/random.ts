/** A generator of pseudo-random numbers. The same seed produces the same history. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = Math.imul(seed, 2654435761) >>> 0;
    this.next(); // The first number of neighbouring seeds is alike.
  }

  /** Returns a number from 0 to 1, without 1. */
  next(): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return this.#state / 2 ** 32;
  }

  /** Returns an integer from 0 to `size - 1`. */
  int(size: number): number {
    return Math.floor(this.next() * size);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.int(items.length)];
  }

  /** Calls one of the functions. Each is given with its weight. */
  weighted<T>(choices: readonly (readonly [weight: number, run: () => T])[]): T {
    let rest = this.next() * choices.reduce((sum, [weight]) => sum + weight, 0);
    for (const [weight, run] of choices) if ((rest -= weight) < 0) return run();
    return choices[choices.length - 1][1]();
  }

  times<T>(count: number, make: (i: number) => T): T[] {
    return Array.from({ length: count }, (_, i) => make(i));
  }
}
