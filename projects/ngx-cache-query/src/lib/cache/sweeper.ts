import { InjectionToken } from '@angular/core';
import type { Reader } from '../query/reader';
import type { Retention } from '../retention/retention';
import type { ChangeSet } from '../store/change-set';
import type { Clock } from '../platform/clock';

/** Milliseconds from the first use of the cache to the sweep. */
const SWEEP_AFTER = 60_000;

/** The number of steps in one slice of a sweep. A slice takes one or two milliseconds. */
export const SWEEP_SLICE = new InjectionToken<number>('CACHE_SWEEP_SLICE', {
  factory: () => 1_000,
});

/** Milliseconds from one slice of a sweep to the next; about one frame. */
const SLICE_AFTER = 16;

/**
 * Runs a sweep some time after the cache was used, and another one while there may be more to drop. A sweep drops
 * results that no subscriber needs. With retention, a sweep also evicts rows. A sweep runs in slices, so that it does
 * not block the page.
 */
export class Sweeper {
  /** Cancels the pending timer. */
  #cancel: (() => void) | undefined;
  /** Whether the pending timer continues a sweep. */
  #isWorking = false;
  /** The time at which the pending timer fires, in milliseconds. Only set if there is a retention. */
  #at = 0;
  #isEnded = false;

  /**
   * @param retention evicts rows; `undefined` if the cache evicts nothing
   * @param slice the number of steps before a pause
   */
  constructor(
    private readonly reader: Reader,
    private readonly timers: Clock,
    private readonly retention: Retention | undefined,
    private readonly slice: number,
  ) {}

  /** Called when the cache was read or written. */
  used(): void {
    this.retention?.used();
    if (this.#cancel === undefined) this.#sweepAfter();
  }

  /** Called when a subscriber left. */
  observerLeft(): void {
    this.retention?.observerLeft();
    this.#hurry();
  }

  /** Called after each commit. */
  committed(changes: ChangeSet): void {
    this.retention?.committed(changes);
    this.#hurry();
  }

  /** Drops unused results and nodes immediately. */
  sweep(): void {
    if (!this.reader.store.isOpen) this.reader.sweepNow();
  }

  end(): void {
    this.#isEnded = true;
    this.#cancel?.();
  }

  /** Schedules the sweep, or moves it to an earlier time if there are too many rows. */
  #hurry(): void {
    if (this.#isWorking) return;
    const { retention, timers } = this;
    const isLate = retention?.isFull === true && this.#at > timers.now() + retention.interval;
    if (isLate) this.#cancel?.();
    if (isLate || this.#cancel === undefined) this.#sweepAfter();
  }

  /** Schedules the next sweep. */
  #sweepAfter(milliseconds = Math.min(SWEEP_AFTER, this.retention?.interval ?? Infinity)): void {
    this.#later(milliseconds, () => this.#runSlice(this.#work()));
  }

  /** Runs a sweep in steps, and returns the milliseconds until the next sweep. */
  *#work(): Generator<void, number> {
    const { sweep } = this.reader;
    const more = yield* this.reader.sweepSteps();
    const next = this.retention === undefined ? Infinity : yield* this.retention.collect(sweep);
    return Math.min(more ? SWEEP_AFTER : Infinity, next);
  }

  /** Runs a slice of the work now, and schedules the rest. */
  #runSlice(work: Generator<void, number>): void {
    this.#isWorking = false;
    for (let left = this.slice; left > 0; left--) {
      const { done, value } = work.next();
      if (done !== true) continue;
      if (value < Infinity) this.#sweepAfter(value);
      return;
    }
    this.#later(SLICE_AFTER, () => this.#runSlice(work));
    this.#isWorking = true;
  }

  #later(milliseconds: number, run: () => void): void {
    if (this.#isEnded) return;
    if (this.retention !== undefined) this.#at = this.timers.now() + milliseconds;
    this.#cancel = this.timers.after(milliseconds, () => {
      this.#cancel = undefined;
      const { isOpen, isBusy } = this.reader.store;
      if (isOpen || isBusy) this.#later(SLICE_AFTER, run);
      else run();
    });
  }
}
