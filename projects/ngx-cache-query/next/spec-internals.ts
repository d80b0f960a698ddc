// What specs need of the inside of the library, and of names that differ between its editions. The specs import this
// file as `ngx-cache-query-internals`.
import type { Observable } from 'rxjs';
import type { CacheService, Queryable, ResultOf, SelectArgs } from 'ngx-cache-query';

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
