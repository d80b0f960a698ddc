import { InjectionToken } from '@angular/core';
import { defer, Observable, retry } from 'rxjs';
import type { Clock } from '../platform/clock';
import type { CacheFeature } from '../platform/cache-feature';

/** How failed reads are retried. */
export interface RetryOptions {
  /** The maximum number of retries; 0 for no retries. Default: 3. */
  readonly count?: number;
  /** The delay before the first retry, in milliseconds. It doubles with each retry. Default: 1,000. */
  readonly delay?: number;
  /** The maximum delay between two retries, in milliseconds. Default: 30,000. */
  readonly maxDelay?: number;
  /**
   * Decides whether a failed read is retried. By default, a read is not retried if it failed with a status from 400 to
   * 499 other than 408 and 429. All other failed reads are retried.
   */
  readonly when?: (error: unknown) => boolean;
}

/**
 * The default retry options for endpoints that do not set `retry`. If `undefined`, reads of these endpoints are not
 * retried.
 */
export const RETRY = new InjectionToken<RetryOptions | undefined>('CACHE_RETRY', {
  factory: () => undefined,
});

/**
 * Retries failed reads. By default, there are three retries, with delays of 1, 2 and 4 seconds. Each delay is shortened
 * by a random amount of up to half of the delay. Therefore, clients that lose their connection at the same time do not
 * all retry at the same time. If the response has a `Retry-After` header, the delay from this header is used instead.
 * Mutations are never retried. A request that began before a reset is not retried after the reset. During server-side
 * rendering, nothing is retried.
 *
 * @example
 * ```ts
 * provideCache(withRetry({ count: 5 })),
 * ```
 */
export function withRetry(options: RetryOptions = {}): CacheFeature {
  return { providers: [{ provide: RETRY, useValue: options }] };
}

/** Sends a request and retries it if it fails. */
export function retrying<T>(
  send: () => Observable<T>,
  options: RetryOptions,
  clock: Clock,
): Observable<T> {
  const { count = 3, delay = 1_000, maxDelay = 30_000, when = isTransient } = options;
  return defer(send).pipe(
    retry({
      count,
      delay: (error: unknown, times) => {
        if (!when(error)) throw error;
        const most = Math.min(maxDelay, delay * 2 ** (times - 1));
        // One half of the delay is fixed, and the other half is random.
        return wait(afterOf(error) ?? most * (0.5 + Math.random() / 2), clock);
      },
    }),
  );
}

function wait(milliseconds: number, clock: Clock): Observable<void> {
  return new Observable((subscriber) => clock.after(milliseconds, () => subscriber.next()));
}

/** The fields of an HTTP error that are needed for retries. */
interface HttpFailure {
  readonly status?: number;
  /** The time to wait before the request is sent again, in milliseconds. */
  readonly retryAfter?: number;
}

function isTransient(error: unknown): boolean {
  const { status = 0 } = (error ?? {}) as HttpFailure;
  return status < 400 || status >= 500 || status === 408 || status === 429;
}

function afterOf(error: unknown): number | undefined {
  return (error as HttpFailure | null | undefined)?.retryAfter;
}
