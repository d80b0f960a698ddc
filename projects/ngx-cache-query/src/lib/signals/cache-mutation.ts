import type { Injector, Signal } from '@angular/core';
import type { CacheError } from '../util/cache-error';

/**
 * The arguments of `run`, as callbacks receive them. If the path parameters can be omitted in a call, the first
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

/**
 * The options of `cache.mutation`.
 *
 * @typeParam Args the arguments of the endpoint
 * @typeParam T the type of the response
 * @typeParam E the error type of a failed request
 */
export interface CacheMutationOptions<
  Args extends readonly unknown[] = never,
  T = never,
  E extends CacheError = CacheError,
> {
  /**
   * The injector that the mutation uses. Required outside an injection context. When this injector is destroyed,
   * `value` and `error` stop updating.
   */
  readonly injector?: Injector;
  /**
   * Called after each successful request. Use this callback, for example, to navigate or to clear a form. Receives the
   * response, which is already in the cache, and the arguments of `run`. Not called after the component is destroyed.
   */
  readonly onSuccess?: (value: T, ...args: CallbackArgs<Args>) => void;
  /**
   * Called after each failed request. Use this callback, for example, to move the focus. Receives the error and the
   * arguments of `run`. An error that this callback receives is not reported to Angular's `ErrorHandler`. Not called
   * after the component is destroyed.
   */
  readonly onError?: (error: E, ...args: CallbackArgs<Args>) => void;
}

/**
 * A mutation for use in a component. It has methods that send requests, and signals that show the result. Requests are
 * independent of each other, and continue after the component is destroyed.
 *
 * @typeParam Args the arguments of the endpoint
 * @typeParam T the type of the response
 * @typeParam E the error type of a failed request
 */
export interface CacheMutation<
  Args extends readonly unknown[],
  T,
  E extends CacheError = CacheError,
> {
  /** Whether a request is in flight. */
  readonly isPending: Signal<boolean>;
  /** The response to the last `run`; `undefined` until the response arrives. */
  readonly value: Signal<T | undefined>;
  /** The error of the last `run`. It is cleared when `run` is called again. */
  readonly error: Signal<E | undefined>;
  /**
   * Sends a request. If the request fails, `onError` is called, and `error` contains the error until the next run or
   * until `clear` is called.
   * Angular's `ErrorHandler` receives the error in these cases:
   *
   * - The component was destroyed before the request failed.
   * - There is no `onError`, and `error` was never read.
   * - There is no `onError`, and when the request failed, either another run had begun or `clear` had been called.
   */
  run(...args: Args): void;
  /**
   * Sends a request.
   *
   * @returns a promise of the response; it rejects with a CacheError if the request fails
   */
  runAsync(...args: Args): Promise<T>;
  /** Clears the value and the error. Requests in flight continue, but their results are not shown. */
  clear(): void;
}
