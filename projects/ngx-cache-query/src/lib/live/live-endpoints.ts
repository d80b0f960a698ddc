// Live endpoints keep the data of observed endpoints fresh. Missing or stale data is fetched once for all observers.
// The data is fetched on subscription, after `refetch`, by polling, and when the page gains focus or the browser is
// online again.
//
// Public API: `cache.watch`, `state`, `stateWith`, `resource` and `ensure`, the `pollInterval` option of an endpoint,
// and the features `withRefetchOnFocus()` and `withRefetchOnReconnect()`. Interfaces: `REFETCH_WHEN` is the token
// through which triggers are registered; timers come from the Environment.

import { defer, distinctUntilChanged, filter, map, Observable, of, take, throwError } from 'rxjs';
import type { Computation } from '../query/computation';
import { recordKeyOf } from '../graph/endpoint-cell';
import type { Reader } from '../query/reader';
import { UNKNOWN } from '../schema/queryable';
import type { EndpointObserver, EndpointObservers } from '../requests/endpoint-observers';
import { resultsOf } from './results-of';
import { hasData, type StoredResponse, StoredResponseQuery } from '../requests/stored-response';
import type { Freshness } from '../requests/freshness';
import type { Fetcher } from '../requests/fetcher';
import type { Poller } from './poller';
import type { AnyEndpoint } from '../requests/endpoint';

/** Keeps endpoint data fresh. Fetches missing or stale data once for all observers. */
export class LiveEndpoints {
  readonly #queries = new WeakMap<AnyEndpoint, StoredResponseQuery>();
  readonly #observers: EndpointObservers;

  /**
   * @param poller sends requests at regular intervals
   */
  constructor(
    private readonly reader: Reader,
    private readonly fetcher: Fetcher,
    readonly freshness: Freshness,
    private readonly poller: Poller,
  ) {
    this.#observers = fetcher.expiry.observers;
  }

  /** Refetches stale data for active observers. Skips endpoints whose data was dropped by `clear`. */
  refetchStale(): void {
    for (const [key, { endpoint, args }] of this.#observers.firsts) {
      const stored = this.#stored(endpoint, args);
      if (isIdle(stored) || this.#isFetching(key)) continue;
      if (this.freshness.of(endpoint, stored) === 0) this.#observers.request(key);
    }
  }

  /**
   * Emits fresh data once, from the cache or from a request, and completes. If there is no fresh data and the last
   * request failed recently, fails with the same error. In this case, no request is sent.
   */
  ensure(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    return defer(() => {
      const stored = this.#stored(endpoint, args);
      if (this.freshness.of(endpoint, stored) > 0) return of(stored.data);
      const failure = this.freshness.failureOf(endpoint, stored);
      return failure === undefined
        ? this.fetcher.fetch(endpoint, args).pipe(take(1))
        : throwError(() => failure.error);
    });
  }

  /**
   * Emits the data of an endpoint immediately and after each change. The Observable errors if a request fails and there
   * is no data to show.
   */
  watch(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    return defer(() => {
      const key = recordKeyOf(endpoint, endpoint.key(...args));
      return this.stored$(endpoint, args).pipe(
        map((stored) => {
          if (hasData(endpoint, stored)) return stored.data;
          const failure = stored.request?.failure;
          if (failure !== undefined && !this.#isFetching(key)) throw failure.error;
          return UNKNOWN;
        }),
        distinctUntilChanged(Object.is),
        filter((data) => data !== UNKNOWN),
      );
    });
  }

  /** Returns the computation whose result is the {@link StoredResponse} of an endpoint. */
  computation(endpoint: AnyEndpoint, args: readonly unknown[]): Computation {
    return this.reader.computation(this.#queryOf(endpoint), args);
  }

  /**
   * Returns an Observable that emits the stored response of an endpoint on subscription and after each change. On
   * subscription, missing or stale data is fetched immediately, unless the last request failed recently. If the data is
   * later marked as expired, it is refetched.
   *
   * @param isWanted whether the subscriber still needs the data; if it returns `false`, nothing is refetched
   */
  stored$(
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    isWanted: () => boolean = () => true,
  ): Observable<StoredResponse> {
    return new Observable((subscriber) => {
      const key = recordKeyOf(endpoint, endpoint.key(...args));
      subscriber.add(this.#observe(key, { endpoint, args }));
      const first = this.#stored(endpoint, args);
      if (this.freshness.of(endpoint, first) === 0) {
        if (this.dropsStale(endpoint, args, 1)) this.#drop(endpoint, args);
        if (this.freshness.needsRequest(endpoint, first)) this.#observers.request(key);
      }
      const current$ = resultsOf(this.computation(endpoint, args)).pipe(
        filter((stored) => {
          if (subscriber.closed) return false;
          if (!needsRefetch(stored)) return true;
          // The refetch starts in the next commit, so this intermediate result is not emitted.
          if (isWanted()) this.#observers.request(key);
          return false;
        }),
      );
      current$.subscribe(subscriber);
    });
  }

  /** Adds an observer. Starts polling if the endpoint has a `pollInterval`. */
  #observe(key: string, observer: EndpointObserver): () => void {
    const { endpoint, args } = observer;
    const leave = this.#observers.add(key, observer);
    const { pollInterval: every } = endpoint.refresh;
    if (every === undefined) return leave;
    const poll = () => {
      if (this.#isFetching(key) || isIdle(this.#stored(endpoint, args))) return;
      this.#observers.request(key);
    };
    const stop = this.poller.add(key, { every, request: poll });
    return () => {
      stop();
      leave();
    };
  }

  /**
   * Whether stale data of an endpoint is dropped when an observer is added. It is dropped if `invalidIfStale` is set
   * and there are no other observers.
   *
   * @param count `1` if the new observer was already added, otherwise `0`
   */
  dropsStale(endpoint: AnyEndpoint, args: readonly unknown[], count: number): boolean {
    if (!this.freshness.isInvalidIfStale(endpoint)) return false;
    return this.#observers.count(recordKeyOf(endpoint, endpoint.key(...args))) === count;
  }

  /** Drops stale data. */
  #drop(endpoint: AnyEndpoint, args: readonly unknown[]): void {
    const { results } = this.reader.store.tables;
    const key = recordKeyOf(endpoint, endpoint.key(...args));
    const slot = results.index.get(key);
    if (slot === undefined) return;
    // The removal has the write order of the dropped response, so that newer reads in flight can still store their
    // responses.
    const order = results.writeOrders[slot];
    this.reader.store.write((transaction) => transaction.remove(results, key, order));
  }

  /**
   * Whether a request for the stored response is in flight. If the commit that records the first request is still
   * queued, the request record does not exist yet. In this case, the requests in flight are checked instead.
   */
  isInFlight(
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    { request }: StoredResponse,
  ): boolean {
    if (request !== undefined) return request.fetching > 0;
    return this.#isFetching(recordKeyOf(endpoint, endpoint.key(...args)));
  }

  #isFetching(key: string): boolean {
    return this.fetcher.requests.countInFlight(key) > 0;
  }

  #stored(endpoint: AnyEndpoint, args: readonly unknown[]): StoredResponse {
    return this.reader.get(this.#queryOf(endpoint), args) as StoredResponse;
  }

  #queryOf(endpoint: AnyEndpoint): StoredResponseQuery {
    let query = this.#queries.get(endpoint);
    if (query === undefined) {
      this.#queries.set(endpoint, (query = new StoredResponseQuery(endpoint)));
    }
    return query;
  }
}

/**
 * Whether the endpoint has neither data nor a request record, for example after `clear`. In this state, observers do
 * not send requests automatically.
 */
function isIdle({ data, request }: StoredResponse): boolean {
  return data === UNKNOWN && request === undefined;
}

/**
 * Whether a request must be sent. A request is needed if the response is marked as stale, no request is in flight, and
 * the last request did not fail. No request is needed during hydration.
 */
function needsRefetch({ request }: StoredResponse): boolean {
  return (
    request !== undefined &&
    request.expired &&
    request.isHydrating !== true &&
    request.failure === undefined &&
    request.fetching === 0
  );
}
