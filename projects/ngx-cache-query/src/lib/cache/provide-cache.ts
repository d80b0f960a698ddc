import { type EnvironmentProviders, makeEnvironmentProviders, type Provider } from '@angular/core';
import type { CacheFeature } from '../platform/cache-feature';
import { CacheService } from './cache-service';

/**
 * Configures the cache with features. Without `provideCache()`, the whole application shares one `CacheService` that
 * uses the default settings.
 *
 * In the providers of a route, `provideCache()` creates a separate cache for that route. This cache is destroyed when
 * the injector of the route is destroyed. With the router feature `withAutoCleanupInjectors()`, Angular destroys the
 * injector when the user leaves the route. Without this feature, Angular destroys the injector when the application
 * ends.
 *
 * @param features the features to enable, such as `withRest()` and `withRetention()`
 *
 * @example
 * ```ts
 * bootstrapApplication(App, {
 *   providers: [provideCache(withRest({ urlPrefix: '/api' }))],
 * });
 * ```
 */
export function provideCache(...features: readonly CacheFeature[]): EnvironmentProviders {
  return makeEnvironmentProviders([
    CacheService,
    features.map((feature) => feature.providers as Provider[]),
  ]);
}
