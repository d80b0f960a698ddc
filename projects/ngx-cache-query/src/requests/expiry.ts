import { InjectionToken } from '@angular/core';
import type { CacheFeature } from '../angular/cache-feature';

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

/** The expiry options of the cache, for endpoints that do not set them. */
export const EXPIRY = new InjectionToken<ExpiryOptions>('CACHE_EXPIRY', { factory: () => ({}) });

/**
 * Sets how long responses stay fresh, and how long failures count as recent. The options of an endpoint take
 * precedence.
 */
export function withExpiry(options: ExpiryOptions): CacheFeature {
  return { providers: [{ provide: EXPIRY, useValue: options }] };
}
