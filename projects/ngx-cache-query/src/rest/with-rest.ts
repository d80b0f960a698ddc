import { InjectionToken } from '@angular/core';
import type { CacheFeature } from '../angular/cache-feature';
import { type CacheService, partsOf, SETUP } from '../cache/cache-service';
import type { ListHabits } from '../lists/list-rules';
import { type Fields, keep } from '../util/plain-data';
import type { RestHabits, RestHeaders } from './rest-options';
import { type AnyRestOptions, callOf, type Described } from './rest-request';

declare const ngDevMode: unknown;

/** The default options for every `RestEndpoint` of a cache. */
export interface RestDefaults extends RestHabits, ListHabits {}

export const REST_DEFAULTS = new InjectionToken<RestDefaults>(
  typeof ngDevMode === 'undefined' || ngDevMode ? 'REST_DEFAULTS' : '',
  {
    factory: () => ({}),
  },
);

/**
 * Sets default options for every `RestEndpoint` of the cache. The options of an endpoint and of `restEndpoints` take
 * precedence; headers are merged by name.
 *
 * @example
 * ```ts
 * const providers = [
 *   provideCache(withRest({ urlPrefix: '/api', unwrap: { list: 'results' }, names: snakeCase })),
 * ];
 * ```
 */
export function withRest(defaults: RestDefaults): CacheFeature {
  const setUp = (cache: CacheService) => void (partsOf(cache).store.listHabits = defaults);
  return {
    providers: [
      { provide: REST_DEFAULTS, useValue: defaults },
      { provide: SETUP, multi: true, useValue: setUp },
    ],
  };
}

/** Returns an endpoint with the defaults of `withRest` in place of the options that it does not have. */
export function describedWith({ name, path, given }: Described, defaults: RestDefaults): Described {
  return { name, path, given: { ...defaults, ...definedIn(given) } as AnyRestOptions };
}

export function headersOf(
  { headers }: RestDefaults,
  endpoint: Described,
  args: readonly unknown[],
): Partial<RestHeaders> {
  return (typeof headers === 'function' ? headers(callOf(endpoint, args)) : headers) ?? {};
}

export function definedIn(fields: object): Fields {
  return keep(fields as Fields, (_, value) => value !== undefined);
}
