import { InjectionToken } from '@angular/core';
import { isEntityClass, planOf } from '../schema/entity/entity-plan';
import type { Clock } from '../platform/clock';
import { hasData, type EndpointSnapshot } from './endpoint-state';
import type { CacheFeature } from '../platform/cache-feature';
import type { RequestRecord } from './request-record';
import type { AnyEndpoint } from './endpoint';

/** For how long responses and failures are taken for what they are. */
export interface ExpiryOptions {
  /** Milliseconds for which a response is fresh; 60,000 by default. */
  readonly dataExpiryLength?: number;
  /**
   * Milliseconds for which a failure is not retried by new subscribers or `ensure`: they receive it at once;
   * 5,000 by default. `fetch`, `refetch` and `reset` request all the same.
   */
  readonly errorExpiryLength?: number;
  /** Whether stale data is dropped instead of shown when the first subscriber comes; `false` by default. */
  readonly invalidIfStale?: boolean;
}

/** What endpoints do not say themselves. */
export const EXPIRY = new InjectionToken<ExpiryOptions>('CACHE_EXPIRY', { factory: () => ({}) });

/**
 * Says for how long responses are fresh, for all endpoints that do not say it themselves.
 *
 * @example
 * ```ts
 * provideCache(withExpiry({ dataExpiryLength: 10_000 })),
 * ```
 */
export function withExpiry(options: ExpiryOptions): CacheFeature {
  return { providers: [{ provide: EXPIRY, useValue: options }] };
}

/** Whether what is known of an endpoint is fresh, by its own options and by those of the cache. */
export class Freshness {
  constructor(
    readonly clock: Clock,
    private readonly defaults: ExpiryOptions,
  ) {}

  /** Milliseconds until the data of a snapshot is stale; 0 when it is. */
  of(endpoint: AnyEndpoint, snapshot: EndpointSnapshot): number {
    const { request } = snapshot;
    if (!hasData(endpoint, snapshot) || request?.expired) return 0;
    if (request?.fetchedAt === undefined) return isInferred(endpoint) ? Infinity : 0;
    const length = endpoint.dataExpiryLength ?? this.defaults.dataExpiryLength ?? 60_000;
    const end = Math.min(request.fetchedAt + length, request.expiresAt ?? Infinity);
    return Math.max(0, end - this.clock.now());
  }

  /** The failure that is so recent that new subscribers receive it without a request, if there is one. */
  failureOf(endpoint: AnyEndpoint, { request }: EndpointSnapshot): RequestRecord['failure'] {
    const length = endpoint.errorExpiryLength ?? this.defaults.errorExpiryLength ?? 5_000;
    const failure = request?.failure;
    return failure && this.clock.now() < failure.at + length ? failure : undefined;
  }

  /** Whether stale data is dropped instead of shown when the first subscriber comes. */
  isInvalidIfStale(endpoint: AnyEndpoint): boolean {
    return endpoint.invalidIfStale ?? this.defaults.invalidIfStale ?? false;
  }
}

/** Whether an entity that is in the cache and whole stands in for a response. */
export function isInferred({ schema }: AnyEndpoint): boolean {
  return isEntityClass(schema) && planOf(schema).ownValidate;
}
