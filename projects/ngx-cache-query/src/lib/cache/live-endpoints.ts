import type { NgZone } from '@angular/core';
import { defer, Observable, of, Subscription, take } from 'rxjs';
import type { Computation } from '../read/computation';
import { recordKeyOf } from '../read/record-cell';
import type { Reader } from '../read/reader';
import { UNKNOWN } from '../schema/queryable';
import { recycle } from '../util/equality';
import { type EndpointState, type EndpointSnapshot, SnapshotQuery } from './endpoint-state';
import type { Freshness } from './freshness';
import type { Fetcher } from './fetcher';
import type { Poller } from './poller';
import type { AnyEndpoint } from './requests';
import { StateView } from './state-view';
import type { Watcher, Watchers } from './watchers';

/** Endpoints kept fresh: what is missing or stale is asked for, once, for all who watch. */
export class LiveEndpoints {
  readonly #snapshots = new WeakMap<AnyEndpoint, SnapshotQuery>();
  readonly #watchers: Watchers;

  /**
   * @param zone in which timers may run; without one, as on a server, there are none
   * @param poller asks at intervals
   */
  constructor(
    private readonly reader: Reader,
    private readonly fetcher: Fetcher,
    readonly freshness: Freshness,
    private readonly zone: NgZone | undefined,
    private readonly poller: Poller,
  ) {
    this.#watchers = fetcher.watchers;
  }

  /** Asks again for all that is watched and stale; but not for what a reset took away. */
  refetchStale(): void {
    for (const [key, { endpoint, args }] of this.#watchers.firsts) {
      const snapshot = this.#snapshot(endpoint, args);
      const isAsked = (snapshot.request?.fetching ?? 0) > 0;
      if (isAsked || isIdle(snapshot)) continue;
      if (this.freshness.of(endpoint, snapshot) === 0) this.#watchers.ask(key);
    }
  }

  /** Fresh data from the cache, or that of one request; then it completes. */
  ensure(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    return defer(() => {
      const now = this.#snapshot(endpoint, args);
      return this.freshness.of(endpoint, now) > 0
        ? of(now.data)
        : this.fetcher.fetch(endpoint, args).pipe(take(1));
    });
  }

  /** The data of an endpoint, live. It errors when a request fails and there is nothing to show. */
  watch(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    return new Observable((subscriber) => {
      let last: unknown = UNKNOWN;
      subscriber.add(
        this.#live(endpoint, args, (error) => {
          // A request may fail before what is there was shown.
          const isNothing = this.#snapshot(endpoint, args).data === UNKNOWN;
          if (last === UNKNOWN && isNothing) subscriber.error(error);
        }).subscribe({
          next: ({ data }) => {
            if (data === UNKNOWN) return;
            // What was forgotten and came again may be what is shown.
            const next = recycle(last, data);
            if (!Object.is(next, last)) subscriber.next((last = next));
          },
          error: (error: unknown) => subscriber.error(error),
          complete: () => subscriber.complete(),
        }),
      );
    });
  }

  /**
   * The data of an endpoint and all that is known of its requests, live.
   *
   * @param view remembers what was shown
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
        if (fresh > 0 && fresh < Infinity) cancel = this.#later(show, fresh);
        if (state !== shown) subscriber.next((shown = state));
      };
      subscriber.add(() => cancel?.());
      subscriber.add(
        this.#live(endpoint, args).subscribe({
          next: (next) => {
            snapshot = next;
            view.see(next);
            show();
          },
          error: (error: unknown) => subscriber.error(error),
          complete: () => subscriber.complete(),
        }),
      );
    });
  }

  /** What is known of an endpoint, as a {@link EndpointSnapshot}. */
  computation(endpoint: AnyEndpoint, args: readonly unknown[]): Computation {
    return this.reader.computation(this.#queryOf(endpoint), args);
  }

  /**
   * Snapshots of an endpoint as they come. Data that is missing or stale is asked for at once; later,
   * what was expired or invalidated is asked for again.
   *
   * @param failed hears of the failures of what was asked for here
   */
  #live(
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    failed: (error: unknown) => void = () => undefined,
  ): Observable<EndpointSnapshot> {
    return new Observable((subscriber) => {
      const requests = new Subscription();
      const request = () => {
        requests.add(this.fetcher.fetch(endpoint, args).subscribe({ error: failed }));
      };
      subscriber.add(requests);
      subscriber.add(this.#watch({ endpoint, args, failed }));
      const first = this.#snapshot(endpoint, args);
      if (this.freshness.of(endpoint, first) === 0) {
        if (this.freshness.isInvalidIfStale(endpoint)) this.#forget(endpoint, args);
        const failure = this.freshness.failureOf(endpoint, first);
        if (failure === undefined) request();
        else failed(failure.error);
      }
      const computation = this.computation(endpoint, args);
      const watching = new Observable<unknown>((watcher) => computation.follow(watcher)).subscribe({
        next: (value) => {
          const snapshot = value as EndpointSnapshot;
          if (subscriber.closed) return;
          const { request: known } = snapshot;
          const asked = known !== undefined && known.expired && known.failure === undefined;
          // That it is asked for comes with the next commit; the moment before is nobody's business.
          if (asked && known.fetching === 0) request();
          else subscriber.next(snapshot);
        },
        error: (error: unknown) => subscriber.error(error),
        complete: () => subscriber.complete(),
      });
      subscriber.add(watching);
    });
  }

  /** Notes that somebody watches; asks at intervals where the endpoint says so. */
  #watch(watcher: Watcher): () => void {
    const { endpoint, args } = watcher;
    const key = recordKeyOf(endpoint, endpoint.key(...args));
    const leave = this.#watchers.add(key, watcher);
    const { pollInterval: every } = endpoint;
    if (every === undefined || this.zone === undefined) return leave;
    const ask = () => {
      if (!isIdle(this.#snapshot(endpoint, args))) this.#watchers.ask(key);
    };
    const rest = this.zone.runOutsideAngular(() => this.poller.add(key, { every, ask }));
    return () => {
      rest();
      leave();
    };
  }

  /** Stale data that is not to be shown goes before it is asked for, unless somebody else shows it. */
  #forget(endpoint: AnyEndpoint, args: readonly unknown[]): void {
    const { results } = this.reader.store.tables;
    const key = recordKeyOf(endpoint, endpoint.key(...args));
    const slot = results.index.get(key);
    if (slot === undefined || this.#watchers.count(key) > 1) return;
    // As of when it was asked for: a younger answer that is on its way is still taken.
    const order = results.orders[slot];
    this.reader.store.write((transaction) => transaction.remove(results, key, order));
  }

  /** A timer that keeps nobody waiting for the application to be stable. */
  #later(show: () => void, after: number): (() => void) | undefined {
    const { zone } = this;
    return zone?.runOutsideAngular(() => this.freshness.clock.after(after, () => zone.run(show)));
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

/** Whether nothing is known, as after a reset: then nobody asks by itself. */
function isIdle({ data, request }: EndpointSnapshot): boolean {
  return data === UNKNOWN && request === undefined;
}
