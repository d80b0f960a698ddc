// What specs need of the inside of the library, and of names that differ between its editions. The specs import this
// file as `ngx-cache-query-internals`.
import type { Observable } from 'rxjs';
import type { EnvironmentProviders } from '@angular/core';
import {
  type CacheService,
  provideCache,
  type Queryable,
  type ResultOf,
  type SelectArgs,
} from 'ngx-cache-query';

import { partsOf } from './angular/cache-service';

export { forgetWarnings } from './util/warn';

/** Selects with arguments from an Observable. */
export function selectWith<Q extends Queryable>(
  cache: CacheService,
  queryable: Q,
  args$: Observable<Readonly<SelectArgs<Q>>>,
): Observable<ResultOf<Q> | undefined> {
  return cache.select(queryable, args$);
}

/** Whether a write that a subscriber makes is applied at once. Otherwise, it waits for the end of the notification. */
export const WRITES_AT_ONCE: boolean = true;

/** Drops what is unused and was not read since the last sweep. */
export function sweep(cache: CacheService): void {
  partsOf(cache).sweeper.sweep();
}

/** Looks into a cache. */
export interface Inspection {
  /** Provides the cache. */
  readonly providers: EnvironmentProviders;
  /** Drops what is unused and was not read since the last sweep. */
  sweep(cache: CacheService): void;
  /** The number of entities that the cache keeps as instances. */
  instances(cache: CacheService): number;
  /** The numbers of everything that the cache keeps. */
  counts(cache: CacheService): unknown;
}

/** Prepares to look into a cache. */
export function inspect(): Inspection {
  const instances = (cache: CacheService): number => {
    let count = 0;
    for (const { index } of partsOf(cache).store.tables.all.values()) {
      for (const row of index.values()) if (typeof row === 'object' && row.value) count++;
    }
    return count;
  };
  return {
    providers: provideCache(),
    sweep,
    instances,
    counts: (cache) => ({
      instances: instances(cache),
      results: [...partsOf(cache).results].length,
      feeds: [...partsOf(cache).store.tables.all.values()].map(({ feeds }) => feeds.size),
    }),
  };
}
