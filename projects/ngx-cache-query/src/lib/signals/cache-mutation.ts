import type { Injector, Signal } from '@angular/core';
import type { CacheError } from '../util/cache-error';

/**
 * The arguments of `run` as a callback receives them. If a call may leave the parameters out, the first one is the
 * parameters or the body. TypeScript refuses callbacks with fewer parameters if the arguments are a union of tuples.
 */
type CallbackArgs<Args extends readonly unknown[]> =
  IsUnion<Args> extends true ? [paramsOrBody: Args[0], body?: BodyOf<Args>] : Args;

type BodyOf<Args> = Args extends readonly [unknown, infer Body] ? Body : never;

type IsUnion<T, All = T> = (
  T extends unknown ? ([All] extends [T] ? never : true) : never
) extends never
  ? false
  : true;

/**
 * The options of `cache.mutation`.
 *
 * @typeParam Args the arguments of the endpoint
 * @typeParam T the response
 * @typeParam E the error of a failed request
 */
export interface CacheMutationOptions<
  Args extends readonly unknown[] = never,
  T = never,
  E extends CacheError = CacheError,
> {
  /** Required outside of an injection context. The signals stop updating when this injector is destroyed. */
  readonly injector?: Injector;
  /**
   * Called after each successful request with the response and the arguments of `run`, for example to navigate or to
   * clear a form. The cache already has the response. Not called after the component was destroyed.
   */
  readonly onSuccess?: (value: T, ...args: CallbackArgs<Args>) => void;
  /**
   * Called after each failed request with the error and the arguments of `run`, for example to move the focus. An error
   * that it receives is not reported to Angular's `ErrorHandler`. Not called after the component was destroyed.
   */
  readonly onError?: (error: E, ...args: CallbackArgs<Args>) => void;
}

/**
 * A mutation as a component uses it: the functions that send a request, and signals with the outcome. Requests are
 * independent of each other, and continue when the component is destroyed.
 *
 * @typeParam Args the arguments of the endpoint
 * @typeParam T the response
 * @typeParam E the error of a failed request
 */
export interface CacheMutation<
  Args extends readonly unknown[],
  T,
  E extends CacheError = CacheError,
> {
  /** Whether a request is in flight. */
  readonly isPending: Signal<boolean>;
  /** The response to the last `run`; `undefined` until it arrives. */
  readonly value: Signal<T | undefined>;
  /** The error of the last `run`, until the next one. */
  readonly error: Signal<E | undefined>;
  /**
   * Sends a request. If it fails, `error` has its error until the next run, and `onError` receives it. If neither does,
   * because `error` was never read, another run began, or the component was destroyed, Angular's `ErrorHandler` receives
   * the error.
   */
  run(...args: Args): void;
  /**
   * Sends a request.
   *
   * @returns a promise of the response, which rejects with a CacheError if the request fails
   */
  runAsync(...args: Args): Promise<T>;
  /** Clears the value and the error. Requests in flight continue, but their outcomes are not shown. */
  clear(): void;
}
