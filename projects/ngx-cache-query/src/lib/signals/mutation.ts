import { computed, type DestroyRef, signal, untracked } from '@angular/core';
import { lastValueFrom, type Observable } from 'rxjs';
import type { CacheError } from '../util/cache-error';
import type { CacheMutation, CacheMutationOptions } from './cache-mutation';

type Args = readonly unknown[];
type AnyMutation = CacheMutation<Args, unknown>;
type Callbacks = Pick<CacheMutationOptions<Args, unknown>, 'onSuccess' | 'onError'>;

interface Outcome {
  readonly value?: unknown;
  readonly error?: CacheError;
}

const NONE: Outcome = {};

/**
 * Creates a mutation for a component.
 *
 * @param send returns an Observable that sends a request on subscription
 * @param report receives the errors that no component shows
 * @param destroyRef after it is destroyed, results are not shown and callbacks are not called
 */
export function cacheMutation(
  send: (args: Args) => Observable<unknown>,
  report: (error: unknown) => void,
  destroyRef: DestroyRef,
  { onError, onSuccess }: Callbacks = {},
): AnyMutation {
  const inFlight = signal(0);
  const outcome = signal(NONE);
  let isShown = false;
  let isDestroyed = false;
  let last: object | undefined;
  destroyRef.onDestroy(() => (isDestroyed = true));

  const start = async (args: Args) => {
    const run = (last = {});
    outcome.set(NONE);
    inFlight.update((count) => count + 1);
    const result = await outcomeOf(send(args));
    inFlight.update((count) => count - 1);
    // The result of an earlier run does not replace the result of a later run.
    if (run === last && !isDestroyed) outcome.set(result);
    callBack(result, args);
    if (result.error !== undefined) throw result.error;
    return result.value;
  };
  /** Calls a callback if the component still exists. An error that the callback throws does not change the result. */
  const callBack = ({ error, value }: Outcome, args: Args) => {
    if (isDestroyed) return;
    try {
      if (error === undefined) onSuccess?.(value, ...args);
      else onError?.(error, ...args);
    } catch (thrown) {
      report(thrown);
    }
  };
  // Sending a request must not create signal dependencies in an effect that calls `run`.
  const runAsync = (...args: Args) => untracked(() => start(args));
  return {
    isPending: computed(() => inFlight() > 0),
    value: computed(() => outcome().value),
    error: computed(() => {
      isShown = true;
      return outcome().error;
    }),
    run: (...args) => {
      const done = runAsync(...args);
      const run = last;
      done.catch((error: unknown) => {
        const isSeen = onError !== undefined || (isShown && run === last);
        if (!isSeen || isDestroyed) report(error);
      });
    },
    runAsync,
    clear: () => {
      last = undefined;
      outcome.set(NONE);
    },
  };
}

async function outcomeOf(response$: Observable<unknown>): Promise<Outcome> {
  try {
    return { value: await lastValueFrom(response$, { defaultValue: undefined }) };
  } catch (error) {
    return { error: error as CacheError };
  }
}
