import { inject, InjectionToken, NgZone } from '@angular/core';
import type { Observable, Unsubscribable } from 'rxjs';
import type { CacheFeature } from '../angular/cache-feature';
import { outsideZone } from '../angular/outside-zone';
import { PageActivity } from '../angular/page-activity';
import type { Client } from './client';
import type { Retry } from './retries';
import { because, type Reason } from './sent-request';

declare const ngDevMode: unknown;

/** How long responses stay fresh, and how long failures count as recent. */
export interface ExpiryOptions {
  /** How long a response is fresh, in milliseconds. Default: 60,000. */
  readonly staleTime?: number;
  /**
   * How long new subscribers and `ensure` receive a failure instead of a new request, in milliseconds. Default: 5,000.
   */
  readonly errorStaleTime?: number;
  /** Whether stale data is dropped instead of being shown to the first subscriber. Default: `false`. */
  readonly invalidIfStale?: boolean;
}

/** How long the responses of an endpoint stay fresh, and when the endpoint is refetched. */
export interface RefreshOptions extends ExpiryOptions {
  /** The time between two refetches while there are subscribers, in milliseconds. Default: no polling. */
  readonly pollInterval?: number;
  /** How failed reads are retried: `retries(…)`. Default: `withRetry`, otherwise not at all. */
  readonly retry?: Retry;
  /** Whether the responses are excluded from snapshots, such as those for hydration. Default: `false`. */
  readonly sensitive?: boolean;
}

/** The expiry options of the cache, for endpoints that do not set them. */
export const EXPIRY = new InjectionToken<ExpiryOptions>(
  typeof ngDevMode === 'undefined' || ngDevMode ? 'CACHE_EXPIRY' : '',
  { factory: () => ({}) },
);

/**
 * Sets how long responses stay fresh, and how long failures count as recent. The options of an endpoint take
 * precedence.
 */
export function withExpiry(options: ExpiryOptions): CacheFeature {
  return { providers: [{ provide: EXPIRY, useValue: options }] };
}

/** Begins to refetch stale data when something happens, until it is unsubscribed. */
type Trigger = (client: Client) => Unsubscribable;

/** What refetches stale data of a cache while endpoints are observed. */
export const REFETCH_WHEN = new InjectionToken<readonly Trigger[]>(
  typeof ngDevMode === 'undefined' || ngDevMode ? 'CACHE_REFETCH_WHEN' : '',
);

/** Refetches stale data for active subscribers when the page becomes visible or gains focus. */
export function withRefetchOnFocus(): CacheFeature {
  return refetchWhen('focus', (page) => page.focused$);
}

/** Refetches stale data for active subscribers when the browser is online again. */
export function withRefetchOnReconnect(): CacheFeature {
  return refetchWhen('reconnect', (page) => page.reconnected$);
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

/** Sends requests for all observed entries whose values are stale, except those that `clear` has dropped. */
function refetchStale(client: Client, reason: Reason['kind']): void {
  for (const entry of [...client]) {
    if (entry.observers.size === 0 || entry.isFetching || entry.isCleared) continue;
    if (entry.freshFor() > 0) continue;
    because(reason);
    client.reads.request(entry);
  }
}
