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
  /**
   * The error of the request. It has a `status` if the server responded. A `RestError` also contains the response body.
   */
  readonly error: CacheError;
}

/**
 * Calls a function for every failed request, for example to log the error, to show a message, or to sign the user out.
 * The code that sent the request receives the error too.
 *
 * @param factory creates the function in the injection context of the cache
 *
 * @example
 * ```ts
 * provideCache(
 *   withFailures(() => {
 *     const router = inject(Router);
 *     return ({ error }) => {
 *       if (error.status === 401) {
 *         void router.navigateByUrl('/sign-in');
 *       }
 *     };
 *   }),
 * );
 * ```
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
