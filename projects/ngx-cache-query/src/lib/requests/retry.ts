import { InjectionToken } from '@angular/core';
import { defer, Observable, retry } from 'rxjs';
import type { Clock } from '../platform/clock';
import type { CacheFeature } from '../platform/cache-feature';

/** How reads that fail are tried again. */
export interface RetryOptions {
  /** How often at most; 3 by default, 0 for never. */
  readonly count?: number;
  /** Milliseconds before the first time, twice as many before the next; 1,000 by default. */
  readonly delay?: number;
  /** The most milliseconds in between; 30,000 by default. */
  readonly maxDelay?: number;
  /**
   * Whether a failure is worth it. By default all but an answer that says that the question is wrong: a
   * status from 400 to 499, except 408 and 429.
   */
  readonly when?: (error: unknown) => boolean;
}

/** How reads are tried again whose endpoint does not say it; `undefined` for not at all. */
export const RETRY = new InjectionToken<RetryOptions | undefined>('CACHE_RETRY', {
  factory: () => undefined,
});

/**
 * Tries reads again that fail: after a second, two, four, with some chance in it, so that not all who were
 * cut off come back at once. What the server says in `Retry-After` is waited for. Mutations are never
 * tried again, nor is what was asked for before a reset, and nothing on a server.
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
  const { count = 3, delay = 1_000, maxDelay = 30_000, when = isWorthIt } = options;
  return defer(send).pipe(
    retry({
      count,
      delay: (error: unknown, times) => {
        if (!when(error)) throw error;
        const most = Math.min(maxDelay, delay * 2 ** (times - 1));
        // Half of it for certain, the other half by chance.
        return wait(afterOf(error) ?? most * (0.5 + Math.random() / 2), clock);
      },
    }),
  );
}

function wait(milliseconds: number, clock: Clock): Observable<void> {
  return new Observable((subscriber) => clock.after(milliseconds, () => subscriber.next()));
}

/** What a server says of an error, when it speaks HTTP. */
interface HttpFailure {
  readonly status?: number;
  /** Milliseconds after which it may be asked again. */
  readonly retryAfter?: number;
}

function isWorthIt(error: unknown): boolean {
  const { status = 0 } = (error ?? {}) as HttpFailure;
  return status < 400 || status >= 500 || status === 408 || status === 429;
}

function afterOf(error: unknown): number | undefined {
  return (error as HttpFailure | null | undefined)?.retryAfter;
}
