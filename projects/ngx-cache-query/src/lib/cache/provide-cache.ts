import { type EnvironmentProviders, makeEnvironmentProviders, type Provider } from '@angular/core';
import type { CacheFeature } from '../platform/cache-feature';
import { CacheService } from './cache-service';

/**
 * Configures the cache with features. Without `provideCache()`, the whole application shares one `CacheService` with
 * default settings.
 *
 * In the providers of a route, `provideCache()` creates a separate cache for the route. That cache is destroyed with
 * the injector of the route. If the router has `withAutoCleanupInjectors()`, this happens when the user leaves the
 * route. Otherwise, it happens when the application ends.
 *
 * @param features the results of functions such as `withRest()` and `withRetention()`
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
