import { InjectionToken } from '@angular/core';
import type { CacheFeature } from '../angular/cache-feature';

/** The default options for every `RestEndpoint` of a cache. */
export interface RestDefaults {
  /** The prefix of every path, such as `https://api.example.com/v2`. */
  readonly urlPrefix?: string;
}

/** The defaults that {@link withRest} sets. */
export const REST_DEFAULTS = new InjectionToken<RestDefaults>('REST_DEFAULTS', {
  factory: () => ({}),
});

/**
 * Sets default options for every `RestEndpoint` of the cache. The options of an endpoint take precedence.
 *
 * @example
 * ```ts
 * const providers = [provideCache(withRest({ urlPrefix: '/api' }))];
 * ```
 */
export function withRest(defaults: RestDefaults): CacheFeature {
  return { providers: [{ provide: REST_DEFAULTS, useValue: defaults }] };
}
