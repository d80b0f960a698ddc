import type { Provider } from '@angular/core';

/** A part of a cache configuration. The `with…()` functions return features, and you pass them to `provideCache`. */
export interface CacheFeature {
  /** The providers of the feature. */
  readonly providers: readonly Provider[];
}
