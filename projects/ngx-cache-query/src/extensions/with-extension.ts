import { EnvironmentInjector, inject, runInInjectionContext } from '@angular/core';
import { type CacheService, SETUP } from '../cache/cache-service';
import type { CacheFeature } from '../angular/cache-feature';
import { REQUEST_HOOK } from '../requests/sent-request';
import type { CacheError } from '../util/cache-error';
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
      { provide: Extensions, useFactory: () => new Extensions() },
      { provide: REQUEST_HOOK, useExisting: Extensions },
      {
        provide: SETUP,
        multi: true,
        useValue: (cache: CacheService) => inject(Extensions).add(factory(), cache),
      },
    ],
  };
}

/** A failed request. */
export interface Failure {
  /** The name of the endpoint, such as `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the request, such as `GET /users/5`. */
  readonly key: string;
  /** The arguments of the call. */
  readonly args: readonly unknown[];
  /** The error, with a `status` if the server responded. */
  readonly error: CacheError;
}

/**
 * Calls a function for every failed request, for example to sign the user out. Its sender receives the error too.
 *
 * @param factory creates the function, in the injection context of the cache. It is called at the first failure, so that
 *   it can inject the `CacheService`.
 */
export function withFailures(factory: () => (failure: Failure) => void): CacheFeature {
  return withExtension(() => {
    const injector = inject(EnvironmentInjector);
    let notify: ((failure: Failure) => void) | undefined;
    return {
      onRequest: ({ args, endpoint, error, key, state }) => {
        if (state !== 'error') return;
        notify ??= runInInjectionContext(injector, factory);
        notify({ endpoint, key, args, error: error as CacheError });
      },
    };
  });
}
