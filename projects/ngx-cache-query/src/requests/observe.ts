import {
  BehaviorSubject,
  defer,
  distinctUntilChanged,
  map,
  Observable,
  of,
  switchMap,
  throwError,
} from 'rxjs';
import { isSkipped } from '../reactive/results';
import { known } from '../schema/queryable';
import type { Client } from './client';
import type { AnyEndpoint } from './endpoint';
import { mustRead } from './target';
import { Entry } from './entry';
import { failed, hasValue, IDLE, keepEqual, type Snapshot } from './snapshot';

/** What an observer shows: an entry, or a snapshot if there are no usable arguments. */
export type Shown = Entry | Snapshot;

/** The entry for the arguments before. Its value is shown until the next one has arrived or failed. */
export interface Previous {
  readonly entry: Entry;
  /** The time at which the arguments changed. */
  readonly since: number;
}

/** @see CacheService.ensure */
export function ensure(
  client: Client,
  endpoint: AnyEndpoint,
  args: readonly unknown[],
): Observable<unknown> {
  return defer(() => {
    mustRead('ensure', endpoint);
    const entry = client.entry(endpoint, args);
    if (entry.freshFor(entry.value, endpoint) > 0) return of(known(entry.value));
    const recentError = entry.recentError(endpoint);
    return recentError ? throwError(() => recentError) : client.fetch(endpoint, args, true);
  });
}

/** @see CacheService.watch */
export function watch(
  client: Client,
  endpoint: AnyEndpoint,
  args$: Observable<readonly unknown[]>,
  keepsPrevious: boolean,
): Observable<Snapshot> {
  return defer(() => {
    mustRead('watch', endpoint);
    let last: Shown | undefined;
    let previous: Previous | undefined;
    return args$.pipe(
      map((args) => shownFor(client, endpoint, args)),
      distinctUntilChanged(),
      switchMap((next) => {
        previous = keepsPrevious ? previousOf(last, next, previous) : undefined;
        last = next;
        return next instanceof Entry
          ? snapshots(next, endpoint, previous)
          : new BehaviorSubject(next);
      }),
      distinctUntilChanged(),
    );
  });
}

/** Returns what to show for some arguments. */
function shownFor(client: Client, endpoint: AnyEndpoint, args: readonly unknown[]): Shown {
  if (isSkipped(args)) return IDLE;
  try {
    return client.entry(endpoint, args);
  } catch (thrown) {
    return failed(client.failure(endpoint, thrown));
  }
}

/** Returns the entry whose value is shown while `next` waits for its own. */
export function previousOf(
  last: Shown | undefined,
  next: Shown,
  before: Previous | undefined,
): Previous | undefined {
  if (!(last instanceof Entry) || next === IDLE) return next === IDLE ? undefined : before;
  const shown = last.node.read() as Snapshot;
  if (hasValue(shown)) return { entry: last, since: last.client.clock.now() };
  return isWaiting(last, shown, before) ? before : undefined;
}

/** Whether an entry still waits for its first value, so that the previous one is shown. */
export function isWaiting(
  { record }: Entry,
  { status }: Snapshot,
  previous: Previous | undefined,
): boolean {
  const isEmpty = status === 'loading' || status === 'idle';
  if (!previous || !isEmpty || record?.fetchedAt !== undefined) return false;
  return (record?.failedAt ?? -Infinity) < previous.since;
}

/** Returns the snapshot of an entry that waits, with the value of the previous one, if that still has one. */
export function withPrevious(own: Snapshot, previous: Snapshot): Snapshot {
  if (!hasValue(previous)) return own;
  const { value, fetchedAt } = previous;
  return { ...own, value, fetchedAt, isPrevious: true } as Snapshot;
}

/** Emits the snapshots of an entry, and requests its value while there is a subscriber. */
function snapshots(
  entry: Entry,
  endpoint: AnyEndpoint,
  previous: Previous | undefined,
): Observable<Snapshot> {
  const own$ = new Observable<Snapshot>((subscriber) => {
    subscriber.add(entry.join({ endpoint }));
    entry.node.observe(subscriber);
  });
  if (!previous) return own$;
  const previous$ = new Observable<Snapshot>((subscriber) =>
    previous.entry.node.observe(subscriber),
  );
  let last: Snapshot | undefined;
  return own$.pipe(
    switchMap((own) =>
      isWaiting(entry, own, previous)
        ? previous$.pipe(map((of) => (last = keepEqual(last, withPrevious(own, of)))))
        : of(own),
    ),
  );
}
