// Retention evicts entities and responses a certain time after their last use. It works in collection cycles: a cycle
// marks all rows that are reachable from a root set, and then evicts the rows whose last mark is old enough.
//
// Public API: `withRetention()`. Its sweeper runs the cycles. Interfaces: `RETENTION` is the token through which the
// feature is registered. To find the rows in use, retention calls `markRows` of each source and reads
// `Overlay.records`. `Store.evict` removes a row and notifies each RowObserver.

import { inject, InjectionToken } from '@angular/core';
import type { Reader } from '../query/reader';
import { EXPIRY } from '../requests/freshness';
import type { Sweeper, Timers } from '../query/sweeper';
import { Retention, type RetentionOptions } from './retention';
import { RetentionSweeper } from './retention-sweeper';
import type { CacheFeature } from '../platform/cache-feature';
import { PageActivity } from '../platform/page-activity';
import { SWEEP_SLICE } from '../platform/sweep-slice';

/** Creates the part of a cache that evicts unused data. Called in the injection context of the cache. */
export type NewSweeper = (reader: Reader, timers: Timers) => Sweeper;

/**
 * Provides the function that creates the sweeper of a cache with retention. If the value is `undefined`, the cache
 * evicts nothing.
 */
export const RETENTION = new InjectionToken<NewSweeper | undefined>('CACHE_RETENTION', {
  factory: () => undefined,
});

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
  const create: NewSweeper = (reader, timers) => {
    const { dataExpiryLength } = inject(EXPIRY);
    const now = () => timers.now();
    const retention = new Retention(reader, inject(PageActivity), now, options, dataExpiryLength);
    return new RetentionSweeper(retention, reader, timers, inject(SWEEP_SLICE));
  };
  return { providers: [{ provide: RETENTION, useValue: create }] };
}
