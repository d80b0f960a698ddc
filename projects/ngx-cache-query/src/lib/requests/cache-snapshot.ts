import type { CacheError } from '../util/cache-error';
import type { AnyEndpoint } from './endpoint';
import { deletedError } from './request-errors';
import { hasData, type StoredResponse } from './stored-response';

/**
 * The state of an endpoint with certain arguments. It is a `ResourceSnapshot` of Angular with more fields.
 *
 * | status | meaning |
 * | --- | --- |
 * | `idle` | no arguments, or nothing was requested since `clear` |
 * | `loading` | the first request is in flight; the value is `undefined`, or that of the previous arguments |
 * | `resolved` | there is a value, which may be refetched in the background |
 * | `reloading` | there is a value, and a `reload` or `refetch` is in flight |
 * | `error` | the last request failed, or the entity was deleted, and there is no value |
 */
export type CacheSnapshot<T, E extends CacheError = CacheError> = SnapshotOf<T, undefined, E>;

/** The error of failed requests of an endpoint. A subclass of `Endpoint` may declare its own as `errorType`. */
export type ErrorOf<X> = X extends { readonly errorType?: infer E extends CacheError }
  ? E
  : CacheError;

/**
 * The snapshot of an endpoint, with the value that stands for no value yet.
 *
 * @typeParam Nothing the value while there is none
 */
export type SnapshotOf<T, Nothing, E extends CacheError> = SnapshotFields &
  (
    | (NoError & { readonly status: 'idle'; readonly value: Nothing })
    | (NoError & { readonly status: 'loading'; readonly value: T | Nothing })
    | {
        readonly status: 'resolved' | 'reloading';
        readonly value: T;
        readonly error?: undefined;
        /** The error of the last request, if it failed; the value is still shown. */
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
  /** Whether the value is older than the endpoint's `dataExpiryLength`, was made stale, or is missing. */
  readonly isStale: boolean;
  /** Whether the value is that of the previous arguments. Only with the option `keepPrevious`. */
  readonly isPrevious: boolean;
  /** The time at which the value arrived, in milliseconds since 1970; `undefined` if it was not requested. */
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

/** The snapshot of a disabled read, which sends no request. */
export const IDLE: CacheSnapshot<never> = /* @__PURE__ */ withStatus('idle');

function withStatus<S extends string>(status: S): typeof NOTHING & { readonly status: S } {
  return { ...NOTHING, status };
}

/** Returns the snapshot of a read that failed without a value. */
export function failed(error: CacheError): CacheSnapshot<never> {
  return { ...NOTHING, status: 'error', error };
}

/**
 * Returns the snapshot of a read whose value is on its way.
 *
 * @param previous the response for the previous arguments, if its data is shown until then
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
 * Returns the snapshot of what is stored for an endpoint.
 *
 * @param isStale whether the data is stale
 * @param isFetching whether a request is in flight
 * @param previous the response for the previous arguments, if its data is shown until there is new data
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
