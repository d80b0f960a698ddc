import { InjectionToken } from '@angular/core';
import type { CacheFeature } from './cache-feature';

declare const ngDevMode: unknown;

/** Provides the current time and the timers for a cache. */
export interface Clock {
  /** Returns the current time in milliseconds since 1970. */
  now(): number;
  /**
   * Runs a function once, after a delay in milliseconds.
   *
   * @returns a function that cancels the timer
   */
  after(milliseconds: number, run: () => void): () => void;
}

/** The longest delay that `setTimeout` supports, in milliseconds. */
const LONGEST = 2 ** 31 - 1;

/**
 * The system clock. If a delay is longer than the system allows (about 25 days), the timer never fires.
 *
 * @example
 * ```ts
 * const serverClock: Clock = { ...systemClock, now: () => Date.now() + serverOffset };
 * ```
 */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    if (milliseconds > LONGEST) return () => undefined;
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The injection token for a cache's clock: the system clock, or that of {@link withClock}. */
export const CLOCK = new InjectionToken<Clock>(
  typeof ngDevMode === 'undefined' || ngDevMode ? 'CACHE_CLOCK' : '',
  { factory: () => systemClock },
);

/** Replaces the clock of a cache, for specs. */
export function withClock(clock: Clock): CacheFeature {
  return { providers: [{ provide: CLOCK, useValue: clock }] };
}
