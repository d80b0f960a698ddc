import { computed, type DestroyRef, signal, untracked } from '@angular/core';
import { lastValueFrom, type Observable } from 'rxjs';
import type { CacheError } from '../util/cache-error';
import type { CacheMutation, CacheMutationOptions } from './cache-mutation';

type AnyMutation = CacheMutation<readonly unknown[], unknown>;

interface Outcome {
  readonly value?: unknown;
  readonly error?: CacheError;
}

const NONE: Outcome = {};

/**
 * Returns the mutation of a component.
 *
 * @param send returns an Observable that sends a request when it is subscribed to
 * @param report receives the errors that no component shows
 * @param onSuccess receives the response and the arguments of each successful request, until the component is destroyed
 * @param destroyRef ends the updates of the signals
 */
export function cacheMutation(
  send: (args: readonly unknown[]) => Observable<unknown>,
  report: (error: unknown) => void,
  destroyRef: DestroyRef,
  onSuccess?: CacheMutationOptions<readonly unknown[], unknown>['onSuccess'],
): AnyMutation {
  const inFlight = signal(0);
  const outcome = signal(NONE);
  let isShown = false;
  let isDestroyed = false;
  let last: object | undefined;
  destroyRef.onDestroy(() => (isDestroyed = true));

  const start = async (args: readonly unknown[]) => {
    const run = (last = {});
    /** The outcome of an earlier run does not replace that of a later one. */
    const show = (next: Outcome) => {
      if (run === last && !isDestroyed) outcome.set(next);
    };
    outcome.set(NONE);
    inFlight.update((count) => count + 1);
    let value;
    try {
      value = await lastValueFrom(send(args), { defaultValue: undefined });
      show({ value });
    } catch (error) {
      show({ error: error as CacheError });
      throw error;
    } finally {
      inFlight.update((count) => count - 1);
    }
    succeeded(value, args);
    return value;
  };
  /** The request succeeded even if the callback throws. */
  const succeeded = (value: unknown, args: readonly unknown[]) => {
    try {
      if (!isDestroyed) onSuccess?.(value, ...args);
    } catch (error) {
      report(error);
    }
  };
  // A request reads no signals for an effect that calls `run`.
  const runAsync = (...args: readonly unknown[]) => untracked(() => start(args));
  return {
    isPending: computed(() => inFlight() > 0),
    value: computed(() => outcome().value),
    error: computed(() => {
      isShown = true;
      return outcome().error;
    }),
    run: (...args) => {
      runAsync(...args).catch((error: unknown) => {
        if (!isShown || isDestroyed) report(error);
      });
    },
    runAsync,
    clear: () => {
      last = undefined;
      outcome.set(NONE);
    },
  };
}
