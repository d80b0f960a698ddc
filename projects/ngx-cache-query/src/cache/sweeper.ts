import { InjectionToken } from '@angular/core';
import { warnOnce } from '../util/warn';
import { isFree } from '../reactive/node';
import type { Results } from '../reactive/results';
import { sweepSteps } from '../reactive/sweep';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';

declare const ngDevMode: unknown;

/** The number of steps in one slice of a sweep. A slice takes one or two milliseconds. */
export const SWEEP_SLICE = new InjectionToken<number>(
  typeof ngDevMode === 'undefined' || ngDevMode ? 'CACHE_SWEEP_SLICE' : '',
  {
    factory: () => 1_000,
  },
);

/** The time from the first use of the cache to the first sweep, and the time between two sweeps, in milliseconds. */
const SWEEP_AFTER = 60_000;

/** The time between two slices of a sweep, in milliseconds. This is about one frame. */
const SLICE_AFTER = 16;

/** In dev mode, a warning is logged if there are more than this number of unused rows. */
const MANY = 10_000;

/** Evicts what is unused. */
export interface Collector {
  /** The time between two collections, in milliseconds. */
  readonly interval: number;
  /** Called when the cache is used. */
  used(): void;
  /** Called when a subscriber or a signal leaves. */
  left(): void;
  /**
   * Does the work after a sweep, and pauses after each step.
   *
   * @param sweep the sweep, which has not begun, and the time until there is more to sweep
   * @returns the time until there is more to do, in milliseconds
   */
  collect(sweep: Generator<void, number>): Generator<void, number>;
  /**
   * Returns the milliseconds for which an unused row stays; `Infinity` if it is never evicted. Known in dev mode.
   */
  keptFor(table: Table, pk: Pk): number | undefined;
}

/**
 * Drops unused results and instances some time after the cache was used, and again as long as there may be more to drop.
 * Works in slices, so that it does not block the page.
 */
export class Sweeper {
  readonly #results: Results;
  readonly #later: (milliseconds: number, run: () => void) => () => void;
  readonly #slice: number;
  readonly #swept: () => void;
  /** Cancels the timer for the next sweep. */
  #cancel: (() => void) | undefined;
  /** The time for which the timer was set, in milliseconds; 0 during a sweep, and `Infinity` without a timer. */
  delay = Infinity;
  /** The time of the last timer, in dev mode. */
  dueAt: number | undefined;
  /** Evicts rows after each sweep, if the cache does. */
  collector: Collector | undefined;

  /**
   * @param later calls a function once after some time; never after the end of the cache
   * @param slice the number of steps before a pause
   * @param swept called after each sweep
   */
  constructor(
    results: Results,
    later: (milliseconds: number, run: () => void) => () => void,
    slice: number,
    swept: () => void,
  ) {
    this.#results = results;
    this.#later = later;
    this.#slice = slice;
    this.#swept = swept;
  }

  /** Called when the cache is read or written, and when a subscriber leaves. */
  used(): void {
    this.collector?.used();
    if (this.delay === Infinity) this.sweepAfter(SWEEP_AFTER);
  }

  /** Called when a subscriber or a signal leaves, and after a write. */
  left(): void {
    this.collector?.left();
    this.used();
  }

  /** Sets the timer for the next sweep, instead of the one that was set. */
  sweepAfter(milliseconds: number): void {
    this.#cancel?.();
    this.delay = Math.min(milliseconds, this.collector?.interval ?? Infinity);
    this.#cancel = this.#later(this.delay, () => {
      this.delay = 0;
      const steps = this.#steps();
      this.#run(this.collector?.collect(steps) ?? steps);
    });
  }

  *#steps(): Generator<void, number> {
    const isMore = yield* sweepSteps(this.#results);
    this.#swept();
    if ((typeof ngDevMode === 'undefined' || ngDevMode) && !this.collector)
      warnOfUnused(this.#results);
    return isMore ? SWEEP_AFTER : Infinity;
  }

  /** Drops everything that is unused and was not read since the last sweep. */
  sweep(): void {
    for (const work = sweepSteps(this.#results); !work.next().done;);
    this.#swept();
  }

  #run(work: Generator<void, number>): void {
    const { isBusy } = this.#results.tables.journal.rounds;
    for (let left = isBusy ? 0 : this.#slice; left > 0; left--) {
      const { done, value } = work.next();
      if (!done) continue;
      this.delay = Infinity;
      return value < Infinity ? this.sweepAfter(value) : undefined;
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
