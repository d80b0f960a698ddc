import { isPlatformServer } from '@angular/common';
import { inject, PLATFORM_ID } from '@angular/core';
import { type CacheFeature, ɵPageActivity as PageActivity } from 'ngx-cache-query';
import { withExtension } from 'ngx-cache-query/extensions';
import { CacheDevtools, DEVTOOLS_OPTIONS } from './cache-devtools';
import { provideConsoleApi } from './console-api';
import type { DevtoolsOptions } from './devtools-options';
import { SimulatedPage } from './simulated-page';

/**
 * Records what the cache does, for `CacheDevtools` and the console. A production build does not contain it, unless it is
 * imported from `ngx-cache-query/devtools/production`.
 *
 * @example
 * ```ts
 * provideCache(withDevtools()),
 * ```
 */
export function withDevtools(options: DevtoolsOptions = {}): CacheFeature {
  const extension = withExtension(() => {
    const devtools = inject(CacheDevtools);
    // A server renders for many users at the same time.
    if (!isPlatformServer(inject(PLATFORM_ID))) provideConsoleApi(devtools);
    return devtools.recorder;
  });
  return {
    providers: [
      { provide: DEVTOOLS_OPTIONS, useValue: options },
      CacheDevtools,
      SimulatedPage,
      { provide: PageActivity, useExisting: SimulatedPage },
      ...extension.providers,
    ],
  };
}
