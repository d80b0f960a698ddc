import { InjectionToken } from '@angular/core';
import type { CacheFeature } from './cache-feature';

/** What tells a cache the time, and wakes it. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /**
   * Runs something once, after so many milliseconds.
   *
   * @returns makes it not run
   */
  after(milliseconds: number, run: () => void): () => void;
}

/** Milliseconds that a timer can wait. */
const LONGEST = 2 ** 31 - 1;

/** The clock of the system. What takes longer than its timers can wait does not run. */
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
 * Gives a cache another clock, for specs: what is stale, what is tried again and what is asked for at
 * intervals then happens when the spec says so.
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
