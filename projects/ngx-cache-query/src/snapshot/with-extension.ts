import { ErrorHandler, inject } from '@angular/core';
import { type CacheService, SETUP } from '../cache/cache-service';
import type { CacheFeature } from '../angular/cache-feature';
import { REQUEST_HOOK } from '../requests/sent-request';
import type { CacheExtension } from './cache-extension';
import { Extensions } from './extensions';

/** Creates an extension. Called in the injection context of the cache. */
export type ExtensionFactory = () => CacheExtension;

/**
 * Adds an extension to the cache, for devtools, logging or persistence.
 *
 * @param factory creates it in the injection context of the cache
 */
export function withExtension(factory: ExtensionFactory): CacheFeature {
  return {
    providers: [
      { provide: Extensions, useFactory: () => new Extensions(inject(ErrorHandler)) },
      { provide: REQUEST_HOOK, useExisting: Extensions },
      {
        provide: SETUP,
        multi: true,
        useValue: (cache: CacheService) => inject(Extensions).add(factory(), cache),
      },
    ],
  };
}
