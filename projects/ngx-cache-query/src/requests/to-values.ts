import { distinctUntilChanged, filter, map, type Observable, type OperatorFunction } from 'rxjs';
import type { CacheError } from '../util/cache-error';
import type { CacheSnapshot } from './snapshot';

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
        const hasValue = snapshot.status === 'resolved' || snapshot.status === 'reloading';
        return hasValue ? snapshot.value : NONE;
      }),
      // Compares before it filters, so that it does not keep a value that the cache has dropped.
      distinctUntilChanged(Object.is),
      filter((value) => value !== NONE),
    );
}

/** Stands for no value. */
const NONE = {} as never;
