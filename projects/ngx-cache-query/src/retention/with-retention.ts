import { DestroyRef, inject } from '@angular/core';
import { type CacheService, partsOf, SETUP } from '../cache/cache-service';
import { PageActivity } from '../angular/page-activity';
import type { CacheFeature } from '../angular/cache-feature';
import { EXPIRY } from '../requests/refresh-options';
import { ActiveTime } from './active-time';
import { warnOfEvictedReads } from './evicted-reads';
import { Retention, type RetentionOptions } from './retention';

declare const ngDevMode: unknown;

/**
 * Evicts entities and responses that have not been used for some time. Data that a subscriber or a pending mutation
 * needs is never evicted. A read of evicted data returns `undefined`, and a new subscriber fetches it again.
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
