import { InjectionToken } from '@angular/core';
import type { Store } from '../store/store';
import { warnOnce } from '../util/warn';
import type { Results } from '../reactive/results';
import { sweepSteps } from '../reactive/sweep';
import type { Clock } from './clock';

declare const ngDevMode: unknown;

/** The number of steps in one slice of a sweep. A slice takes one or two milliseconds. */
export const SWEEP_SLICE = new InjectionToken<number>('CACHE_SWEEP_SLICE', {
  factory: () => 1_000,
});

/** The time from the first use of the cache to the first sweep, and the time between two sweeps, in milliseconds. */
const SWEEP_AFTER = 60_000;

/** The time between two slices of a sweep, in milliseconds. This is about one frame. */
const SLICE_AFTER = 16;

/** In dev mode, a warning is logged if there are more than this number of unused rows. */
const MANY = 10_000;

/**
 * Drops unused results and instances some time after the cache was used, and again as long as there may be more to drop.
 * Works in slices, so that it does not block the page.
 */
export class Sweeper {
  #cancel: (() => void) | undefined;
  #isEnded = false;

  /** @param slice the number of steps before a pause */
  constructor(
    private readonly store: Store,
    private readonly results: Results,
    private readonly timers: Clock,
    private readonly slice: number,
  ) {}

  /** Called when the cache is read or written, and when a subscriber leaves. */
  used(): void {
    if (this.#cancel === undefined) this.#later(SWEEP_AFTER, () => this.#begin());
  }

  /** Drops everything that is unused and was not read since the last sweep. */
  sweep(): void {
    if (this.store.isOpen) return;
    const work = sweepSteps(this.results);
    while (work.next().done !== true);
  }

  end(): void {
    this.#isEnded = true;
    this.#cancel?.();
  }

  #begin(): void {
    if (typeof ngDevMode === 'undefined' || ngDevMode) this.#warn();
    this.#run(sweepSteps(this.results));
  }

  #run(work: Generator<void, boolean>): void {
    for (let left = this.slice; left > 0; left--) {
      const { done, value } = work.next();
      if (done !== true) continue;
      if (value) this.used();
      return;
    }
    this.#later(SLICE_AFTER, () => this.#run(work));
  }

  #later(milliseconds: number, run: () => void): void {
    if (this.#isEnded) return;
    this.#cancel = this.timers.after(milliseconds, () => {
      this.#cancel = undefined;
      if (this.store.isOpen) this.#later(SLICE_AFTER, run);
      else run();
    });
  }

  #warn(): void {
    let unused = 0;
    for (const table of this.store.tables.all.values()) unused += table.unused();
    if (unused <= MANY) return;
    warnOnce(
      `the cache holds more than ${MANY} entities that no subscriber uses, and it never evicts them. ` +
        'Add withRetention() to provideCache(…).',
    );
  }
}
