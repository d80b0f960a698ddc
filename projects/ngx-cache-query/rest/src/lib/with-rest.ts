import { InjectionToken } from '@angular/core';
import type { CacheFeature } from 'ngx-cache-query';

/** What all `RestEndpoint`s of a cache have in common, unless they say otherwise. */
export interface RestDefaults {
  /** Stands before every path: `https://api.example.com/v2`. */
  readonly urlPrefix?: string;
}

export const REST_DEFAULTS = new InjectionToken<RestDefaults>('REST_DEFAULTS');

/**
 * Sets what all `RestEndpoint`s of the cache have in common.
 *
 * @example
 * ```ts
 * const providers = [provideCache(withRest({ urlPrefix: '/api' }))];
 * ```
 */
export function withRest(defaults: RestDefaults): CacheFeature {
  return { providers: [{ provide: REST_DEFAULTS, useValue: defaults }] };
}
