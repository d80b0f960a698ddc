import { InjectionToken } from '@angular/core';

/** The number of steps in one slice of a sweep. A slice takes one or two milliseconds. */
export const SWEEP_SLICE = new InjectionToken<number>('CACHE_SWEEP_SLICE', {
  factory: () => 1_000,
});
