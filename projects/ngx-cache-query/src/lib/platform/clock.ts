import { InjectionToken } from '@angular/core';
import type { CacheFeature } from './cache-feature';

/** Gives a cache the time, and timers. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Runs a function once, after so many milliseconds.
   *
   * @returns cancels it
   */
  after(milliseconds: number, run: () => void): () => void;
}

/** Milliseconds that a timer can wait. */
const LONGEST = 2 ** 31 - 1;

/** The clock of the system. A timer that is longer than the system allows never fires. */
export const systemClock: Clock = {
  now: () => Date.now(),
  after: (milliseconds, run) => {
    if (milliseconds > LONGEST) return () => undefined;
    const timer = setTimeout(run, milliseconds);
    return () => clearTimeout(timer);
  },
};

/** The clock of a cache, to inject: that of the system, or what {@link withClock} says. */
export const CLOCK = new InjectionToken<Clock>('CACHE_CLOCK', { factory: () => systemClock });

/**
 * Gives a cache another clock, for specs: the spec decides when data becomes stale, and when requests are retried or
 * polled.
 *
 * @example
 * ```ts
 * () => {
 *   const clock = { time: 0, now: () => clock.time, after: () => () => undefined };
 *   return provideCache(withClock(clock));
 * },
 * ```
 */
export function withClock(clock: Clock): CacheFeature {
  return { providers: [{ provide: CLOCK, useValue: clock }] };
}
