import type { CacheFeature } from '../angular/cache-feature';
import type { CacheError } from '../util/cache-error';
import { withExtension } from './with-extension';

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
 * @param factory creates the function in the injection context of the cache
 */
export function withFailures(factory: () => (failure: Failure) => void): CacheFeature {
  return withExtension(() => {
    const notify = factory();
    return {
      onRequest: ({ args, endpoint, error, key, state }) => {
        if (state === 'error') notify({ endpoint, key, args, error: error as CacheError });
      },
    };
  });
}
