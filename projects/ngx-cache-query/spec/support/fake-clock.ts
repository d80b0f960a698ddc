import type { Clock } from 'ngx-cache-query';

/** A clock that the spec advances. */
export class FakeClock implements Clock {
  #time = 1_000_000;
  readonly #timers = new Set<{ readonly at: number; readonly run: () => void }>();

  /** The number of pending timers. */
  get pendingTimers(): number {
    return this.#timers.size;
  }

  /** Returns the number of timers that are due within the given time in milliseconds. This excludes sweeps. */
  timersWithin(milliseconds: number): number {
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

  /** Advances the time, and runs the due timers in order. */
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
