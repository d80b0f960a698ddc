// Retention evicts entities and responses some time after their last use, in collection cycles. A cycle marks all rows
// that are reachable from a root set, and evicts the rows whose last mark is old enough.
//
// Public API: `withRetention()`. Its sweeper runs the cycles.
// Interfaces: the CacheFeature token `RETENTION`; `markRows` of sources and `Overlay.records` name the rows in use;
// `Store.evict` removes a row, and each RowObserver is notified of it.

import { inject, InjectionToken } from '@angular/core';
import type { Reader } from '../query/reader';
import { EXPIRY } from '../requests/freshness';
import type { Sweeper, Timers } from '../query/sweeper';
import { Retention, type RetentionOptions } from './retention';
import { RetentionSweeper } from './retention-sweeper';
import type { CacheFeature } from '../platform/cache-feature';
import { PageActivity } from '../platform/page-activity';
import { SWEEP_SLICE } from '../platform/sweep-slice';

/** Creates the part of a cache that drops unused data. Called in the injection context of the cache. */
export type NewSweeper = (reader: Reader, timers: Timers) => Sweeper;

/** Creates the sweeper of a cache with retention. If the value is `undefined`, the cache evicts nothing. */
export const RETENTION = new InjectionToken<NewSweeper | undefined>('CACHE_RETENTION', {
  factory: () => undefined,
});

/**
 * Evicts entities and responses some time after their last use, if no subscriber and no mutation in flight needs them,
 * directly or through a reference. Without this feature, the cache never evicts anything.
 *
 * Eviction is not deletion. A list that lost entities, or an endpoint whose response was evicted, reads as `undefined`,
 * as if it had never been loaded. A new subscriber of the endpoint fetches the data again. Eviction emits nothing,
 * because only unobserved data is evicted.
 *
 * @param options when entities are evicted, and which entities are never evicted
 *
 * @example
 * ```ts
 * provideCache(withRetention({ time: 10 * 60_000, maxRows: 50_000 })),
 * ```
 */
export function withRetention(options: RetentionOptions = {}): CacheFeature {
  const create: NewSweeper = (reader, timers) => {
    const { dataExpiryLength } = inject(EXPIRY);
    const now = () => timers.now();
    const retention = new Retention(reader, inject(PageActivity), now, options, dataExpiryLength);
    return new RetentionSweeper(retention, reader, timers, inject(SWEEP_SLICE));
  };
  return { providers: [{ provide: RETENTION, useValue: create }] };
}
