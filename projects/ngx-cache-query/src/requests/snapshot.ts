import { distinctUntilChanged, filter, map, type Observable, type OperatorFunction } from 'rxjs';
import type { CacheError } from '../util/cache-error';

/**
 * The state of an endpoint for the given arguments, as Angular's `ResourceSnapshot` with more fields.
 *
 * - `idle`: there are no arguments, or nothing was requested since `clear`
 * - `loading`: the first request is in flight; the value is `undefined` or that for the previous arguments
 * - `resolved`: there is a value; a refetch may be in flight
 * - `reloading`: there is a value, and a `reload` or `refetch` is in flight
 * - `error`: there is no value, because the last request failed or the entity was deleted
 */
export type CacheSnapshot<T, E extends CacheError = CacheError> = SnapshotOf<T, undefined, E>;

/** The error type of an endpoint: its `errorType`, if it declares one. */
export type ErrorOf<X> = X extends { readonly errorType?: infer E extends CacheError }
  ? E
  : CacheError;

/** The snapshot of an endpoint. */
export type SnapshotOf<T, Nothing, E extends CacheError> = SnapshotFields &
  (
    | (NoError & { readonly status: 'idle'; readonly value: Nothing })
    | (NoError & { readonly status: 'loading'; readonly value: T | Nothing })
    | {
        readonly status: 'resolved' | 'reloading';
        readonly value: T;
        readonly error?: undefined;
        /** The error of the last request, if that failed. The last value is still shown. */
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
   * Whether the value is missing or stale: marked as stale, older than `staleTime`, or expired by `static expiresAt`.
   */
  readonly isStale: boolean;
  /** Whether `value` is still that for the previous arguments. Only with `keepPrevious`. */
  readonly isPrevious: boolean;
  /** The time at which the value arrived, in milliseconds since 1970. */
  readonly fetchedAt: number | undefined;
}

/** A snapshot, with all types erased. */
export type Snapshot = CacheSnapshot<unknown>;

/** The snapshot of an endpoint that has no value, no error and no request in flight. */
export const IDLE: Snapshot = {
  status: 'idle',
  value: undefined,
  error: undefined,
  refreshError: undefined,
  isFetching: false,
  isStale: true,
  isPrevious: false,
  fetchedAt: undefined,
};

/** The snapshot of an endpoint whose first request is in flight, or whose arguments are loading. */
export function loading(isFetching: boolean): Snapshot {
  return { ...IDLE, status: 'loading', isFetching } as Snapshot;
}

/** The snapshot of a read that failed and has no value. */
export function failed(error: CacheError, isFetching = false): Snapshot {
  return { ...IDLE, status: 'error', error, isFetching } as Snapshot;
}

/** Whether a snapshot has a value for its own arguments. */
export function hasValue({ status }: Snapshot): boolean {
  return status === 'resolved' || status === 'reloading';
}

/** Returns the last snapshot if the next one has the same fields. */
export function keepEqual(last: Snapshot | undefined, next: Snapshot): Snapshot {
  const names = Object.keys(IDLE) as (keyof Snapshot)[];
  return last && names.every((name) => Object.is(last[name], next[name])) ? last : next;
}

/**
 * An operator for `cache.watch`: emits the values instead of the snapshots, and errors if a request fails and there is
 * no value to show.
 *
 * @example
 * ```ts
 * cache.watch(getUsers).pipe(toValues()).subscribe((users) => show(names(users)));
 * ```
 */
export function toValues<T, E extends CacheError>(): OperatorFunction<CacheSnapshot<T, E>, T> {
  return (snapshots$: Observable<CacheSnapshot<T, E>>) =>
    snapshots$.pipe(
      map((snapshot) => {
        if (snapshot.status === 'error' && !snapshot.isFetching) throw snapshot.error;
        return hasValue(snapshot) ? snapshot.value : NONE;
      }),
      // Compares before it filters, so that it does not keep a value that the cache has dropped.
      distinctUntilChanged(Object.is),
      filter((value) => value !== NONE),
    );
}

/** Stands for no value. */
const NONE = {} as never;
