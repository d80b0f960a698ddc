import { InjectionToken } from '@angular/core';
import { defer, Observable, retry } from 'rxjs';
import type { Clock } from '../platform/clock';
import type { CacheFeature } from '../platform/cache-feature';

/** How reads that fail are retried. */
export interface RetryOptions {
  /** The number of retries at most; 3 by default, 0 for none. */
  readonly count?: number;
  /** Milliseconds before the first retry, doubled for each next one; 1,000 by default. */
  readonly delay?: number;
  /** Milliseconds between retries at most; 30,000 by default. */
  readonly maxDelay?: number;
  /**
   * Decides whether a failure is retried. By default all are, except responses with a status from 400 to 499 other than
   * 408 and 429.
   */
  readonly when?: (error: unknown) => boolean;
}

/** How reads of endpoints without a `retry` option are retried; `undefined` for not at all. */
export const RETRY = new InjectionToken<RetryOptions | undefined>('CACHE_RETRY', {
  factory: () => undefined,
});

/**
 * Retries reads that fail: after a second, two, four. Delays are randomized, so that clients which lost the connection
 * do not return all at once. A `Retry-After` header is respected. Mutations are never retried, nor are requests from
 * before a reset, and nothing is retried on a server.
 *
 * @example
 * ```ts
 * provideCache(withRetry({ count: 5 })),
 * ```
 */
export function withRetry(options: RetryOptions = {}): CacheFeature {
  return { providers: [{ provide: RETRY, useValue: options }] };
}

/** Sends a request, and again when it fails. */
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
        // Half of it is fixed, the other half random.
        return wait(afterOf(error) ?? most * (0.5 + Math.random() / 2), clock);
      },
    }),
  );
}

function wait(milliseconds: number, clock: Clock): Observable<void> {
  return new Observable((subscriber) => clock.after(milliseconds, () => subscriber.next()));
}

/** The fields of an error of HTTP. */
interface HttpFailure {
  readonly status?: number;
  /** Milliseconds after which it may be requested again. */
  readonly retryAfter?: number;
}

function isTransient(error: unknown): boolean {
  const { status = 0 } = (error ?? {}) as HttpFailure;
  return status < 400 || status >= 500 || status === 408 || status === 429;
}

function afterOf(error: unknown): number | undefined {
  return (error as HttpFailure | null | undefined)?.retryAfter;
}
