import { type EnvironmentProviders, makeEnvironmentProviders, type Provider } from '@angular/core';
import { CacheService } from './cache-service';

/** A part of a cache's configuration. The `with…()` functions return features, which you pass to `provideCache`. */
export interface CacheFeature {
  /** The providers that the feature adds. */
  readonly providers: readonly Provider[];
}

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
