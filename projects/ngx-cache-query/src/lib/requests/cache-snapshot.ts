import type { CacheError } from '../util/cache-error';
import type { AnyEndpoint } from './endpoint';
import { deletedError } from './request-errors';
import { hasData, type StoredResponse } from './stored-response';

/**
 * The state of an endpoint for the given arguments. Extends Angular's `ResourceSnapshot` with more fields.
 *
 * | status | meaning |
 * | --- | --- |
 * | `idle` | there are no arguments, or nothing was requested since `clear` |
 * | `loading` | the first request is in flight; the value is `undefined` or the value for the previous arguments |
 * | `resolved` | there is a value; a refetch may be running in the background |
 * | `reloading` | there is a value, and a `reload` or `refetch` is in flight |
 * | `error` | the last request failed, or the entity was deleted, and there is no value |
 */
export type CacheSnapshot<T, E extends CacheError = CacheError> = SnapshotOf<T, undefined, E>;

/** The error type of an endpoint. A subclass of `Endpoint` can declare its own error type in `errorType`. */
export type ErrorOf<X> = X extends { readonly errorType?: infer E extends CacheError }
  ? E
  : CacheError;

/**
 * The snapshot of an endpoint. `Nothing` is the type of the value before the first response.
 *
 * @typeParam Nothing the type of the value before the first response
 */
export type SnapshotOf<T, Nothing, E extends CacheError> = SnapshotFields &
  (
    | (NoError & { readonly status: 'idle'; readonly value: Nothing })
    | (NoError & { readonly status: 'loading'; readonly value: T | Nothing })
    | {
        readonly status: 'resolved' | 'reloading';
        readonly value: T;
        readonly error?: undefined;
        /** The error of the last request, if that request failed. The last value is still shown. */
        readonly refreshError: E | undefined;
      }
    | {
        readonly status: 'error';
        readonly value?: undefined;
        /** The error of the last request. */
        readonly error: E;
        readonly refreshError: undefined;
      }
  );

interface NoError {
  readonly error?: undefined;
  readonly refreshError: undefined;
}

interface SnapshotFields {
  /** Whether a request is in flight. */
  readonly isFetching: boolean;
  /**
   * Whether the value is missing or stale. A value is stale if it was marked as stale, if it is older than the
   * endpoint's `dataExpiryLength`, or if one of its entities has expired according to `static expiresAt`.
   */
  readonly isStale: boolean;
  /**
   * Whether `value` is still the value for the previous arguments. This is possible only with the `keepPrevious`
   * option.
   */
  readonly isPrevious: boolean;
  /** The time at which the value arrived, in milliseconds since 1970; `undefined` if no response has arrived yet. */
  readonly fetchedAt: number | undefined;
}

const NOTHING = {
  value: undefined,
  isFetching: false,
  isStale: true,
  isPrevious: false,
  fetchedAt: undefined,
  refreshError: undefined,
} as const;

/** The snapshot of an endpoint that has no value, no error and no request in flight. */
export const IDLE: CacheSnapshot<never> = /* @__PURE__ */ withStatus('idle');

function withStatus<S extends string>(status: S): typeof NOTHING & { readonly status: S } {
  return { ...NOTHING, status };
}

/** Returns the snapshot of a read that failed and has no value. */
export function failed(error: CacheError): CacheSnapshot<never> {
  return { ...NOTHING, status: 'error', error };
}

/**
 * Returns the snapshot of a read that has no value yet.
 *
 * @param previous the response for the previous arguments, if its data is shown until new data arrives
 */
export function loading(
  isFetching: boolean,
  previous: StoredResponse | undefined,
): CacheSnapshot<unknown> {
  return {
    ...NOTHING,
    status: 'loading',
    value: previous?.data,
    isFetching,
    isPrevious: previous !== undefined,
    fetchedAt: previous?.request?.fetchedAt,
  };
}

/**
 * Returns the snapshot of the data that is stored for an endpoint.
 *
 * @param isStale whether the data is stale
 * @param isFetching whether a request is in flight
 * @param previous the response for the previous arguments, if its data is shown until new data arrives
 */
export function snapshotOf(
  endpoint: AnyEndpoint,
  stored: StoredResponse,
  isStale: boolean,
  isFetching: boolean,
  previous: StoredResponse | undefined,
): CacheSnapshot<unknown> {
  const { request } = stored;
  const { error: failure, isRendered = false } = request?.failure ?? {};
  if (hasData(endpoint, stored)) {
    return {
      status: isFetching && request?.reloading ? 'reloading' : 'resolved',
      value: stored.data,
      isFetching,
      isStale,
      isPrevious: false,
      fetchedAt: request?.fetchedAt,
      refreshError: failure,
    };
  }
  if (isFetching && !isRendered) return loading(true, previous);
  if (failure !== undefined) return { ...failed(failure), isFetching };
  const isDeleted = stored.data === undefined && request?.fetchedAt !== undefined;
  return isDeleted ? failed(deletedError(endpoint.name)) : IDLE;
}
