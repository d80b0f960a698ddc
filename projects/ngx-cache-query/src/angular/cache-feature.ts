import type { Provider } from '@angular/core';

/** A part of a cache's configuration. The `with…()` functions return features, which you pass to `provideCache`. */
export interface CacheFeature {
  /** The providers that the feature adds. */
  readonly providers: readonly Provider[];
}
