// What production builds get instead of the devtools.
import type { CacheFeature } from 'ngx-cache-query';

/** Does nothing in a production build. */
export function withDevtools(): CacheFeature {
  return { providers: [] };
}
