import { InjectionToken } from '@angular/core';
import { isEntityClass, planOf } from '../schema/entity/entity-plan';
import type { Clock } from '../platform/clock';
import { hasData, type StoredResponse } from './stored-response';
import type { CacheFeature } from '../platform/cache-feature';
import type { RequestRecord } from './request-record';
import type { AnyEndpoint } from './endpoint';
import type { ExpiryOptions } from './refresh-options';

/** The expiry options of the cache. They are the defaults for endpoints that do not set these options. */
export const EXPIRY = new InjectionToken<ExpiryOptions>('CACHE_EXPIRY', { factory: () => ({}) });

/**
 * Sets how long responses stay fresh, and how long failures count as recent. The options of an endpoint take
 * precedence.
 *
 * @example
 * ```ts
 * provideCache(withExpiry({ dataExpiryLength: 10_000 })),
 * ```
 */
export function withExpiry(options: ExpiryOptions): CacheFeature {
  return { providers: [{ provide: EXPIRY, useValue: options }] };
}

/** Decides whether responses are fresh, based on the options of the endpoint and the defaults of the cache. */
export class Freshness {
  constructor(
    readonly clock: Clock,
    private readonly defaults: ExpiryOptions,
  ) {}

  /**
   * Returns the number of milliseconds until the stored data becomes stale, or 0 if the data is missing or already
   * stale.
   */
  of(endpoint: AnyEndpoint, stored: StoredResponse): number {
    const { request } = stored;
    if (!hasData(endpoint, stored)) return 0;
    if (request?.isHydrating) return Infinity;
    if (request?.expired) return 0;
    if (request?.fetchedAt === undefined) return isInferred(endpoint) ? Infinity : 0;
    const length = endpoint.refresh.dataExpiryLength ?? this.defaults.dataExpiryLength ?? 60_000;
    const end = Math.min(request.fetchedAt + length, request.expiresAt ?? Infinity);
    return Math.max(0, end - this.clock.now());
  }

  /**
   * Returns the failure of the last request, if this failure is recent. In this case, new subscribers receive the
   * failure, and no new request is sent. Returns `undefined` otherwise.
   */
  failureOf(endpoint: AnyEndpoint, { request }: StoredResponse): RequestRecord['failure'] {
    const length = endpoint.refresh.errorExpiryLength ?? this.defaults.errorExpiryLength ?? 5_000;
    const failure = request?.failure;
    if (failure === undefined || request?.isHydrating) return failure;
    return this.clock.now() < failure.at + length ? failure : undefined;
  }

  /**
   * Whether a new observer must send a request. A request is needed if the data is missing or stale, unless the last
   * request failed recently.
   */
  needsRequest(endpoint: AnyEndpoint, stored: StoredResponse): boolean {
    return this.of(endpoint, stored) === 0 && this.failureOf(endpoint, stored) === undefined;
  }

  /** Whether stale data is dropped instead of being shown to the first subscriber. */
  isInvalidIfStale(endpoint: AnyEndpoint): boolean {
    return endpoint.refresh.invalidIfStale ?? this.defaults.invalidIfStale ?? false;
  }
}

/**
 * Whether a complete entity from the cache counts as fresh data until the first response of the endpoint arrives. This
 * is the case if the class of the entity overrides `validate`.
 */
export function isInferred({ schema }: AnyEndpoint): boolean {
  return isEntityClass(schema) && planOf(schema).ownValidate;
}
