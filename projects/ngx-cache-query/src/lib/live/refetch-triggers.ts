import { inject, InjectionToken } from '@angular/core';
import type { Observable } from 'rxjs';
import { PageActivity } from '../platform/page-activity';
import type { CacheFeature } from '../platform/cache-feature';

/**
 * The Observables that trigger refetches. When one of them emits, the cache refetches stale data for active
 * subscribers.
 */
export const REFETCH_WHEN = new InjectionToken<readonly Observable<unknown>[]>(
  'CACHE_REFETCH_WHEN',
);

/**
 * Refetches stale data for active subscribers when the page becomes visible or gains focus.
 *
 * @example
 * ```ts
 * provideCache(withRefetchOnFocus(), withRefetchOnReconnect()),
 * ```
 */
export function withRefetchOnFocus(): CacheFeature {
  return refetchWhen((page) => page.focused$);
}

/** Refetches stale data for active subscribers when the browser is online again. */
export function withRefetchOnReconnect(): CacheFeature {
  return refetchWhen((page) => page.reconnected$);
}

function refetchWhen(select: (page: PageActivity) => Observable<unknown>): CacheFeature {
  const useFactory = () => select(inject(PageActivity));
  return { providers: [{ provide: REFETCH_WHEN, multi: true, useFactory }] };
}
