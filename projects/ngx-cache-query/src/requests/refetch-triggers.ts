import { inject, InjectionToken, NgZone } from '@angular/core';
import type { Observable, Unsubscribable } from 'rxjs';
import { outsideZone } from '../angular/outside-zone';
import { PageActivity } from '../angular/page-activity';
import type { CacheFeature } from '../angular/cache-feature';
import type { Client } from './client';
import { because, type Reason } from './reason';

/** Begins to refetch stale data when something happens, until it is unsubscribed. */
type Trigger = (client: Client) => Unsubscribable;

/** What refetches stale data of a cache while endpoints are observed. */
export const REFETCH_WHEN = new InjectionToken<readonly Trigger[]>('CACHE_REFETCH_WHEN');

/**
 * Refetches stale data for active subscribers when the page becomes visible or gains focus.
 */
export function withRefetchOnFocus(): CacheFeature {
  return refetchWhen('focus', (page) => page.focused$);
}

/** Refetches stale data for active subscribers when the browser is online again. */
export function withRefetchOnReconnect(): CacheFeature {
  return refetchWhen('reconnect', (page) => page.reconnected$);
}

/** Sends requests for all observed entries whose values are stale, except those that `clear` has dropped. */
export function refetchStale(client: Client, reason: Reason['kind']): void {
  for (const entry of [...client]) {
    if (entry.observers.size === 0 || entry.isFetching || entry.isCleared) continue;
    if (entry.freshFor() > 0) continue;
    because(reason);
    client.reads.request(entry);
  }
}

function refetchWhen(
  reason: Reason['kind'],
  select: (page: PageActivity) => Observable<unknown>,
): CacheFeature {
  const useFactory = (): Trigger => {
    const event$ = outsideZone(select(inject(PageActivity)), inject(NgZone));
    return (client) => event$.subscribe(() => refetchStale(client, reason));
  };
  return { providers: [{ provide: REFETCH_WHEN, multi: true, useFactory }] };
}
