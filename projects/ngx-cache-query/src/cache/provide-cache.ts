import { type EnvironmentProviders, makeEnvironmentProviders, type Provider } from '@angular/core';
import type { CacheFeature } from '../angular/cache-feature';
import { CacheService } from './cache-service';

/**
 * Configures the cache with features. Without `provideCache()`, the whole application shares one `CacheService` that
 * uses the default settings.
 *
 * In the providers of a route, `provideCache()` creates a separate cache for that route. This cache is destroyed when
 * the injector of the route is destroyed, and at the latest together with the cache of the application.
 *
 * @param features the features to enable, such as `withClock()`
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
