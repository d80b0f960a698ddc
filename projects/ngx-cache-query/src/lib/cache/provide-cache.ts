import { type EnvironmentProviders, makeEnvironmentProviders, type Provider } from '@angular/core';
import type { CacheFeature } from '../platform/cache-feature';
import { CacheService } from './cache-service';

/**
 * Sets up a cache. Without it `CacheService` works as it is, one for the whole application; on a route
 * it makes a cache of the route's own, which ends with the route's injector: when one leaves the route if
 * the router has `withAutoCleanupInjectors()`, else with the application.
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
