import { InjectionToken } from '@angular/core';
import type { Reader } from '../query/reader';
import { Retention, type RetentionOptions } from './retention';
import type { Clock } from '../platform/clock';
import type { CacheFeature } from '../platform/cache-feature';

/** Creates what evicts rows; without it they stay. */
export const RETENTION = new InjectionToken<
  ((reader: Reader, clock: Clock) => Retention) | undefined
>('CACHE_RETENTION', { factory: () => undefined });

/**
 * Evicts entities and responses some time after their last use: those that no subscriber and no mutation in flight
 * needs, directly or by a reference. Without it all stay for as long as the cache.
 *
 * Eviction is not deletion: a list that lost entities, or an endpoint whose response was evicted, reads as `undefined`,
 * as before it was loaded, and a new subscriber of the endpoint requests it. Eviction emits nothing, because only
 * unobserved data is evicted.
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
