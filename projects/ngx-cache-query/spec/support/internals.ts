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
import { type CacheHandle, withExtension } from 'ngx-cache-query/extensions';

export { forgetWarnings } from '../../src/lib/util/warn';

/** Selects with arguments from an Observable. */
export function selectWith<Q extends Queryable>(
  cache: CacheService,
  queryable: Q,
  args$: Observable<Readonly<SelectArgs<Q>>>,
): Observable<ResultOf<Q> | undefined> {
  return cache.selectWith(queryable, args$);
}

/** Whether a write that a subscriber makes is applied at once. Otherwise, it waits for the end of the notification. */
export const WRITES_AT_ONCE: boolean = false;

/** Whether a view over any list is maintained, and keeps more references than the views of version 2. */
export const HAS_NEW_VIEWS: boolean = false;

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
  let handle!: CacheHandle;
  const extension = { onInit: (own: CacheHandle) => void (handle = own) };
  return {
    providers: provideCache(withExtension(() => extension)),
    sweep: () => handle.sweep(),
    instances: () => handle.stats().cells,
    counts: () => handle.stats(),
  };
}
