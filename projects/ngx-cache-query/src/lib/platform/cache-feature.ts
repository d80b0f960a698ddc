import type { Provider } from '@angular/core';

/** A part of a cache's configuration. The `with…()` functions return features, which you pass to `provideCache`. */
export interface CacheFeature {
  /** The providers of the feature. */
  readonly providers: readonly Provider[];
}
