import { isPlatformServer } from '@angular/common';
import { inject, PLATFORM_ID } from '@angular/core';
import { type CacheFeature, ɵPageActivity as PageActivity } from 'ngx-cache-query';
import { withExtension } from 'ngx-cache-query/extensions';
import { CacheDevtools } from './cache-devtools';
import { provideConsoleApi } from './console-api';
import { DEVTOOLS_OPTIONS, type DevtoolsOptions } from './devtools-options';
import type { Output } from './recorder';
import { SimulatedPage } from './simulations';

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

/**
 * Returns a feature that passes what the devtools record on to something else.
 *
 * @param name the name of the feature, for the message if the devtools are missing
 */
export function outputFeature(
  name: string,
  create: (devtools: CacheDevtools) => Output | undefined,
): CacheFeature {
  return withExtension(() => {
    const devtools = inject(CacheDevtools, { optional: true, self: true });
    if (!devtools) throw new Error(`${name} needs withDevtools() in the same provideCache(…).`);
    const output = create(devtools);
    if (output) devtools.recorder.outputs.add(output);
    return {};
  });
}
