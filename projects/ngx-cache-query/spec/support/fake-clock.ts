import type { Clock } from '../../src/lib/platform/clock';

/** A clock that a spec moves on. */
export class FakeClock implements Clock {
  #time = 1_000_000;
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();

  /** How many timers wait. */
  get waiting(): number {
    return this.#timers.size;
  }

  /** How many timers are due within so many milliseconds: a sweep comes later. */
  waitingFor(milliseconds: number): number {
    return [...this.#timers].filter(({ at }) => at <= this.#time + milliseconds).length;
  }

  now(): number {
    return this.#time;
  }

  after(milliseconds: number, run: () => void): () => void {
    const timer = { at: this.#time + milliseconds, run };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  /** Lets time pass; what is due runs, in its order. */
  pass(milliseconds: number): void {
    const end = this.#time + milliseconds;
    for (;;) {
      const [next] = [...this.#timers].filter(({ at }) => at <= end).sort((a, b) => a.at - b.at);
      if (next === undefined) break;
      this.#time = Math.max(this.#time, next.at);
      this.#timers.delete(next);
      next.run();
    }
    this.#time = end;
  }
}
