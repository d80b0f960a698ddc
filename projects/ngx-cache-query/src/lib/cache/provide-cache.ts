import { type EnvironmentProviders, makeEnvironmentProviders, type Provider } from '@angular/core';
import type { CacheFeature } from './cache-feature';
import { CacheService } from './cache-service';
import { CACHE_EXTENSIONS, type ExtensionFactory } from './extensions';

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

/**
 * Adds an extension to the cache: devtools, a log, persistence.
 *
 * @param factory makes it, in the injection context of the cache: `() => inject(CommitLog)`
 */
export function withExtension(factory: ExtensionFactory): CacheFeature {
  return { providers: [{ provide: CACHE_EXTENSIONS, useValue: factory, multi: true }] };
}
