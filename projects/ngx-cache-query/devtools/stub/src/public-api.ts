// What production builds get instead of the devtools.
import { Component, Injectable } from '@angular/core';
import type { CacheFeature } from 'ngx-cache-query';

/** Not provided in a production build: inject it with `{ optional: true }`. */
@Injectable()
export class CacheDevtools {}

/** Does nothing in a production build. */
export function withDevtools(): CacheFeature {
  return { providers: [] };
}

export const withPerformanceTrack = withDevtools;
export const withReduxDevtools = withDevtools;

/** Shows nothing in a production build. */
@Component({ selector: 'cache-devtools', template: '' })
export class CacheDevtoolsPanel {}
