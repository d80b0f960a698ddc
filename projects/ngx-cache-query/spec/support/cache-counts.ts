import type { CacheService } from 'ngx-cache-query';
import type { CacheInspection, CacheStats } from 'ngx-cache-query/extensions';
import { partsOf } from '../../src/cache/cache-service';

/** The content of a cache, including internal state that `stats()` does not report. */
export interface CacheCount extends CacheStats {
  readonly rows: number;
  /** The number of rows that may show pending changes. */
  readonly pending: number;
  /** The number of endpoints and arguments of which the cache knows. */
  readonly entries: number;
  /** Whether deleted rows are kept for reads in flight. */
  readonly hasGraves: boolean;
  /** Whether an optimistic mutation is in flight. */
  readonly isBusy: boolean;
  /** Whether a read is in flight. */
  readonly hasReads: boolean;
}

/** Counts the content of a cache after dropping everything that is unused. */
export function cacheCount(cache: CacheService, handle: CacheInspection): CacheCount {
  handle.sweep();
  handle.sweep();
  const { client, store } = partsOf(cache);
  const { all, held } = store.tables;
  return {
    ...handle.stats(),
    rows: all.reduce((sum, { index }) => sum + index.size, 0),
    pending: held.size,
    entries: [...(client ?? [])].length,
    hasGraves: store.order.hasGraves,
    isBusy: store.overlay?.isBusy ?? false,
    hasReads: store.order.hasReads,
  };
}
