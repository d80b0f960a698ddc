import type { Clock } from 'ngx-cache-query';

interface Timer {
  readonly at: number;
  readonly run: () => void;
}

/** The clock of a cache under test. Time passes only when the spec advances it. */
export class TestClock implements Clock {
  #time: number;
  readonly #timers = new Set<Timer>();

  /** @param time the time at the beginning, in milliseconds since 1970 */
  constructor(
    time: number,
    private readonly settle: () => Promise<void>,
  ) {
    this.#time = time;
  }

  /** Returns the current time in milliseconds since 1970. */
  now(): number {
    return this.#time;
  }

  /** Runs a function once, after the spec has advanced the time. */
  after(milliseconds: number, run: () => void): () => void {
    const timer: Timer = { at: this.#time + milliseconds, run };
    this.#timers.add(timer);
    return () => void this.#timers.delete(timer);
  }

  /** Advances the time, and runs the timers that are due: delayed responses, polls, retries and evictions. */
  async advance(milliseconds: number): Promise<void> {
    const end = this.#time + milliseconds;
    await this.settle();
    for (let next = this.#next(end); next !== undefined; next = this.#next(end)) {
      this.#timers.delete(next);
      this.#time = Math.max(this.#time, next.at);
      next.run();
      await this.settle();
    }
    this.#time = end;
  }

  /** Returns the first timer that is due at `end` or earlier. */
  #next(end: number): Timer | undefined {
    let first: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at <= end && (first === undefined || timer.at < first.at)) first = timer;
    }
    return first;
  }
}
