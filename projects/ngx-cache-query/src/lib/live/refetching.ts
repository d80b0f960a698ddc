import { inject, InjectionToken } from '@angular/core';
import type { Observable } from 'rxjs';
import { PageActivity } from '../platform/page-activity';
import type { CacheFeature } from '../platform/cache-feature';

/** What makes a cache refetch stale data of active subscribers. */
export const REFETCH_WHEN = new InjectionToken<readonly Observable<unknown>[]>(
  'CACHE_REFETCH_WHEN',
);

/**
 * Refetches stale data of active subscribers when the page is shown again or gets the focus.
 *
 * @example
 * ```ts
 * provideCache(withRefetchOnFocus(), withRefetchOnReconnect()),
 * ```
 */
export function withRefetchOnFocus(): CacheFeature {
  return refetchWhen((page) => page.focused$);
}

/** Refetches stale data of active subscribers when the connection is back. */
export function withRefetchOnReconnect(): CacheFeature {
  return refetchWhen((page) => page.reconnected$);
}

function refetchWhen(choose: (page: PageActivity) => Observable<unknown>): CacheFeature {
  const useFactory = () => choose(inject(PageActivity));
  return { providers: [{ provide: REFETCH_WHEN, multi: true, useFactory }] };
}
