// What production builds get instead of the devtools: the same names.
import { Component, Injectable } from '@angular/core';
import type { CacheFeature } from 'ngx-cache-query';

/** Not provided in a production build: inject it with `{ optional: true }`. */
@Injectable()
export class CacheDevtools {}

/** Cannot read a session in a production build. */
export class RecordedSession {}

/** Does nothing in a production build. */
function withNothing(): CacheFeature {
  return { providers: [] };
}

/** Shows nothing in a production build. */
@Component({ selector: 'cache-devtools', template: '' })
export class CacheDevtoolsPanel {}

// One function under three names costs nothing for the second and the third one.
export {
  withNothing as withDevtools,
  withNothing as withPerformanceTrack,
  withNothing as withReduxDevtools,
};
