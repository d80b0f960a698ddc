import type { Provider } from '@angular/core';

/** A part of a cache's set-up, made by a function that is called `withSomething`. */
export interface CacheFeature {
  /** What the feature sets up. */
  readonly providers: readonly Provider[];
}
