import {
  assertInInjectionContext,
  DestroyRef,
  inject,
  Injectable,
  type Injector,
  type Signal,
} from '@angular/core';
import {
  concat,
  defer,
  distinctUntilChanged,
  finalize,
  NEVER,
  Observable,
  of,
  type Subscription,
  switchMap,
  takeUntil,
} from 'rxjs';
import { isEntityClass } from '../schema/entity/entity-plan';
import type { ArgsOf, Queryable, ResultOf } from '../schema/query/queryable';
import type {
  EntityClass,
  SchemaLike,
  SchemaFields,
  SchemaList,
  SchemaNode,
} from '../schema/schema';
import type { Fields } from '../util/plain-data';
import { notWritableError } from '../writes/write-errors';
import { type CacheParts, createCache } from './create-cache';
import {
  type AnyEndpoint,
  type Endpoint,
  mustRead,
  type RefetchTarget,
} from '../requests/endpoint';
import { type EndpointState, IDLE } from '../requests/endpoint-state';
import { currentEnvironment } from './environment';
import type { FieldsOf } from './fields-of';
import { deletion, refetching, responsesOf } from '../requests/refetch/refetch-target';
import type { ResponseInfo } from '../requests/refetch/responses';
import type { ConstantArgs, GivenArgs, SelectArgs } from './select-args';
import { isInactive, isSameRead, select, selected, selectedSignal } from './selection';
import { stateSignal } from '../live/state-signal';
import type { StateSource } from '../live/state-watcher';
import { withoutUnhandledReset } from './unhandled';
import { warnOfUntrackedGet } from './untracked-get';
import { setValue, sourceOf, updateEntity } from '../writes/writes';

declare const ngDevMode: unknown;

/** The options of `connect`. */
export interface ConnectOptions<T = unknown> {
  /** Names what a value of the stream makes stale, so that active subscribers refetch it. */
  readonly refetches?: (value: T) => readonly RefetchTarget[];
  /** Receives the error of a value, or the one that ended the source; by default Angular's ErrorHandler does. */
  readonly onError?: (error: unknown) => void;
}

/**
 * The cache: entities, stored once each, and every view of them.
 *
 * It is provided in root and works without any set-up; `provideCache(…)` sets it up.
 *
 * @example
 * ```ts
 * @Component({
 *   template: `@for (user of users$ | async; track user.pk()) {
 *     <li>{{ user.name }}</li>
 *   }`,
 *   imports: [AsyncPipe],
 * })
 * class UsersPage {
 *   private readonly cache = inject(CacheService);
 *   readonly users$ = this.cache.select(sortedUsers, { asc: true });
 * }
 * ```
 */
@Injectable({ providedIn: 'root' })
export class CacheService {
  readonly #parts = createCache(currentEnvironment());

  constructor() {
    const { emptying, environment, extensions, handle, lifetime, live, poller } = this.#parts;
    const { ended$ } = lifetime;
    const above = inject(CacheService, { skipSelf: true, optional: true });
    if (above !== null) ended$.subscribe(above.#parts.emptying.add(emptying));
    extensions.init(handle);
    environment.refetch$.pipe(takeUntil(ended$)).subscribe(() => live.refetchStale());
    environment.active$.pipe(takeUntil(ended$)).subscribe(() => poller.resume());
    inject(DestroyRef).onDestroy(() => this.#parts.end());
  }

  /**
   * The result of a read, now and after every commit that changed it. It emits synchronously on
   * subscription, makes no request, and completes with the cache's injector.
   *
   * @param queryable a Query, `schema.All`, `schema.Union`, an Entity class, an endpoint (its last
   *   response), or an object of these, a join
   * @param args the arguments of the read; a sole `null` makes it inactive
   * @returns the result; `undefined` while nothing is known. It errors with what `process` throws
   *
   * @example
   * ```ts
   * const admins$ = cache.select(sortedUsers, { isAdmin: true }); // Observable<User[] | undefined>
   * const users$ = cache.select(new schema.All(User)); // every user in the cache
   * const user$ = cache.select(User, 2); // one of them
   * const profile$ = cache.select({ user: User, todos: todosOf }, { id: 2 }); // a join
   * const response$ = cache.select(getUsers); // what the endpoint answered last
   * const nothing$ = cache.select(User, null); // inactive: undefined
   * ```
   */
  select<Q extends Queryable>(
    queryable: Q,
    ...args: SelectArgs<Q>
  ): Observable<ResultOf<Q> | undefined> {
    return select(this.#parts, queryable, args) as Observable<ResultOf<Q> | undefined>;
  }

  /**
   * {@link select} with arguments that come from an Observable: silent before the first, and switched
   * only when `query.key(...args)` differs.
   *
   * @example
   * ```ts
   * const usersNamed = new Query(new schema.All(User), (users, name: string) =>
   *   users.filter((user) => user.name.startsWith(name)),
   * );
   * const found$ = cache.selectWith(usersNamed, search$.pipe(map((text) => [text])));
   * ```
   */
  selectWith<Q extends Queryable>(
    queryable: Q,
    args$: Observable<Readonly<SelectArgs<Q>>>,
  ): Observable<ResultOf<Q> | undefined> {
    return args$.pipe(
      distinctUntilChanged((last, next) => isSameRead(queryable, last, next)),
      switchMap((args) => this.select(queryable, ...(args as SelectArgs<Q>))),
      distinctUntilChanged(Object.is),
      takeUntil(this.#parts.lifetime.ended$),
    );
  }

  /**
   * {@link select} as a signal, with arguments that come from signals. The getter runs when the signal is read, so a
   * required input may be one of them.
   *
   * @param args returns the tuple of arguments; it may read signals
   * @param options an injector, for calls outside of an injection context
   * @returns a signal that is never behind the cache; it throws what `process` throws
   *
   * @example
   * ```ts
   * const users = cache.selectSignal(sortedUsers, () => [{ isAdmin: only() }]);
   * ```
   */
  selectSignal<Q extends Queryable, const A extends GivenArgs<SelectArgs<Q>>>(
    queryable: Q,
    args: () => A,
    options?: { readonly injector?: Injector },
  ): Signal<ResultOf<Q> | undefined>;
  /**
   * {@link select} as a signal, with constant arguments. It must be called in an injection context, whose end ends it.
   *
   * @example
   * ```ts
   * const count = cache.selectSignal(countUsers); // Signal<number | undefined>
   * ```
   */
  selectSignal<Q extends Queryable>(
    queryable: Q,
    ...args: ConstantArgs<Q>
  ): Signal<ResultOf<Q> | undefined>;
  selectSignal(queryable: Queryable, ...args: readonly unknown[]): Signal<unknown> {
    const [getter, options] = args as [unknown, { readonly injector?: Injector } | undefined];
    const isGetter = typeof getter === 'function';
    const injector = isGetter ? options?.injector : undefined;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- only its name is used
    if (injector === undefined) assertInInjectionContext(this.selectSignal);
    const destroyRef = injector?.get(DestroyRef) ?? inject(DestroyRef);
    const given = isGetter ? (getter as () => readonly unknown[]) : () => args;
    return selectedSignal(this.#parts, queryable, given, destroyRef);
  }

  /**
   * The result of a read as of now. Inside of a `process` it is a dependency like any other; inside of
   * a {@link batch} it sees what the batch wrote. It is no signal: a computed, an effect or a template does
   * not follow it, {@link selectSignal} is for these.
   *
   * @throws what `process` throws
   *
   * @example
   * ```ts
   * const count = cache.get(countUsers); // number | undefined
   * const user = cache.get(User, 2); // User | undefined
   * ```
   */
  get<Q extends Queryable>(queryable: Q, ...args: SelectArgs<Q>): ResultOf<Q> | undefined {
    if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfUntrackedGet();
    return selected(this.#parts, queryable, args) as ResultOf<Q> | undefined;
  }

  /**
   * Requests on each subscription, or shares a read of the same key that is in flight; normalizes the
   * response, emits its value and completes. Unsubscribing aborts.
   *
   * @returns it errors with what the request failed with, or a CacheError for a response of the wrong
   *   shape; then the cache is as it was
   *
   * @example
   * ```ts
   * cache.fetch(getUsers).subscribe({
   *   next: (users) => show(users.length), // User[]
   *   error: (error: unknown) => show(error),
   * });
   * ```
   */
  fetch<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']>
  ): Observable<ResultOf<E>>;
  fetch(endpoint: AnyEndpoint, ...args: readonly unknown[]): Observable<unknown> {
    return new Observable((subscriber) => {
      const { fetcher, lifetime, writer } = this.#parts;
      writer.mayWrite(`fetch(${endpoint.name})`);
      const response$ = fetcher.fetch(endpoint, args).pipe(takeUntil(lifetime.ended$));
      return withoutUnhandledReset(response$).subscribe(subscriber);
    });
  }

  /**
   * The value of an endpoint: from the cache while it is fresh, else from one request. It emits once and
   * completes; for resolvers and guards. A failure of the last five seconds (`errorExpiryLength`) is its error, without
   * another request.
   *
   * @example
   * ```ts
   * cache.ensure(getUsers).subscribe((users) => show(users.length)); // once, for a resolver
   * ```
   */
  ensure<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']>
  ): Observable<ResultOf<E>>;
  ensure(endpoint: AnyEndpoint, ...args: readonly unknown[]): Observable<unknown> {
    return withoutUnhandledReset(
      this.#live('ensure', endpoint, ({ live }) => live.ensure(endpoint, args)),
    );
  }

  /**
   * The value of an endpoint, live: requested if it is missing or stale, then as the cache has it, and refetched by
   * {@link refetch} and {@link reset}. It emits nothing while there is no value. After {@link clear} it waits.
   *
   * @returns it errors only when a request fails and there is nothing to show
   *
   * @example
   * ```ts
   * cache.watch(getUsers).subscribe((users) => show(names(users))); // now, and whenever it changed
   * ```
   */
  watch<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']> | [inactive: null]
  ): Observable<ResultOf<E>>;
  watch(endpoint: AnyEndpoint, ...args: readonly unknown[]): Observable<unknown> {
    return this.#live('watch', endpoint, ({ live }) =>
      isInactive(args) ? NEVER : live.watch(endpoint, args),
    );
  }

  /**
   * The same as {@link watch}, as data: with the status, the error, and whether a request is in flight. It never
   * errors. To retry after a failure, call {@link refetch}.
   *
   * @example
   * ```ts
   * cache.state(getUsers).subscribe((users) => {
   *   if (users.status === 'success') write(`${users.data.length} users`);
   *   else if (users.status === 'error') write(`failed: ${String(users.error)}`);
   *   else if (users.status === 'pending') write('loading'); // else 'idle': no data, no request
   * });
   * ```
   */
  state<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']> | [inactive: null]
  ): Observable<EndpointState<ResultOf<E>>>;
  state(endpoint: AnyEndpoint, ...args: readonly unknown[]): Observable<unknown> {
    return this.#live('state', endpoint, ({ live }) =>
      isInactive(args) ? concat(of(IDLE), NEVER) : live.state(endpoint, args),
    );
  }

  /**
   * {@link state} as a signal: never `undefined`, and it never throws. Nothing is requested before it is read. It
   * must be called in an injection context, whose end ends it.
   */
  stateSignal<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']> | [inactive: null]
  ): Signal<EndpointState<ResultOf<E>>>;
  stateSignal(endpoint: AnyEndpoint, ...args: readonly unknown[]): Signal<unknown> {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- only its name is used
    assertInInjectionContext(this.stateSignal);
    return this.#stateSignal(endpoint, () => args, inject(DestroyRef));
  }

  /**
   * {@link stateSignal} with arguments that come from signals. They are read when the signal is, so a
   * required input may be one of them; it switches only when `endpoint.key(...args)` differs.
   *
   * @param args returns the tuple of arguments; it may read signals. `[null]` is inactive: `idle`
   * @param options an injector, for use outside of an injection context
   */
  stateSignalWith<
    E extends Endpoint<never, SchemaLike>,
    const A extends GivenArgs<Parameters<E['load']> | [inactive: null]>,
  >(
    endpoint: E,
    args: () => A,
    options?: { readonly injector?: Injector },
  ): Signal<EndpointState<ResultOf<E>>>;
  stateSignalWith(
    endpoint: AnyEndpoint,
    args: () => readonly unknown[],
    { injector }: { readonly injector?: Injector } = {},
  ): Signal<unknown> {
    // eslint-disable-next-line @typescript-eslint/unbound-method -- only its name is used
    if (injector === undefined) assertInInjectionContext(this.stateSignalWith);
    return this.#stateSignal(endpoint, args, injector?.get(DestroyRef) ?? inject(DestroyRef));
  }

  /**
   * Makes the responses of an endpoint stale, with these arguments or all of them. Active subscribers request at
   * once, even if the data is fresh, and keep showing it until the response arrives. Reads that are in flight are
   * superseded.
   *
   * @returns resolves when the requests of active subscribers are over, whether they succeed or fail; never rejects
   * @throws CacheError NCQ4003 at once, of what is no endpoint that reads, Entity class or test
   *
   * @example
   * ```ts
   * cache.refetch(getUsers); // active subscribers request now, and show the old data meanwhile
   * cache.refetch(User, 2); // every response that shows this user
   * cache.refetch(({ key }) => key.startsWith('GET /users')); // the responses that pass a test
   * ```
   */
  refetch<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']> | []
  ): Promise<void>;
  /** Refetches the responses that show an entity, also in a relation: one, those that pass a test, or any of the type. */
  refetch<C extends EntityClass>(
    type: C,
    keyOrTest?: ArgsOf<C>[0] | ((entity: InstanceType<C>) => boolean),
  ): Promise<void>;
  /** Refetches the responses that pass a test. */
  refetch(test: (response: ResponseInfo) => boolean): Promise<void>;
  refetch(target: unknown, ...args: readonly unknown[]): Promise<void> {
    const { fetcher, reader, writer } = this.#parts;
    writer.mayWrite('refetch');
    fetcher.stopSharing(responsesOf('refetch', target, args));
    const expired = new Set<string>();
    const recipe = refetching(reader, fetcher.expiry, target, args, expired);
    return writer.writeThen(recipe, () => fetcher.requests.settled(expired));
  }

  /**
   * Merges fields into an entity; nested relations may be keys or fields, a deserialized field is raw.
   *
   * @throws CacheError NCQ1004 without a key, NCQ1005 when `static validate` refuses it; then nothing was written
   */
  set<C extends EntityClass>(type: C, fields: FieldsOf<C>): void;
  /**
   * Changes an entity that is in the cache; without it nothing happens.
   *
   * @param updater gets the entity and returns the fields to merge; it must be pure
   */
  set<C extends EntityClass>(
    type: C,
    key: ArgsOf<C>[0],
    updater: (entity: InstanceType<C>) => FieldsOf<C>,
  ): void;
  /**
   * Writes a value as if it were the response of an endpoint with that schema.
   *
   * @throws CacheError NCQ1001 to NCQ1008 for a value of another shape, with the path in it; then nothing was written
   *
   * @example
   * ```ts
   * cache.set(User, { id: 2, name: 'Abel B.' }); // merges these fields
   * cache.set(User, 2, (user) => ({ isAdmin: !user.isAdmin })); // from what is there
   * cache.set(Todo, { id: 1, title: 'Tea', userId: 2 }); // a relation by its key
   * cache.set(Todo, { id: 2, title: 'Cake', userId: { id: 4, name: 'Noor' } }); // or with it
   * cache.set([User], [{ id: 5, name: 'Ada' }]); // as if it were a response of that schema
   * ```
   */
  set<S extends SchemaNode<unknown> | SchemaList | SchemaFields>(schema: S, value: unknown): void;
  set(schema: SchemaLike, value: unknown, updater?: (entity: never) => Fields): void {
    const { reader, writer } = this.#parts;
    const source = sourceOf('set', schema);
    writer.mayWrite(source);
    if (updater === undefined) {
      writer.write(setValue(reader, schema, value, source));
    } else {
      if (!isEntityClass(schema)) {
        throw notWritableError(source, 'an Entity class before a key and an updater', schema);
      }
      writer.write(updateEntity(reader, schema, value, updater));
    }
  }

  /**
   * Removes entities from the cache: one by its key, or those that pass a test. They leave every view at once, and
   * reads in flight cannot bring them back. An active subscriber whose response is such an entity requests once.
   *
   * @throws CacheError NCQ4003 without an Entity class, or without a key or a test
   *
   * @example
   * ```ts
   * cache.delete(User, 2); // it leaves every list at once
   * cache.delete(User, (user) => !user.isAdmin); // those that pass a test
   * ```
   */
  delete<C extends EntityClass>(
    type: C,
    keyOrTest: ArgsOf<C>[0] | ((entity: InstanceType<C>) => boolean),
  ): void {
    const { fetcher, reader, writer } = this.#parts;
    writer.mayWrite('delete');
    fetcher.stopSharing();
    writer.write(deletion(reader, fetcher.expiry, type, keyOrTest));
  }

  /**
   * Empties the cache, and all caches of routes below it, and loads anew what is on the screen: active subscribers of
   * endpoints show that they are loading and request. Without active subscribers nothing is requested.
   *
   * Reads in flight are aborted: callers of `fetch` and `ensure` receive error NCQ4001. Mutations in flight go on;
   * their optimistic updates are dropped, their responses are not stored, and their callers receive NCQ4001 too.
   *
   * @returns resolves when the cache is empty: at once, or after the batch or the notification in which it is called;
   *   never rejects
   *
   * @example
   * ```ts
   * await cache.reset(); // everything: another tenant, another language
   * await cache.reset(getUsers); // the responses of one endpoint
   * ```
   */
  reset(): Promise<void>;
  /**
   * Drops the responses of an endpoint, with these arguments or all of them; entities stay. Active subscribers show
   * that they are loading, and request. Reads in flight are aborted.
   */
  reset<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']> | []
  ): Promise<void>;
  reset(...target: readonly unknown[]): Promise<void> {
    const { emptying, fetcher, writer } = this.#parts;
    writer.mayWrite('reset');
    // An endpoint that is undefined, as by a circular import, must not empty everything.
    if (target.length === 0) return emptying.empty(true);
    const [endpoint, ...args] = target;
    const responses = responsesOf('reset', endpoint, args);
    if (responses === undefined || typeof endpoint === 'function') {
      throw notWritableError('reset', 'an endpoint, or no argument', endpoint);
    }
    fetcher.stopSharing(responses);
    const recipe = fetcher.expiry.dropping(responses);
    return writer.writeThen(recipe, () => fetcher.requests.abortDropped());
  }

  /**
   * Empties the cache, and all caches of routes below it, for the end of a session: `select` emits `undefined`,
   * connected streams end, and nothing is requested. Active subscribers of endpoints are `idle` until `refetch`, until
   * their arguments change, or until a new subscriber of the same endpoint and arguments requests.
   *
   * Requests in flight are treated as by {@link reset}.
   *
   * @returns resolves when the cache is empty: at once, or after the batch or the notification in which it is called;
   *   never rejects
   *
   * @example
   * ```ts
   * await cache.clear(); // the user signs out
   * ```
   */
  clear(): Promise<void> {
    this.#parts.writer.mayWrite('clear');
    return this.#parts.emptying.empty(false);
  }

  /**
   * Normalizes every value of an Observable into the cache: a WebSocket, server-sent events, a timer. A
   * bad value goes to `onError`, and the stream goes on. On a server nothing is subscribed.
   *
   * @returns the subscription; it ends with the cache, and with {@link clear}
   *
   * @example
   * ```ts
   * const connection = cache.connect(messages$, [Todo], { onError: show });
   * ```
   */
  connect<T>(
    source$: Observable<T>,
    schema: SchemaLike,
    options: ConnectOptions<T> = {},
  ): Subscription {
    const { environment, lifetime, report, streams, writer } = this.#parts;
    writer.mayWrite('connect');
    const { refetches, onError = report } = options;
    const open$ = environment.open(source$).pipe(takeUntil(lifetime.ended$));
    return streams.connect(open$, { schema, refetches, onError });
  }

  /**
   * Several writes as one commit, and one emission. Inside, `get` and updaters see them.
   *
   * @returns what `writes` returns
   * @throws what `writes` throws; then nothing was written
   *
   * @example
   * ```ts
   * cache.batch(() => {
   *   cache.set(User, { id: 4, name: 'Noor' });
   *   cache.set(Todo, { id: 1, title: 'Tea', userId: 4 });
   *   cache.delete(User, 1);
   * }); // one commit: each subscriber is notified once
   * ```
   */
  batch<T>(writes: () => T): T {
    const { reader, writer } = this.#parts;
    writer.mayWrite('batch');
    return reader.store.batch(writes);
  }

  /** A stream that may request, checked when it is subscribed, and ended with the cache. */
  #live<T>(
    method: string,
    endpoint: AnyEndpoint,
    open: (parts: CacheParts) => Observable<T>,
  ): Observable<T> {
    const { lifetime, sweeper, writer } = this.#parts;
    return defer(() => {
      writer.mayWrite(`${method}(${endpoint.name})`);
      mustRead(method, endpoint);
      sweeper.used();
      return open(this.#parts);
    }).pipe(
      takeUntil(lifetime.ended$),
      finalize(() => sweeper.observerLeft()),
    );
  }

  #stateSignal(
    endpoint: AnyEndpoint,
    args: () => readonly unknown[],
    destroyRef: DestroyRef,
  ): Signal<EndpointState<unknown>> {
    const { drafts, live } = this.#parts;
    mustRead('stateSignal', endpoint);
    const given = () => {
      const now = args();
      return isInactive(now) ? undefined : now;
    };
    const source: StateSource = {
      freshness: live.freshness,
      computation: (now) => live.computation(endpoint, now),
      open: (now, view) =>
        this.#live('stateSignal', endpoint, () => live.state(endpoint, now, view)),
    };
    return stateSignal(endpoint, given, source, drafts, destroyRef);
  }
}
