import { InjectionToken } from '@angular/core';
import { defer, Observable, retry } from 'rxjs';
import type { Clock } from '../angular/clock';
import type { CacheFeature } from '../angular/cache-feature';

declare const ngDevMode: unknown;

/** How failed reads are retried. */
export interface RetryOptions {
  /** The maximum number of retries; 0 for no retries. Default: 3. */
  readonly count?: number;
  /** The delay before the first retry, in milliseconds; it doubles with each retry. Default: 1,000. */
  readonly delay?: number;
  /** The maximum delay between two retries, in milliseconds. Default: 30,000. */
  readonly maxDelay?: number;
  /**
   * Whether a failed read is retried. Default: unless it failed with a status from 300 to 499 other than 408 and 429,
   * or without a response although the server could be reached (NCQ5011).
   */
  readonly when?: (error: unknown) => boolean;
}

/** Sends a read, and again if it fails: {@link retries}. */
export type Retry = (send: () => Observable<unknown>, clock: Clock) => Observable<unknown>;

/** How reads of endpoints without `retry` are retried. */
export const RETRY = new InjectionToken<Retry | undefined>(
  typeof ngDevMode === 'undefined' || ngDevMode ? 'CACHE_RETRY' : '',
  {
    factory: () => undefined,
  },
);

/**
 * Returns the value of the `retry` option. Reads are retried with exponential delays, or after the time in
 * `Retry-After`. Mutations are never retried, and nothing is retried on a server.
 *
 * @example
 * ```ts
 * const getUser = new RestEndpoint({ path: '/users/:id', schema: User, retry: retries({ count: 5 }) });
 * ```
 */
export function retries({
  count = 3,
  delay = 1_000,
  maxDelay = 30_000,
  when = isTransient,
}: RetryOptions = {}): Retry {
  return (send, clock) =>
    defer(send).pipe(
      retry({
        count,
        delay: (error: unknown, times) => {
          if (!when(error)) throw error;
          const most = Math.min(maxDelay, delay * 2 ** (times - 1));
          // One half of the delay is fixed, and the other half is random.
          const random = most * (0.5 + Math.random() / 2);
          const { retryAfter = random } = (error ?? {}) as HttpFailure;
          return new Observable<void>((waiting) => clock.after(retryAfter, () => waiting.next()));
        },
      }),
    );
}

/**
 * Retries failed reads of all endpoints that do not set `retry`.
 *
 * @example
 * ```ts
 * provideCache(withRetry({ count: 5 })),
 * ```
 */
export function withRetry(options: RetryOptions = {}): CacheFeature {
  return { providers: [{ provide: RETRY, useValue: retries(options) }] };
}

/** The fields of an HTTP error that are needed for retries. */
interface HttpFailure {
  readonly code?: unknown;
  readonly status?: number;
  /** The time to wait before the request is sent again, in milliseconds. */
  readonly retryAfter?: number;
}

function isTransient(error: unknown): boolean {
  const { code, status = 0 } = (error ?? {}) as HttpFailure;
  if (code === 'NCQ5011') return false; // An interceptor has decided that there is no response.
  return status < 300 || status >= 500 || status === 408 || status === 429;
}
