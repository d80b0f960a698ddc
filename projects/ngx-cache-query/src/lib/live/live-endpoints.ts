import type { NgZone } from '@angular/core';
import { defer, distinctUntilChanged, filter, map, Observable, of, take, throwError } from 'rxjs';
import type { Computation } from '../query/computation';
import { recordKeyOf } from '../graph/record-cell';
import type { Reader } from '../query/reader';
import { UNKNOWN } from '../schema/query/queryable';
import type { Clock } from '../platform/clock';
import type { EndpointObserver, EndpointObservers } from '../requests/endpoint-observers';
import {
  type EndpointSnapshot,
  type EndpointState,
  hasData,
  SnapshotQuery,
} from '../requests/endpoint-state';
import type { Freshness } from '../requests/freshness';
import type { Fetcher } from '../requests/fetcher';
import type { Poller } from './poller';
import type { AnyEndpoint } from '../requests/endpoint';
import { StateView } from './state-view';

/** Endpoints kept fresh: missing or stale data is requested, once for all observers. */
export class LiveEndpoints {
  readonly #snapshots = new WeakMap<AnyEndpoint, SnapshotQuery>();
  readonly #observers: EndpointObservers;

  /**
   * @param timers run outside of the zone
   * @param poller requests at intervals
   * @param zone in which states are emitted that only the time changed
   */
  constructor(
    private readonly reader: Reader,
    private readonly fetcher: Fetcher,
    readonly freshness: Freshness,
    private readonly timers: Clock,
    private readonly poller: Poller,
    private readonly zone: NgZone,
  ) {
    this.#observers = fetcher.expiry.observers;
  }

  /** Refetches what is observed and stale, but not what `clear` emptied. */
  refetchStale(): void {
    for (const [key, { endpoint, args }] of this.#observers.firsts) {
      const snapshot = this.#snapshot(endpoint, args);
      if (isIdle(snapshot) || this.#isFetching(key)) continue;
      if (this.freshness.of(endpoint, snapshot) === 0) this.#observers.request(key);
    }
  }

  /** Fresh data from the cache, or that of one request; then it completes. A recent failure is not retried. */
  ensure(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    return defer(() => {
      const now = this.#snapshot(endpoint, args);
      if (this.freshness.of(endpoint, now) > 0) return of(now.data);
      const failure = this.freshness.failureOf(endpoint, now);
      return failure === undefined
        ? this.fetcher.fetch(endpoint, args).pipe(take(1))
        : throwError(() => failure.error);
    });
  }

  /** The data of an endpoint, live. It errors when a request fails and there is nothing to show. */
  watch(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    return defer(() => {
      const key = recordKeyOf(endpoint, endpoint.key(...args));
      return this.#live(endpoint, args).pipe(
        map((snapshot) => {
          if (hasData(endpoint, snapshot)) return snapshot.data;
          const failure = snapshot.request?.failure;
          if (failure !== undefined && !this.#isFetching(key)) throw failure.error;
          return UNKNOWN;
        }),
        distinctUntilChanged(Object.is),
        filter((data) => data !== UNKNOWN),
      );
    });
  }

  /**
   * The data of an endpoint and all that is known of its requests, live.
   *
   * @param view keeps states that are equal identical
   */
  state(
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    view = new StateView(endpoint, this.freshness),
  ): Observable<EndpointState<unknown>> {
    return new Observable((subscriber) => {
      let snapshot: EndpointSnapshot;
      let shown: EndpointState<unknown> | undefined;
      let cancel: (() => void) | undefined;
      const show = () => {
        const state = view.show(snapshot);
        const fresh = this.freshness.of(endpoint, snapshot);
        cancel?.();
        if (fresh > 0 && fresh < Infinity) {
          cancel = this.timers.after(fresh, () => this.zone.run(show));
        }
        if (state !== shown) subscriber.next((shown = state));
      };
      subscriber.add(() => cancel?.());
      subscriber.add(
        this.#live(endpoint, args).subscribe({
          next: (next) => {
            snapshot = next;
            show();
          },
          error: (error: unknown) => subscriber.error(error),
          complete: () => subscriber.complete(),
        }),
      );
    });
  }

  /** What is known of an endpoint, as an {@link EndpointSnapshot}. */
  computation(endpoint: AnyEndpoint, args: readonly unknown[]): Computation {
    return this.reader.computation(this.#queryOf(endpoint), args);
  }

  /**
   * Snapshots of an endpoint as they change. Data that is missing or stale is requested at once, and data that
   * becomes expired later is refetched.
   */
  #live(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<EndpointSnapshot> {
    return new Observable((subscriber) => {
      const key = recordKeyOf(endpoint, endpoint.key(...args));
      subscriber.add(this.#observe(key, { endpoint, args }));
      const first = this.#snapshot(endpoint, args);
      if (this.freshness.of(endpoint, first) === 0) {
        if (this.freshness.isInvalidIfStale(endpoint)) this.#drop(endpoint, args);
        const failure = this.freshness.failureOf(endpoint, first);
        if (failure === undefined) this.#observers.request(key);
      }
      const computation = this.computation(endpoint, args);
      const snapshots$ = new Observable<EndpointSnapshot>((follower) =>
        computation.subscribe(follower),
      );
      const current$ = snapshots$.pipe(
        filter((snapshot) => {
          if (subscriber.closed) return false;
          if (!isWanted(snapshot)) return true;
          // Skip this intermediate state: the refetch starts in the next commit.
          this.#observers.request(key);
          return false;
        }),
      );
      current$.subscribe(subscriber);
    });
  }

  /** Adds an observer, and polls if the endpoint says so. */
  #observe(key: string, observer: EndpointObserver): () => void {
    const { endpoint, args } = observer;
    const leave = this.#observers.add(key, observer);
    const { pollInterval: every } = endpoint;
    if (every === undefined) return leave;
    const poll = () => {
      if (this.#isFetching(key) || isIdle(this.#snapshot(endpoint, args))) return;
      this.#observers.request(key);
    };
    const stop = this.poller.add(key, { every, request: poll });
    return () => {
      stop();
      leave();
    };
  }

  /** With `invalidIfStale`: stale data is dropped before it is requested, unless another observer shows it. */
  #drop(endpoint: AnyEndpoint, args: readonly unknown[]): void {
    const { results } = this.reader.store.tables;
    const key = recordKeyOf(endpoint, endpoint.key(...args));
    const slot = results.index.get(key);
    if (slot === undefined || this.#observers.count(key) > 1) return;
    // As of the moment when it was requested: the response of a younger read in flight is still taken.
    const order = results.writeOrders[slot];
    this.reader.store.write((transaction) => transaction.remove(results, key, order));
  }

  #isFetching(key: string): boolean {
    return this.fetcher.requests.countInFlight(key) > 0;
  }

  #snapshot(endpoint: AnyEndpoint, args: readonly unknown[]): EndpointSnapshot {
    return this.reader.get(this.#queryOf(endpoint), args) as EndpointSnapshot;
  }

  #queryOf(endpoint: AnyEndpoint): SnapshotQuery {
    let query = this.#snapshots.get(endpoint);
    if (query === undefined) this.#snapshots.set(endpoint, (query = new SnapshotQuery(endpoint)));
    return query;
  }
}

/** Whether nothing is known, as after `clear`: then observers do not request by themselves. */
function isIdle({ data, request }: EndpointSnapshot): boolean {
  return data === UNKNOWN && request === undefined;
}

/** Whether a new response is wanted, and not in flight. */
function isWanted({ request }: EndpointSnapshot): boolean {
  return (
    request !== undefined &&
    request.expired &&
    request.failure === undefined &&
    request.fetching === 0
  );
}
