import type { NgZone } from '@angular/core';
import { defer, Observable, of, Subscription, take } from 'rxjs';
import type { Computation } from '../read/computation';
import type { Reader } from '../read/reader';
import { UNKNOWN } from '../schema/queryable';
import { recycle } from '../util/equality';
import { type EndpointState, freshFor, type Snapshot, SnapshotQuery } from './endpoint-state';
import type { Fetcher } from './fetcher';
import type { AnyEndpoint } from './requests';
import { StateView } from './state-view';

/** Milliseconds that a timer can wait. */
const LONGEST = 2 ** 31;

/** Endpoints kept fresh: what is missing or stale is asked for, once, for all who watch. */
export class LiveEndpoints {
  readonly #snapshots = new WeakMap<AnyEndpoint, SnapshotQuery>();

  /** @param zone in which timers may run; without one, as on a server, there are none */
  constructor(
    private readonly reader: Reader,
    private readonly fetcher: Fetcher,
    private readonly zone: NgZone | undefined,
  ) {}

  /** Fresh data from the cache, or that of one request; then it completes. */
  ensure(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    return defer(() => {
      const now = this.#snapshot(endpoint, args);
      return freshFor(endpoint, now, Date.now()) > 0
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
    view = new StateView(endpoint),
  ): Observable<EndpointState<unknown>> {
    return new Observable((subscriber) => {
      let snapshot: Snapshot;
      let shown: EndpointState<unknown> | undefined;
      let timer: ReturnType<typeof setTimeout> | undefined;
      const show = () => {
        const state = view.show(snapshot);
        const fresh = freshFor(endpoint, snapshot, Date.now());
        clearTimeout(timer);
        if (fresh > 0 && fresh < LONGEST) timer = this.#later(show, fresh);
        if (state !== shown) subscriber.next((shown = state));
      };
      subscriber.add(() => clearTimeout(timer));
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

  /** What is known of an endpoint, as a {@link Snapshot}. */
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
  ): Observable<Snapshot> {
    return new Observable((subscriber) => {
      const requests = new Subscription();
      const request = () => {
        requests.add(this.fetcher.fetch(endpoint, args).subscribe({ error: failed }));
      };
      subscriber.add(requests);
      subscriber.add(this.fetcher.expiry.watch(endpoint, args));
      if (freshFor(endpoint, this.#snapshot(endpoint, args), Date.now()) === 0) request();
      const computation = this.computation(endpoint, args);
      const watching = new Observable<unknown>((watcher) => computation.follow(watcher)).subscribe({
        next: (value) => {
          const snapshot = value as Snapshot;
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

  /** A timer that keeps nobody waiting for the application to be stable. */
  #later(show: () => void, after: number): ReturnType<typeof setTimeout> | undefined {
    const { zone } = this;
    return zone?.runOutsideAngular(() => setTimeout(() => zone.run(show), after));
  }

  #snapshot(endpoint: AnyEndpoint, args: readonly unknown[]): Snapshot {
    return this.reader.get(this.#queryOf(endpoint), args) as Snapshot;
  }

  #queryOf(endpoint: AnyEndpoint): SnapshotQuery {
    let query = this.#snapshots.get(endpoint);
    if (query === undefined) this.#snapshots.set(endpoint, (query = new SnapshotQuery(endpoint)));
    return query;
  }
}
