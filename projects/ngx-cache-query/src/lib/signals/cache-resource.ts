// The API for components: `cache.resource` provides a request as an Angular Resource, and `cache.mutation` sends
// requests that change data.
//
// Public API: `CacheResource`, `CacheMutation` and their options. This folder depends only on the core. The `endpoints`
// folder connects it to the requests of a cache.

import type { Injector, Resource, Signal } from '@angular/core';
import type { SnapshotOf } from '../requests/cache-snapshot';
import type { CacheError } from '../util/cache-error';

/** The options of `cache.resource`. */
export interface CacheResourceOptions {
  /**
   * Whether the last value is kept after the arguments change. If `true`, the last value is shown until the new value
   * arrives or the request for the new value fails. Default: `false`.
   */
  readonly keepPrevious?: boolean;
  /**
   * The injector that the resource uses. Required outside an injection context. When this injector is destroyed, the
   * resource stops updating.
   */
  readonly injector?: Injector;
  /** The name of the resource in Angular DevTools. */
  readonly debugName?: string;
}

/**
 * The value of an endpoint as an Angular `Resource`. Its signals never throw. The value is read-only; use `cache.set`
 * to write to the cache.
 *
 * @typeParam T the type of the value, including `undefined`
 * @typeParam E the error type of a failed request
 */
export interface CacheResource<T, E extends CacheError = CacheError> extends Resource<T> {
  /**
   * The state of the resource as one object with the fields `status`, `value`, `error`, `refreshError`, `isFetching`,
   * `isStale`, `isPrevious` and `fetchedAt`.
   */
  readonly snapshot: Signal<SnapshotOf<Exclude<T, undefined>, T & undefined, E>>;
  /** The error of the last request, if the request failed and there is no value. The status is then `error`. */
  readonly error: Signal<E | undefined>;
  /** The error of the last request, if the request failed and an earlier value is still shown. */
  readonly refreshError: Signal<E | undefined>;
  /** Whether a request is in flight. */
  readonly isFetching: Signal<boolean>;
  /**
   * Whether the value is missing or stale. A value is stale if it was marked as stale, if it is older than the
   * endpoint's `dataExpiryLength`, or if one of its entities has expired according to `static expiresAt`.
   */
  readonly isStale: Signal<boolean>;
  /**
   * Whether `value` is still the value for the previous arguments. This is possible only with the `keepPrevious`
   * option.
   */
  readonly isPrevious: Signal<boolean>;
  /** The time at which the value arrived, in milliseconds since 1970; `undefined` if no response has arrived yet. */
  readonly fetchedAt: Signal<number | undefined>;
  /**
   * Sends a request even if the value is fresh.
   *
   * @returns whether the request was sent; `false` if there are no arguments, or if the first request or another reload
   *   is in flight
   */
  reload(): boolean;
  hasValue(
    this: T extends undefined ? this : never,
  ): this is CacheResource<Exclude<T, undefined>, E>;
  hasValue(): boolean;
}
