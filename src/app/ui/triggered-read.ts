import { DestroyRef, inject, type Signal, signal } from '@angular/core';
import {
  type CacheError,
  CacheService,
  type Endpoint,
  type ResultOf,
  type SchemaLike,
} from 'ngx-cache-query';
import { asapScheduler, finalize, observeOn, type Subscription } from 'rxjs';

/** A read that a button triggers, even if there is already a response. */
export interface TriggeredRead<Args extends readonly unknown[]> {
  readonly isPending: Signal<boolean>;
  /** The error of the last call. It is cleared by the next call. */
  readonly error: Signal<CacheError | undefined>;
  clear(): void;
  /** Sends the request. If an earlier one is in flight, it is aborted. */
  load(...args: Args): void;
}

/** @param onSuccess called with the response, unless the component was destroyed */
export function triggeredRead<E extends Endpoint<never, SchemaLike>>(
  endpoint: E,
  onSuccess?: (value: ResultOf<E>, ...args: Parameters<E['load']>) => void,
): TriggeredRead<Parameters<E['load']>> {
  const cache = inject(CacheService);
  const isPending = signal(false);
  const error = signal<CacheError | undefined>(undefined);
  let isDestroyed = false;
  let running: Subscription | undefined;
  inject(DestroyRef).onDestroy(() => (isDestroyed = true));
  return {
    isPending: isPending.asReadonly(),
    error: error.asReadonly(),
    clear: () => error.set(undefined),
    load: (...args) => {
      running?.unsubscribe();
      error.set(undefined);
      isPending.set(true);
      const response$ = cache.fetch(endpoint, ...args).pipe(
        observeOn(asapScheduler), // All views have been notified before the callback runs.
        finalize(() => isPending.set(false)),
      );
      running = response$.subscribe({
        next: (value) => isDestroyed || onSuccess?.(value, ...args),
        error: (thrown: CacheError) => error.set(thrown),
      });
    },
  };
}
