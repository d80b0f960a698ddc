import { inject } from '@angular/core';
import type { CacheFeature } from 'ngx-cache-query';
import { withExtension } from 'ngx-cache-query/extensions';
import { CacheDevtools } from './cache-devtools';
import type { Output } from './recorder';

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
