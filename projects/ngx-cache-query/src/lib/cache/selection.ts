import type { DestroyRef, Signal } from '@angular/core';
import { Observable } from 'rxjs';
import { keyOf } from '../query/computations';
import { isDisabled } from '../query/disabled';
import { type Queryable, UNKNOWN } from '../schema/queryable';
import { cacheSignal } from './cache-signal';
import type { CacheParts } from './create-cache';
import { warnOfEvicted } from './evicted-read';

declare const ngDevMode: unknown;

/** Whether two tuples of arguments have the same key, or both disable the read. */
export function isSameRead(
  queryable: Queryable,
  last: readonly unknown[],
  next: readonly unknown[],
): boolean {
  if (isDisabled(last) || isDisabled(next)) return isDisabled(last) && isDisabled(next);
  return keyOf(queryable, last) === keyOf(queryable, next);
}

/**
 * Returns an Observable that reads data from the cache. It emits the result on subscription, and again after every
 * commit that changes the result.
 */
export function select(
  { lifetime, reader, sweeper }: CacheParts,
  queryable: Queryable,
  args: readonly unknown[],
): Observable<unknown> {
  return new Observable<unknown>((subscriber) => {
    if (lifetime.isEnded) return subscriber.complete();
    if (isDisabled(args)) {
      subscriber.next(undefined);
      return subscriber.add(lifetime.ended$.subscribe({ complete: () => subscriber.complete() }));
    }
    sweeper.used();
    if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfEvicted(reader, queryable, args);
    subscriber.add(reader.computation(queryable, args).subscribe(subscriber));
    return subscriber.add(() => sweeper.observerLeft());
  });
}

/**
 * Returns the result of a read as a signal.
 *
 * @param args returns the current arguments; it can read signals
 * @param destroyRef the signal stops updating when this `DestroyRef` is destroyed
 */
export function selectedSignal(
  { drafts, reader, sweeper }: CacheParts,
  queryable: Queryable,
  args: () => readonly unknown[],
  destroyRef: DestroyRef,
): Signal<unknown> {
  destroyRef.onDestroy(() => sweeper.observerLeft());
  const computation = () => {
    const current = args();
    sweeper.used();
    if (isDisabled(current)) return undefined;
    if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfEvicted(reader, queryable, current);
    return reader.computation(queryable, current);
  };
  return cacheSignal(computation, known, drafts, destroyRef);
}

/** Returns the current result of a read. */
export function selected(
  { reader, sweeper }: CacheParts,
  queryable: Queryable,
  args: readonly unknown[],
): unknown {
  if (isDisabled(args)) return undefined;
  sweeper.used();
  if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfEvicted(reader, queryable, args);
  return known(reader.get(queryable, args));
}

function known(result: unknown): unknown {
  return result === UNKNOWN ? undefined : result;
}
