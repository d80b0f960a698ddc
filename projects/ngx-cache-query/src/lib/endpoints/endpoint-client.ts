// Endpoints, and the client that runs their requests. The client connects the folders requests/, live/ and optimistic/.
// Each cache creates its client when an endpoint is used for the first time, so an application without endpoints does
// not contain the code of these folders.
//
// Public API: `Endpoint`, passed to `cache.fetch`, `ensure`, `watch`, `state`, `refetch`, `reset` and similar methods.
// Interfaces: CLIENT, the member of an endpoint through which a cache finds the client; CacheCore.

import {
  type DestroyRef,
  EnvironmentInjector,
  inject,
  NgZone,
  PendingTasks,
  type Signal,
} from '@angular/core';
import { concat, defer, finalize, NEVER, type Observable, of, takeUntil } from 'rxjs';
import { LiveEndpoints } from '../live/live-endpoints';
import { Poller } from '../live/poller';
import { stateSignal } from '../live/state-signal';
import type { StateSource } from '../live/state-watcher';
import { OptimisticMutations } from '../optimistic/optimistic-mutations';
import { CLOCK } from '../platform/clock';
import { PageActivity } from '../platform/page-activity';
import { isDisabled } from '../query/disabled';
import { type AnyEndpoint, mustRead } from '../requests/endpoint';
import { EndpointObservers } from '../requests/endpoint-observers';
import { type EndpointState, IDLE } from '../requests/endpoint-state';
import { Fetcher } from '../requests/fetcher';
import { EXPIRY, Freshness } from '../requests/freshness';
import { Expiry } from '../requests/refetch/expire-responses';
import { refetching, removing, responsesOf } from '../requests/refetch/refetch-target';
import { Requests } from '../requests/requests';
import { requestSender } from '../requests/send-request';
import type { Table } from '../store/table';
import type { Transaction } from '../store/transaction';
import type { Recipe } from '../store/waiting-writes';
import type { Removing } from '../writes/delete';
import type { CacheCore } from './cache-core';
import { requestEnvironment } from './request-environment';
import { withoutUnhandledReset } from './unhandled-reset';

/** Runs the requests of all endpoints of a cache. */
export class EndpointClient {
  readonly #fetcher: Fetcher;
  readonly #live: LiveEndpoints;
  readonly #poller: Poller;

  /** Must be called in the injection context of the cache. */
  constructor(private readonly core: CacheCore) {
    const { reader, environment, lifetime } = core;
    const { retryOf, refetch$, active$ } = requestEnvironment(environment.isServer);
    const clock = inject(CLOCK);
    const mutations = new OptimisticMutations(reader);
    const requests = new Requests(reader.store, clock, mutations);
    const observers = new EndpointObservers((...read) => this.#fetcher.share(...read));
    this.#fetcher = new Fetcher(
      reader,
      requests,
      new Expiry(reader.store, requests, observers),
      requestSender(inject(EnvironmentInjector), mutations, clock, retryOf),
      core.log,
      inject(PendingTasks),
    );
    this.#poller = new Poller(environment.timers, inject(PageActivity), active$);
    this.#live = new LiveEndpoints(
      reader,
      this.#fetcher,
      new Freshness(clock, inject(EXPIRY)),
      environment.timers,
      this.#poller,
      inject(NgZone),
    );
    refetch$.pipe(takeUntil(lifetime.ended$)).subscribe(() => this.#live.refetchStale());
  }

  /** @see CacheService.fetch */
  fetch(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    const response$ = this.#fetcher.fetch(endpoint, args);
    return withoutUnhandledReset(response$.pipe(takeUntil(this.core.lifetime.ended$)));
  }

  /** @see CacheService.ensure */
  ensure(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    return withoutUnhandledReset(
      this.#observed('ensure', endpoint, this.#live.ensure(endpoint, args)),
    );
  }

  /** @see CacheService.watch */
  watch(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    const data$ = isDisabled(args) ? NEVER : this.#live.watch(endpoint, args);
    return this.#observed('watch', endpoint, data$);
  }

  /** @see CacheService.state */
  state(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<unknown> {
    const state$ = isDisabled(args) ? concat(of(IDLE), NEVER) : this.#live.state(endpoint, args);
    return this.#observed('state', endpoint, state$);
  }

  /**
   * @see CacheService.stateSignalWith
   * @param destroyRef ends the updates of the signal
   */
  stateSignal(
    endpoint: AnyEndpoint,
    args: () => readonly unknown[],
    destroyRef: DestroyRef,
  ): Signal<EndpointState<unknown>> {
    mustRead('stateSignal', endpoint);
    const { drafts, lifetime, writer } = this.core;
    const live = this.#live;
    const activeArgs = () => {
      const current = args();
      return isDisabled(current) ? undefined : current;
    };
    const source: StateSource = {
      freshness: live.freshness,
      computation: (current) => live.computation(endpoint, current),
      open: (current, view) =>
        defer(() => {
          writer.mayWrite(`stateSignal(${endpoint.name})`);
          return this.#observed('stateSignal', endpoint, live.state(endpoint, current, view));
        }).pipe(takeUntil(lifetime.ended$)),
    };
    return stateSignal(endpoint, activeArgs, source, drafts, destroyRef);
  }

  /** @see CacheService.refetch */
  refetch(target: unknown, args: readonly unknown[]): Promise<void> {
    const fetcher = this.#fetcher;
    fetcher.stopSharing(responsesOf('refetch', target, args));
    const expired = new Set<string>();
    const recipe = refetching(this.core.reader, fetcher.expiry, target, args, expired);
    return this.core.writer.writeThen(recipe, () => fetcher.requests.settled(expired));
  }

  /** @see CacheService.reset */
  reset(endpoint: AnyEndpoint, args: readonly unknown[]): Promise<void> {
    const fetcher = this.#fetcher;
    const responses = responsesOf('reset', endpoint, args)!;
    fetcher.stopSharing(responses);
    const recipe = fetcher.expiry.dropping(responses);
    return this.core.writer.writeThen(recipe, () => fetcher.requests.abortDropped());
  }

  /** Returns the recipes that make `targets` stale. Reads in flight are no longer shared with new callers. */
  refetching(targets: readonly unknown[]): Recipe[] {
    const recipes = this.#fetcher.refetching(targets);
    if (recipes.length > 0) this.#fetcher.stopSharing();
    return recipes;
  }

  /** Must be called before a commit removes rows. See {@link removing}. */
  removing(table: Table): Removing {
    return removing(this.core.reader, this.#fetcher.expiry, table);
  }

  /** Stops sharing all reads in flight with new callers. */
  stopSharing(): void {
    this.#fetcher.stopSharing();
  }

  /** Makes active observers refetch after the cache was emptied. */
  restart(transaction: Transaction): void {
    this.#fetcher.expiry.restart(transaction);
  }

  /** Aborts the reads from before the last reset. */
  abortDropped(): void {
    this.#fetcher.requests.abortDropped();
  }

  /** Cancels all polls. */
  end(): void {
    this.#poller.end();
  }

  #observed<T>(method: string, endpoint: AnyEndpoint, source$: Observable<T>): Observable<T> {
    const { sweeper } = this.core;
    mustRead(method, endpoint);
    sweeper.used();
    return source$.pipe(finalize(() => sweeper.observerLeft()));
  }
}
