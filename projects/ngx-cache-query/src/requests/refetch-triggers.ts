import { inject, InjectionToken, NgZone } from '@angular/core';
import type { Observable, Unsubscribable } from 'rxjs';
import { outsideZone } from '../angular/outside-zone';
import { PageActivity } from '../angular/page-activity';
import type { CacheFeature } from '../angular/cache-feature';
import type { Client } from './client';

/** Begins to refetch stale data when something happens, until it is unsubscribed. */
type Trigger = (client: Client) => Unsubscribable;

/** What refetches stale data of a cache while endpoints are observed. */
export const REFETCH_WHEN = new InjectionToken<readonly Trigger[]>('CACHE_REFETCH_WHEN');

/**
 * Refetches stale data for active subscribers when the page becomes visible or gains focus.
 */
export function withRefetchOnFocus(): CacheFeature {
  return refetchWhen((page) => page.focused$);
}

/** Refetches stale data for active subscribers when the browser is online again. */
export function withRefetchOnReconnect(): CacheFeature {
  return refetchWhen((page) => page.reconnected$);
}

/** Sends requests for all observed entries whose values are stale, except those that `clear` has dropped. */
export function refetchStale(client: Client): void {
  for (const entry of [...client]) {
    if (entry.observers.size === 0 || entry.isFetching || entry.isCleared) continue;
    if (entry.freshFor() === 0) client.reads.request(entry);
  }
}

function refetchWhen(select: (page: PageActivity) => Observable<unknown>): CacheFeature {
  const useFactory = (): Trigger => {
    const event$ = outsideZone(select(inject(PageActivity)), inject(NgZone));
    return (client) => event$.subscribe(() => refetchStale(client));
  };
  return { providers: [{ provide: REFETCH_WHEN, multi: true, useFactory }] };
}
