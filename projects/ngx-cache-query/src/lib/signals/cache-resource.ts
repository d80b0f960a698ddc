// What a component reads and calls: `cache.resource`, a request as a Resource of Angular, and `cache.mutation`, a request
// that changes something.
//
// Public API: `CacheResource`, `CacheMutation`, and their options.
// Interfaces: the core only. The folder endpoints/ connects them to the requests of a cache.

import type { Injector, Resource, Signal } from '@angular/core';
import type { SnapshotOf } from '../requests/cache-snapshot';
import type { CacheError } from '../util/cache-error';

/** The options of `cache.resource`. */
export interface CacheResourceOptions {
  /**
   * Whether the last value stays when the arguments change, until the new value is there or its request failed.
   * Default: `false`.
   */
  readonly keepPrevious?: boolean;
  /** Required outside of an injection context. The resource ends with this injector. */
  readonly injector?: Injector;
  /** The name of the resource in Angular DevTools. */
  readonly debugName?: string;
}

/**
 * The value of an endpoint as a `Resource` of Angular. No signal of it throws, and the value cannot be set: write to the
 * cache with `cache.set`.
 *
 * @typeParam T the value, and `undefined`
 * @typeParam E the error of a failed request
 */
export interface CacheResource<T, E extends CacheError = CacheError> extends Resource<T> {
  /** All of the following as one object. */
  readonly snapshot: Signal<SnapshotOf<Exclude<T, undefined>, T & undefined, E>>;
  /** The error of the last request, if it failed and there is no value: the status is `error`. */
  readonly error: Signal<E | undefined>;
  /** The error of the last request, if it failed while there is a value, which is still shown. */
  readonly refreshError: Signal<E | undefined>;
  /** Whether a request is in flight. */
  readonly isFetching: Signal<boolean>;
  /** Whether the value is older than the endpoint's `dataExpiryLength`, was made stale, or is missing. */
  readonly isStale: Signal<boolean>;
  /** Whether the value is that of the previous arguments. Only with the option `keepPrevious`. */
  readonly isPrevious: Signal<boolean>;
  /** The time at which the value arrived, in milliseconds since 1970; `undefined` if it was not requested. */
  readonly fetchedAt: Signal<number | undefined>;
  /**
   * Sends a request, also if the value is fresh.
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
