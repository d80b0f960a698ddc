import { InjectionToken } from '@angular/core';
import { warnOnce } from '../util/warn';
import { isFree } from '../reactive/node';
import type { Results } from '../reactive/results';
import { sweepSteps } from '../reactive/sweep';

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
  readonly #results: Results;
  readonly #later: (milliseconds: number, run: () => void) => unknown;
  readonly #slice: number;
  #isWaiting = false;

  /**
   * @param later calls a function once after some time; never after the end of the cache
   * @param slice the number of steps before a pause
   */
  constructor(
    results: Results,
    later: (milliseconds: number, run: () => void) => unknown,
    slice: number,
  ) {
    this.#results = results;
    this.#later = later;
    this.#slice = slice;
  }

  /** Called when the cache is read or written, and when a subscriber leaves. */
  used(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    this.#later(SWEEP_AFTER, () => {
      if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfUnused(this.#results);
      this.#run(sweepSteps(this.#results));
    });
  }

  /** Drops everything that is unused and was not read since the last sweep. */
  sweep(): void {
    for (const work = sweepSteps(this.#results); !work.next().done;);
  }

  #run(work: Generator<void, boolean>): void {
    const { log } = this.#results.tables.journal;
    for (let left = log ? 0 : this.#slice; left > 0; left--) {
      const { done, value } = work.next();
      if (!done) continue;
      this.#isWaiting = false;
      return value ? this.used() : undefined;
    }
    this.#later(SLICE_AFTER, () => this.#run(work));
  }
}

function warnOfUnused({ tables }: Results): void {
  let unused = 0;
  for (const { index, lists, size } of tables.all) {
    if (lists.some((list) => !isFree(list))) continue;
    unused += size;
    for (const row of index.values())
      if (typeof row === 'object' && row.data && !isFree(row)) unused--;
  }
  if (unused <= MANY) return;
  warnOnce(
    `the cache holds more than ${MANY} entities that no subscriber uses, and it never evicts them. ` +
      'Add withRetention() to provideCache(…).',
  );
}
