import { DestroyRef, inject } from '@angular/core';
import { type CacheService, partsOf, SETUP } from '../cache/cache-service';
import { PageActivity } from '../angular/page-activity';
import type { CacheFeature } from '../angular/cache-feature';
import { EXPIRY } from '../requests/expiry';
import { ActiveTime } from './active-time';
import { warnOfEvictedReads } from './evicted-reads';
import { Retention, type RetentionOptions } from './retention';

declare const ngDevMode: unknown;

/**
 * Evicts entities and responses that have not been used for a configurable period. Data that a subscriber or a pending
 * mutation needs, directly or through a reference, is never evicted. Without this feature, the cache evicts nothing.
 *
 * Eviction is not deletion. If the response of an endpoint was evicted, reading the endpoint returns `undefined`, as if
 * the data had never been loaded. Reading a list from which entities were evicted also returns `undefined`. A new
 * subscriber fetches the data again. Eviction emits nothing, because only unobserved data is evicted.
 *
 * @param options when entities are evicted, and which entities are kept
 *
 * @example
 * ```ts
 * provideCache(withRetention({ time: 10 * 60_000, maxRows: 50_000 })),
 * ```
 */
export function withRetention(options: RetentionOptions = {}): CacheFeature {
  const setUp = (cache: CacheService) => {
    const { clock, sweeper } = partsOf(cache);
    const active = new ActiveTime(inject(PageActivity), () => clock.now());
    inject(DestroyRef).onDestroy(active.start());
    const { staleTime = 0 } = inject(EXPIRY);
    if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfEvictedReads(partsOf(cache));
    sweeper.collector = new Retention(() => partsOf(cache), active, options, staleTime);
  };
  return { providers: [{ provide: SETUP, multi: true, useValue: setUp }] };
}
