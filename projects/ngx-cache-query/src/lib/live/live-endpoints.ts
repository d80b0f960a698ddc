// Live endpoints keep the data of observed endpoints fresh. Missing or stale data is fetched once for all observers: on
// subscription, after `refetch`, by polling, and when the page regains focus or is online again.
//
// Public API: `cache.watch`, `state`, `stateSignal`, `stateSignalWith` and `ensure`, the option `pollInterval` of an
// endpoint, and the features `withRefetchOnFocus()` and `withRefetchOnReconnect()`.
// Interfaces: the CacheFeature token `REFETCH_WHEN`; the timers of the Environment.

import type { NgZone } from '@angular/core';
import { defer, distinctUntilChanged, filter, map, Observable, of, take, throwError } from 'rxjs';
import type { Computation } from '../query/computation';
import { recordKeyOf } from '../graph/endpoint-cell';
import type { Reader } from '../query/reader';
import { UNKNOWN } from '../schema/queryable';
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

/** Keeps the data of endpoints fresh: fetches missing or stale data, once for all observers. */
export class LiveEndpoints {
  readonly #snapshots = new WeakMap<AnyEndpoint, SnapshotQuery>();
  readonly #observers: EndpointObservers;

  /**
   * @param timers timers that run outside the Angular zone
   * @param poller sends requests at intervals
   * @param zone the zone in which a state is emitted when it becomes stale without a commit
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

  /** Refetches the stale data of active observers. Endpoints that `clear` emptied are skipped. */
  refetchStale(): void {
    for (const [key, { endpoint, args }] of this.#observers.firsts) {
      const snapshot = this.#snapshot(endpoint, args);
      if (isIdle(snapshot) || this.#isFetching(key)) continue;
      if (this.freshness.of(endpoint, snapshot) === 0) this.#observers.request(key);
    }
  }

  /**
   * Emits fresh data once, from the cache or from a request, and completes. If the last request failed recently, errors
   * with its failure instead of sending a request.
   */
  ensure(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    return defer(() => {
      const snapshot = this.#snapshot(endpoint, args);
      if (this.freshness.of(endpoint, snapshot) > 0) return of(snapshot.data);
      const failure = this.freshness.failureOf(endpoint, snapshot);
      return failure === undefined
        ? this.fetcher.fetch(endpoint, args).pipe(take(1))
        : throwError(() => failure.error);
    });
  }

  /**
   * Emits the data of an endpoint now and after each change. Errors if a request fails while there is no data to show.
   */
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
   * Emits the state of an endpoint now and after each change: the data, and the status of the requests.
   *
   * @param view creates the states, and keeps the identity of a state that equals the last one
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

  /** Returns the computation whose result is the {@link EndpointSnapshot} of an endpoint. */
  computation(endpoint: AnyEndpoint, args: readonly unknown[]): Computation {
    return this.reader.computation(this.#queryOf(endpoint), args);
  }

  /**
   * Returns an Observable that emits the snapshot of an endpoint on subscription and after each change. Data that is
   * missing or stale on subscription is fetched immediately. Data that is marked as expired afterwards is refetched.
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
      const snapshots$ = new Observable<EndpointSnapshot>((observer) =>
        computation.subscribe(observer),
      );
      const current$ = snapshots$.pipe(
        filter((snapshot) => {
          if (subscriber.closed) return false;
          if (!needsRefetch(snapshot)) return true;
          // The refetch starts in the next commit, so this intermediate snapshot is skipped.
          this.#observers.request(key);
          return false;
        }),
      );
      current$.subscribe(subscriber);
    });
  }

  /** Adds an observer, and polls if the endpoint has a `pollInterval`. */
  #observe(key: string, observer: EndpointObserver): () => void {
    const { endpoint, args } = observer;
    const leave = this.#observers.add(key, observer);
    const { pollInterval: every } = endpoint.refresh;
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

  /** Drops stale data before it is refetched, unless another observer shows it. Called if `invalidIfStale` is set. */
  #drop(endpoint: AnyEndpoint, args: readonly unknown[]): void {
    const { results } = this.reader.store.tables;
    const key = recordKeyOf(endpoint, endpoint.key(...args));
    const slot = results.index.get(key);
    if (slot === undefined || this.#observers.count(key) > 1) return;
    // The removal has the order of the dropped response, so that newer reads in flight can still store their responses.
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

/**
 * Whether there is neither data nor a request, for example after `clear`. Then observers send no requests by
 * themselves.
 */
function isIdle({ data, request }: EndpointSnapshot): boolean {
  return data === UNKNOWN && request === undefined;
}

/** Whether a request must be sent: the response is expired, and no request for a new one is in flight or has failed. */
function needsRefetch({ request }: EndpointSnapshot): boolean {
  return (
    request !== undefined &&
    request.expired &&
    request.failure === undefined &&
    request.fetching === 0
  );
}
