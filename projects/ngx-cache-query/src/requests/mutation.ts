import {
  assertInInjectionContext,
  computed,
  DestroyRef,
  inject,
  type Injector,
  type Signal,
  signal,
  untracked,
} from '@angular/core';
import { lastValueFrom, type Observable } from 'rxjs';
import type { SchemaLike } from '../schema/schema';
import type { CacheError } from '../util/cache-error';
import type { Endpoint } from './endpoint';
import { mutationListener } from './saving';

type Args = readonly unknown[];

/**
 * The arguments of `mutate`, as callbacks receive them. If the path parameters can be omitted in a call, the first
 * argument is either the parameters or the body. This type is not a union of tuples, because TypeScript would then
 * reject callbacks that declare fewer parameters.
 */
type CallbackArgs<Args extends readonly unknown[]> =
  IsUnion<Args> extends true ? [paramsOrBody: Args[0], body?: BodyOf<Args>] : Args;

type BodyOf<Args> = Args extends readonly [unknown, infer Body] ? Body : never;

type IsUnion<T, All = T> = (
  T extends unknown ? ([All] extends [T] ? never : true) : never
) extends never
  ? false
  : true;

/** The options of `cache.mutation`. */
export interface CacheMutationOptions<
  Args extends readonly unknown[] = never,
  T = never,
  E extends CacheError = CacheError,
> {
  /** The injector, outside an injection context. When it is destroyed, `value` and `error` stop updating. */
  readonly injector?: Injector;
  /** Called after each successful request, unless the component was destroyed. */
  readonly onSuccess?: (value: T, ...args: CallbackArgs<Args>) => void;
  /** Called after each failed request, instead of Angular's `ErrorHandler`, unless the component was destroyed. */
  readonly onError?: (error: E, ...args: CallbackArgs<Args>) => void;
}

/** An endpoint that may change data. {@link Reads} does not. */
export interface MutationEndpoint extends Endpoint<never, SchemaLike> {
  /** Never set: only a type. */
  readonly reads?: undefined;
}

/** A mutation for use in a component. Requests are independent of each other, and continue after it is destroyed. */
export interface CacheMutation<
  Args extends readonly unknown[],
  T,
  E extends CacheError = CacheError,
> {
  /** Whether a request is in flight. */
  readonly isPending: Signal<boolean>;
  /** The response to the last call; `undefined` until the response arrives. */
  readonly value: Signal<T | undefined>;
  /** The last error. It is cleared by the next call, and set also if a later call is still in flight or has succeeded. */
  readonly error: Signal<E | undefined>;
  /**
   * Sends a request. If it fails, `error` contains the error until the next call. Angular's `ErrorHandler` receives it
   * if neither `onError`, nor a reader of `error`, nor `failureOf` for entities of its class does.
   */
  mutate(...args: Args): void;
  /** Sends a request, and returns a promise that rejects with a CacheError if it fails. */
  mutateAsync(...args: Args): Promise<T>;
  /** Clears the value and the error. Requests in flight continue. */
  clear(): void;
}

interface Outcome {
  readonly value?: unknown;
  readonly error?: CacheError;
}

const NONE: Outcome = {};

/** Creates a mutation for a component. `report` receives the errors that no component shows. */
export function mutation(
  send: (args: Args) => Observable<unknown>,
  report: (error: unknown) => void,
  { injector, onError, onSuccess }: CacheMutationOptions<Args, unknown>,
): CacheMutation<Args, unknown> {
  if (!injector) assertInInjectionContext(mutation);
  const destroyRef = injector ? injector.get(DestroyRef) : inject(DestroyRef);
  const inFlight = signal(0);
  const outcome = signal(NONE);
  let isShown = false;
  let isDestroyed = false;
  let last: object | undefined;
  let cleared = 0;
  destroyRef.onDestroy(() => (isDestroyed = true));

  const start = async (args: Args) => {
    const run = (last = {});
    const generation = cleared;
    outcome.set(NONE);
    inFlight.update((count) => count + 1);
    const result = await lastValueFrom(send(args), { defaultValue: undefined }).then(
      (value: unknown): Outcome => ({ value }),
      (error: CacheError): Outcome => ({ error }),
    );
    inFlight.update((count) => count - 1);
    const { error, value } = result;
    // The response to an earlier call does not replace that to a later one, but its failure must be seen.
    if (generation === cleared && !isDestroyed && !isSuperfluous(error)) {
      outcome.update((shown) =>
        error ? { ...shown, error } : run === last ? { ...shown, value } : shown,
      );
      if (error) mutationListener.failed?.(error, () => hide(error));
    }
    callBack(result, args);
    if (error !== undefined) throw error;
    return value;
  };
  /** The failed call has succeeded after all. */
  const hide = (error: CacheError) =>
    outcome.update((shown) => (shown.error === error ? { ...shown, error: undefined } : shown));
  /** An error that a callback throws does not change the result. */
  const callBack = ({ error, value }: Outcome, args: Args) => {
    if (isDestroyed) return;
    try {
      if (error === undefined) onSuccess?.(value, ...args);
      else if (!isSuperfluous(error)) onError?.(error, ...args);
    } catch (thrown) {
      report(thrown);
    }
  };
  // Sending a request must not create signal dependencies in an effect that calls `mutate`.
  const mutateAsync = (...args: Args) => untracked(() => start(args));
  return {
    isPending: computed(() => inFlight() > 0),
    value: computed(() => outcome().value),
    error: computed(() => {
      isShown = true; // An error that a component shows is not reported.
      return outcome().error;
    }),
    mutate: (...args) => {
      const done = mutateAsync(...args);
      const generation = cleared;
      done.catch((error: unknown) => {
        const isSeen = onError !== undefined || (isShown && generation === cleared);
        if (isSuperfluous(error) || mutationListener.shows?.(error)) return;
        // The application has emptied the cache and left the page, as when a user signs out.
        const isLeft = isDestroyed && (error as CacheError).code === 'NCQ4001';
        if ((!isSeen || isDestroyed) && !isLeft) report(error);
      });
    },
    mutateAsync,
    clear: () => {
      cleared++;
      outcome.set(NONE);
    },
  };
}

/** Whether a change was not sent because its entity was deleted: nothing is wrong. */
function isSuperfluous(error: unknown): boolean {
  return (error as CacheError | undefined)?.code === 'NCQ4007';
}
