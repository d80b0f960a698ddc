import type { Subscription } from 'rxjs';
import type { SchemaLike } from '../schema/schema';
import type { ChangeSet } from '../store/change-set';
import type { Reader } from './reader';
import { warnOfUnusedRows } from './unused-rows';

declare const ngDevMode: unknown;

/** The time from the first use of the cache to the first sweep, and the time between two sweeps, in milliseconds. */
export const SWEEP_AFTER = 60_000;

/** The time between two slices of a sweep, in milliseconds. This is about one frame. */
const SLICE_AFTER = 16;

/** The current time and the timers of a cache. */
export interface Timers {
  now(): number;
  /** Calls `run` once after the given number of milliseconds. Returns a function that cancels the timer. */
  after(milliseconds: number, run: () => void): () => void;
}

/**
 * Runs a sweep some time after the cache is used, and repeats it as long as there may be more data to drop. A sweep
 * drops results that no subscriber needs. It runs in slices, so that it does not block the page.
 */
export class Sweeper {
  /** Cancels the pending timer. */
  protected cancel: (() => void) | undefined;
  /** Whether the pending timer continues a sweep. */
  protected isWorking = false;
  #isEnded = false;

  /** @param slice the number of steps before a pause */
  constructor(
    protected readonly reader: Reader,
    protected readonly timers: Timers,
    private readonly slice: number,
  ) {}

  /** Called when the cache is read. */
  used(): void {
    if (this.cancel === undefined) this.sweepAfter(SWEEP_AFTER);
  }

  /** Called when an observer is removed. */
  observerLeft(): void {
    this.used();
  }

  /** Called after each commit. */
  committed(_changes: ChangeSet): void {
    this.used();
  }

  /** Called when a stream with the given schema is connected. Only a sweeper that evicts rows has this method. */
  connected?(schema: SchemaLike, connection: Subscription): void;

  /** Drops unused results and nodes immediately. */
  sweep(): void {
    if (!this.reader.store.isOpen) this.reader.sweepNow();
  }

  end(): void {
    this.#isEnded = true;
    this.cancel?.();
  }

  /** Schedules the next sweep. */
  protected sweepAfter(milliseconds: number): void {
    this.#later(milliseconds, () => this.#runSlice(this.work()));
  }

  /** Runs a sweep in steps. Returns the time until the next sweep, in milliseconds. */
  protected *work(): Generator<void, number> {
    if ((typeof ngDevMode === 'undefined' || ngDevMode) && this.connected === undefined) {
      warnOfUnusedRows(this.reader);
    }
    return (yield* this.reader.sweepSteps()) ? SWEEP_AFTER : Infinity;
  }

  /** Runs a slice of the work immediately, and schedules the rest. */
  #runSlice(work: Generator<void, number>): void {
    this.isWorking = false;
    for (let left = this.slice; left > 0; left--) {
      const { done, value } = work.next();
      if (done !== true) continue;
      if (value < Infinity) this.sweepAfter(value);
      return;
    }
    this.#later(SLICE_AFTER, () => this.#runSlice(work));
    this.isWorking = true;
  }

  #later(milliseconds: number, run: () => void): void {
    if (this.#isEnded) return;
    this.cancel = this.timers.after(milliseconds, () => {
      this.cancel = undefined;
      const { isOpen, isBusy } = this.reader.store;
      if (isOpen || isBusy) this.#later(SLICE_AFTER, run);
      else run();
    });
  }
}
