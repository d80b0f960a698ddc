// Endpoints and the client that sends their requests. The client connects the folders `requests`, `live`, `optimistic`
// and `signals`. Each cache creates its client when an endpoint is used for the first time, so applications without
// endpoints do not bundle the code of these folders.
//
// Public API: `Endpoint`, which is passed to `cache.fetch`, `ensure`, `watch`, `state`, `refetch`, `reset` and similar
// methods. Interfaces: CLIENT, the member of an endpoint through which a cache finds the client; CacheCore.

import { EnvironmentInjector, inject, NgZone, PendingTasks } from '@angular/core';
import {
  concat,
  defer,
  distinctUntilChanged,
  finalize,
  map,
  NEVER,
  type Observable,
  of,
  switchMap,
  takeUntil,
} from 'rxjs';
import { LiveEndpoints } from '../live/live-endpoints';
import { LiveStates } from '../live/live-states';
import { Poller } from '../live/poller';
import { OptimisticMutations } from '../optimistic/optimistic-mutations';
import { CLOCK } from '../platform/clock';
import { destroyRefOf } from '../platform/destroy-ref';
import { PageActivity } from '../platform/page-activity';
import type { Computation } from '../query/computation';
import { isDisabled } from '../query/disabled';
import { type AnyEndpoint, mustRead } from '../requests/endpoint';
import { EndpointObservers } from '../requests/endpoint-observers';
import { type CacheSnapshot, IDLE } from '../requests/cache-snapshot';
import { Fetcher } from '../requests/fetcher';
import { EXPIRY, Freshness } from '../requests/freshness';
import { Expiry } from '../requests/refetch/expire-responses';
import { refetching, removing, responsesOf } from '../requests/refetch/refetch-target';
import { noLog } from '../requests/request';
import { Requests } from '../requests/requests';
import { requestSender } from '../requests/send-request';
import { SnapshotView } from '../requests/snapshot-view';
import type { CacheMutation, CacheMutationOptions } from '../signals/cache-mutation';
import type { CacheResource, CacheResourceOptions } from '../signals/cache-resource';
import { cacheMutation } from '../signals/mutation';
import { type GetArgs, isSameRead, resolveArgs } from '../signals/resolved-args';
import { cacheResource } from '../signals/resource';
import type { ResourceSource } from '../signals/resource-watcher';
import { TaskQueue } from '../signals/task-queue';
import type { Table } from '../store/table';
import type { Transaction } from '../store/transaction';
import type { Recipe } from '../store/waiting-writes';
import type { Removing } from '../writes/delete';
import type { CacheCore } from './cache-core';
import { warnOfMissingHydration } from './missing-hydration';
import { requestEnvironment } from './request-environment';
import { withoutUnhandledReset } from './unhandled-reset';

declare const ngDevMode: unknown;

/** Sends requests for all endpoints that a cache uses. */
export class EndpointClient {
  readonly #fetcher: Fetcher;
  readonly #live: LiveEndpoints;
  readonly #states: LiveStates;
  readonly #poller: Poller;
  readonly #tasks: TaskQueue;
  /** Decides which responses are fresh. */
  readonly freshness: Freshness;

  /** Must be called in the injection context of the cache. */
  constructor(private readonly core: CacheCore) {
    const { reader, environment, lifetime } = core;
    if ((typeof ngDevMode === 'undefined' || ngDevMode) && !environment.isServer) {
      warnOfMissingHydration();
    }
    const { retryOf, refetch$, active$ } = requestEnvironment(environment.isServer);
    const clock = inject(CLOCK);
    const injector = inject(EnvironmentInjector);
    const pendingTasks = inject(PendingTasks);
    const mutations = new OptimisticMutations(reader);
    const requests = new Requests(reader.store, clock, mutations);
    const observers = new EndpointObservers((...read) => this.#fetcher.share(...read));
    this.#fetcher = new Fetcher(
      reader,
      requests,
      new Expiry(reader.store, requests, observers),
      requestSender(injector, mutations, clock, retryOf, core.extensions?.intercept),
      core.extensions?.log(clock) ?? noLog,
      pendingTasks,
    );
    this.#tasks = new TaskQueue(injector, pendingTasks);
    this.#poller = new Poller(environment.timers, inject(PageActivity), active$);
    this.freshness = new Freshness(clock, inject(EXPIRY));
    this.#live = new LiveEndpoints(reader, this.#fetcher, this.freshness, this.#poller);
    this.#states = new LiveStates(this.#live, reader.store, environment.timers, inject(NgZone));
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
  state(endpoint: AnyEndpoint, args: readonly unknown[]): Observable<CacheSnapshot<unknown>> {
    return this.stateWith(endpoint, concat(of(args), NEVER), {});
  }

  /** @see CacheService.stateWith */
  stateWith(
    endpoint: AnyEndpoint,
    args$: Observable<readonly unknown[]>,
    { keepPrevious }: Pick<CacheResourceOptions, 'keepPrevious'>,
  ): Observable<CacheSnapshot<unknown>> {
    const live = this.#live;
    const state$ = defer(() => {
      let view = this.#view(endpoint);
      return args$.pipe(
        map((args) =>
          resolveArgs(
            endpoint,
            () => (isDisabled(args) ? undefined : args),
            (active) => live.computation(endpoint, active),
          ),
        ),
        distinctUntilChanged(isSameRead),
        switchMap((next) => {
          const { status } = next;
          const isActive = status === 'active';
          const previous = keepPrevious === true && status !== 'idle' ? view.forNext : undefined;
          view = this.#view(endpoint, isActive ? next.computation : undefined, previous);
          if (isActive) return this.#states.state(endpoint, next.args, view);
          return concat(of(status === 'error' ? view.showFailure(next.error) : IDLE), NEVER);
        }),
      );
    });
    return this.#observed('state', endpoint, state$);
  }

  /** @see CacheService.resource */
  resource(
    endpoint: AnyEndpoint,
    args: GetArgs = () => [],
    { keepPrevious = false, debugName, injector }: CacheResourceOptions = {},
  ): CacheResource<unknown> {
    mustRead('resource', endpoint);
    // eslint-disable-next-line @typescript-eslint/unbound-method -- only its name is used
    const destroyRef = destroyRefOf(this.resource, injector);
    const { drafts, lifetime, writer } = this.core;
    const live = this.#live;
    const source: ResourceSource = {
      keepPrevious,
      view: (...of) => this.#view(endpoint, ...of),
      computation: (current) => live.computation(endpoint, current),
      read: (active, view, isOpening) =>
        this.#states.snapshot(endpoint, active.args, view, isOpening && !lifetime.isEnded),
      open: (current, view, isWanted) =>
        defer(() => {
          writer.mayWrite(`resource(${endpoint.name})`);
          const state$ = this.#states.state(endpoint, current, view, isWanted);
          return this.#observed('resource', endpoint, state$);
        }).pipe(takeUntil(lifetime.ended$)),
      follow: (current, changed) => this.#tasks.follow(current, changed),
      later: (task) => (lifetime.isEnded ? () => undefined : this.#tasks.add(task)),
    };
    const refetch = (current: readonly unknown[]) => this.refetch(endpoint, current);
    return cacheResource(endpoint, args, source, refetch, drafts, destroyRef, debugName);
  }

  /** @see CacheService.mutation */
  mutation(
    endpoint: AnyEndpoint,
    { injector, ...callbacks }: CacheMutationOptions<readonly unknown[], unknown> = {},
  ): CacheMutation<readonly unknown[], unknown> {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- only its name is used
    const destroyRef = destroyRefOf(this.mutation, injector);
    const { report, writer } = this.core;
    const send = (args: readonly unknown[]) =>
      defer(() => {
        writer.mayWrite(`mutation(${endpoint.name})`);
        return this.fetch(endpoint, args);
      });
    return cacheMutation(send, report, destroyRef, callbacks);
  }

  /** @see CacheService.setResponse */
  setResponse(endpoint: AnyEndpoint, argsAndValue: readonly unknown[]): void {
    mustRead('setResponse', endpoint);
    this.core.writer.write(
      this.#fetcher.setting(endpoint, argsAndValue.slice(0, -1), argsAndValue.at(-1)),
    );
  }

  /** @see CacheService.refetch */
  refetch(target: unknown, args: readonly unknown[]): Promise<void> {
    const fetcher = this.#fetcher;
    fetcher.stopSharing(responsesOf('refetch', target, args));
    const keys = new Set<string>();
    const recipe = refetching(this.core.reader, fetcher.expiry, target, args, keys);
    return this.core.writer.writeThen(recipe, () => fetcher.requests.settled(keys));
  }

  /** @see CacheService.reset */
  reset(endpoint: AnyEndpoint, args: readonly unknown[]): Promise<void> {
    const fetcher = this.#fetcher;
    const responses = responsesOf('reset', endpoint, args)!;
    fetcher.stopSharing(responses);
    const recipe = fetcher.expiry.dropping(responses);
    return this.core.writer.writeThen(recipe, () => fetcher.requests.abortDropped());
  }

  /**
   * Returns the recipes that mark `targets` as stale. If there are targets, also prevents new callers from sharing
   * reads in flight.
   */
  refetching(targets: readonly unknown[]): Recipe[] {
    const recipes = this.#fetcher.refetching(targets);
    if (recipes.length > 0) this.#fetcher.stopSharing();
    return recipes;
  }

  /** Returns the function to call before a commit removes a row of `table`. See {@link removing}. */
  removing(table: Table): Removing {
    return removing(this.core.reader, this.#fetcher.expiry, table);
  }

  /** Prevents new callers from sharing reads in flight. */
  stopSharing(): void {
    this.#fetcher.stopSharing();
  }

  /** Makes active observers refetch after the cache is emptied. */
  restart(transaction: Transaction): void {
    this.#fetcher.expiry.restart(transaction);
  }

  /** Aborts the reads that `reset` or `clear` dropped. */
  abortDropped(): void {
    this.#fetcher.requests.abortDropped();
  }

  /** Cancels all polls and all requests that have not been sent yet. */
  end(): void {
    this.#poller.end();
    this.#tasks.end();
  }

  #view(endpoint: AnyEndpoint, computation?: Computation, previous?: Computation): SnapshotView {
    return new SnapshotView(endpoint, this.freshness, computation, previous);
  }

  #observed<T>(method: string, endpoint: AnyEndpoint, source$: Observable<T>): Observable<T> {
    const { sweeper } = this.core;
    mustRead(method, endpoint);
    sweeper.used();
    return source$.pipe(finalize(() => sweeper.observerLeft()));
  }
}
