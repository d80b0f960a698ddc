import { type EnvironmentProviders, makeEnvironmentProviders, type Provider } from '@angular/core';
import type { CacheFeature } from '../angular/cache-feature';
import { CacheService } from './cache-service';

/**
 * Configures the cache with features. In the providers of a route, it creates a cache for that route, which is
 * destroyed with the injector of the route.
 *
 * @param features such as `withClock()`
 *
 * @example
 * ```ts
 * bootstrapApplication(App, { providers: [provideCache(withClock(serverClock))] });
 * ```
 */
export function provideCache(...features: readonly CacheFeature[]): EnvironmentProviders {
  return makeEnvironmentProviders([
    CacheService,
    features.map((feature) => feature.providers as Provider[]),
  ]);
}
