import { InjectionToken } from '@angular/core';
import type { Reader } from '../query/reader';
import type { Retention } from '../retention/retention';
import type { ChangeSet } from '../store/change-set';
import type { Clock } from '../platform/clock';

/** Milliseconds from the first use to the sweep. */
const SWEEP_AFTER = 60_000;

/** How many steps of a sweep are made at once: a millisecond or two. */
export const SWEEP_SLICE = new InjectionToken<number>('CACHE_SWEEP_SLICE', {
  factory: () => 1_000,
});

/** Milliseconds from one slice of a sweep to the next: about a frame. */
const SLICE_AFTER = 16;

/**
 * Sweeps some time after the cache was used, for as long as there is something to sweep: results that no subscriber
 * needs and, with a retention, rows. It works in slices, so that it does not block the page.
 */
export class Sweeper {
  /** Cancels what is to be done next. */
  #cancel: (() => void) | undefined;
  /** Whether that is the rest of a sweep. */
  #isWorking = false;
  /** When that is, by the clock. */
  #at = 0;
  #isEnded = false;

  /**
   * @param retention releases rows
   * @param slice how many steps are made before there is a pause
   */
  constructor(
    private readonly reader: Reader,
    private readonly timers: Clock,
    private readonly retention: Retention | undefined,
    private readonly slice: number,
  ) {}

  /** Notes that something was read or written. */
  used(): void {
    this.retention?.used();
    if (this.#cancel === undefined) this.#sweepSoon();
  }

  /** Notes that a subscriber left. */
  observerLeft(): void {
    this.retention?.observerLeft();
    this.#hurry();
  }

  /** Notes that something was written, and what that changed. */
  committed(changes: ChangeSet): void {
    this.retention?.committed(changes);
    this.#hurry();
  }

  /** Drops, at once, what was made for reads and is not used any more. */
  sweep(): void {
    if (!this.reader.store.isOpen) this.reader.sweepNow();
  }

  end(): void {
    this.#isEnded = true;
    this.#cancel?.();
  }

  /** Sweeps at its time, or earlier when there are too many rows. */
  #hurry(): void {
    if (this.#isWorking) return;
    const { retention, timers } = this;
    const isLate = retention?.isFull === true && this.#at > timers.now() + retention.interval;
    if (isLate) this.#cancel?.();
    if (isLate || this.#cancel === undefined) this.#sweepSoon();
  }

  #sweepSoon(): void {
    this.#sweepAfter(Math.min(SWEEP_AFTER, this.retention?.interval ?? Infinity));
  }

  #sweepAfter(milliseconds: number): void {
    this.#later(milliseconds, () => this.#go(this.#work()));
  }

  /** Sweeps; returns after how many milliseconds to do so again. */
  *#work(): Generator<void, number> {
    const { sweep } = this.reader;
    const more = yield* this.reader.sweepSteps();
    const next = this.retention === undefined ? Infinity : yield* this.retention.collect(sweep);
    return Math.min(more ? SWEEP_AFTER : Infinity, next);
  }

  /** Does a slice of the work now, and the rest later. */
  #go(work: Generator<void, number>): void {
    this.#isWorking = false;
    for (let left = this.slice; left > 0; left--) {
      const { done, value } = work.next();
      if (done !== true) continue;
      if (value < Infinity) this.#sweepAfter(value);
      return;
    }
    this.#later(SLICE_AFTER, () => this.#go(work));
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
