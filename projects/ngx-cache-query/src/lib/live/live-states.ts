import type { NgZone } from '@angular/core';
import { Observable, retry, takeWhile } from 'rxjs';
import type { Clock } from '../platform/clock';
import type { CacheSnapshot } from '../requests/cache-snapshot';
import type { AnyEndpoint } from '../requests/endpoint';
import type { SnapshotView } from '../requests/snapshot-view';
import type { StoredResponse } from '../requests/stored-response';
import { UNKNOWN } from '../schema/queryable';
import type { Store } from '../store/store';
import type { LiveEndpoints } from './live-endpoints';
import { resultsOf } from './results-of';

/** Creates snapshots of live endpoints. A snapshot contains the value of an endpoint and the request status. */
export class LiveStates {
  /**
   * @param timers the timers, which run outside the Angular zone
   * @param zone the zone in which a snapshot is emitted when a timer fires
   */
  constructor(
    private readonly live: LiveEndpoints,
    private readonly store: Store,
    private readonly timers: Clock,
    private readonly zone: NgZone,
  ) {}

  /**
   * Emits the snapshot of an endpoint immediately and after each change to the value or the request status. Never
   * errors.
   *
   * @param view creates the snapshots; it returns the previous object if the new snapshot is equal
   * @param isWanted whether the subscriber still needs the data
   */
  state(
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    view: SnapshotView,
    isWanted?: () => boolean,
  ): Observable<CacheSnapshot<unknown>> {
    return new Observable((subscriber) => {
      let stored: StoredResponse | undefined;
      let shown: CacheSnapshot<unknown> | undefined;
      let cancel: (() => void) | undefined;
      const emit = (snapshot: CacheSnapshot<unknown>) => {
        if (snapshot !== shown) subscriber.next((shown = snapshot));
      };
      const show = () => {
        if (stored === undefined) return;
        const snapshot = view.show(stored, this.live.isInFlight(endpoint, args, stored));
        const fresh = this.live.freshness.of(endpoint, stored);
        cancel?.();
        if (fresh > 0 && fresh < Infinity) {
          cancel = this.timers.after(fresh, () => this.zone.run(show));
        }
        emit(snapshot);
      };
      subscriber.add(() => cancel?.());
      if (view.previous !== undefined) {
        const previous$ = resultsOf(view.previous).pipe(
          takeWhile(() => view.previous !== undefined),
        );
        subscriber.add(previous$.subscribe({ next: show, error: show }));
      }
      const stored$ = this.live.stored$(endpoint, args, isWanted).pipe(
        retry({
          delay: (error: unknown) => {
            emit(view.showFailure(error));
            return this.#changeOf(endpoint, args);
          },
        }),
      );
      subscriber.add(
        stored$.subscribe({
          next: (next) => {
            stored = next;
            show();
          },
          complete: () => subscriber.complete(),
        }),
      );
    });
  }

  /** Emits after the next commit that may have changed the stored data of an endpoint. */
  #changeOf(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    return new Observable((subscriber) => {
      const computation = this.live.computation(endpoint, args);
      const leave = computation.onOutdated(() => {
        leave();
        // This code runs while a commit is applied, so the write is queued until subscribers have been notified.
        this.store.write(
          () => undefined,
          () => subscriber.next(undefined),
        );
      });
      subscriber.add(leave);
      try {
        computation.read(); // Reading the computation creates its dependencies.
      } catch {
        // The computation still throws.
      }
    });
  }

  /**
   * Returns the snapshot of an endpoint.
   *
   * @param isOpening whether the caller is about to subscribe to {@link state}; if the subscription will send a
   * request, the snapshot already shows the request
   */
  snapshot(
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    view: SnapshotView,
    isOpening: boolean,
  ): CacheSnapshot<unknown> {
    const stored = this.live.computation(endpoint, args).read() as StoredResponse;
    if (!isOpening || !this.live.freshness.needsRequest(endpoint, stored)) {
      return view.show(stored, this.live.isInFlight(endpoint, args, stored));
    }
    const isDropped = this.live.dropsStale(endpoint, args, 0);
    return view.show(isDropped ? { ...stored, data: UNKNOWN } : stored, true);
  }
}
