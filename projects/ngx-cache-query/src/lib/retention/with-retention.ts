import { InjectionToken } from '@angular/core';
import type { Reader } from '../query/reader';
import { Retention, type RetentionOptions } from './retention';
import type { Clock } from '../platform/clock';
import type { CacheFeature } from '../platform/cache-feature';

/** Makes what releases rows; without it they stay. */
export const RETENTION = new InjectionToken<
  ((reader: Reader, clock: Clock) => Retention) | undefined
>('CACHE_RETENTION', { factory: () => undefined });

/**
 * Releases entities and responses some time after they were used last: what nobody watches, no mutation is under
 * way for, and nothing of these leads to. Without it all stay for as long as the cache.
 *
 * Released is not deleted: who reads a list that lost entities, or an endpoint whose response is gone, finds
 * `undefined`, as before it was loaded, and who watches an endpoint then asks for it. Nobody is told, since
 * nobody can see it.
 *
 * @example
 * ```ts
 * provideCache(withRetention({ time: 10 * 60_000, maxRows: 50_000 })),
 * ```
 */
export function withRetention(options: RetentionOptions = {}): CacheFeature {
  const make = (reader: Reader, clock: Clock) => new Retention(reader, () => clock.now(), options);
  return { providers: [{ provide: RETENTION, useValue: make }] };
}
