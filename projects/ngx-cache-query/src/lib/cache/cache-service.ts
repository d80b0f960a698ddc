import {
  assertInInjectionContext,
  DestroyRef,
  EnvironmentInjector,
  ErrorHandler,
  inject,
  Injectable,
  type Injector,
  NgZone,
  PendingTasks,
  PLATFORM_ID,
  type Signal,
  signal,
  untracked,
} from '@angular/core';
import { isPlatformServer } from '@angular/common';
import {
  concat,
  defer,
  distinctUntilChanged,
  finalize,
  merge,
  NEVER,
  Observable,
  of,
  ReplaySubject,
  Subscription,
  switchMap,
  takeUntil,
} from 'rxjs';
import { keyOf } from '../read/computations';
import { Reader } from '../read/reader';
import { isProcessing } from '../read/process-run';
import { isEntityClass } from '../schema/entity-plan';
import { type ArgsOf, type Queryable, type ResultOf, UNKNOWN } from '../schema/queryable';
import type {
  EntityClass,
  SchemaLike,
  SchemaFields,
  SchemaList,
  SchemaNode,
} from '../schema/schema';
import type { Recipe, Told } from '../store/store';
import { writeInWriteError } from '../store/store-errors';
import type { Fields } from '../util/plain-data';
import { destroyedError, notWritableError, writeInProcessError } from './cache-errors';
import type { CacheHandle } from './cache-extension';
import { cacheHandle } from './cache-handle';
import { cacheSignal } from './cache-signal';
import { type AnyEndpoint, type Endpoint, mustRead, type RefetchTarget } from './endpoint';
import { CLOCK } from './clock';
import { CACHE_EXTENSIONS, Extensions } from './extensions';
import { Fetcher } from './fetcher';
import type { ResponseInfo } from './responses';
import { type EndpointState, IDLE } from './endpoint-state';
import type { FieldsOf } from './fields-of';
import { EXPIRY, Freshness } from './freshness';
import { STREAM_WRITES } from './frame-batching';
import { LiveEndpoints } from './live-endpoints';
import { OptimisticMutations } from './optimistic-mutations';
import { outsideZone } from './outside-zone';
import { PageActivity } from './page-activity';
import { Poller } from './poller';
import { deletion, refetching, responsesOf } from './refetch-target';
import { REFETCH_WHEN } from './refetching';
import { RETRY } from './retry';
import type { ConstantArgs, GivenArgs, SelectArgs } from './select-args';
import { stateSignal } from './state-signal';
import type { StateSource } from './state-watcher';
import { Streams } from './streams';
import { SWEEP_SLICE, Sweeper } from './sweeper';
import { warnOfUntrackedGet } from './untracked-get';
import { RETENTION } from './with-retention';
import { withoutUnhandledReset } from './unhandled';
import { setValue, sourceOf, updateEntity } from './writes';

declare const ngDevMode: unknown;

/** What a route's cache does not take over from that of the application. */
const SELF = { optional: true, self: true } as const;

/** What `connect` can be told. */
export interface ConnectOptions<T = unknown> {
  /** Names what a value of the stream makes stale, so that active subscribers refetch it. */
  readonly refetches?: (value: T) => readonly RefetchTarget[];
  /** Takes what is wrong with a value, or what ended the source; by default Angular's ErrorHandler does. */
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
  readonly #zone = inject(NgZone);
  readonly #onServer = isPlatformServer(inject(PLATFORM_ID));
  readonly #report = safeReport(inject(ErrorHandler));
  readonly #extensions = new Extensions(
    (inject(CACHE_EXTENSIONS, SELF) ?? []).map((make) => make()),
    this.#report,
  );
  readonly #drafts = signal(0);
  readonly #reader = new Reader(
    this.#report,
    (changes) => {
      this.#sweeper.wrote(changes);
      if (changes !== undefined) this.#extensions.commit(changes);
    },
    () => untracked(() => this.#drafts.update((count) => count + 1)),
    !this.#extensions.isEmpty,
  );
  readonly #fetcher = new Fetcher(
    this.#reader,
    inject(EnvironmentInjector),
    this.#extensions,
    inject(PendingTasks),
    inject(CLOCK),
    this.#onServer ? null : inject(RETRY),
    new OptimisticMutations(this.#reader),
  );
  readonly #page = inject(PageActivity);
  readonly #poller = new Poller(inject(CLOCK), this.#page);
  readonly #live = new LiveEndpoints(
    this.#reader,
    this.#fetcher,
    new Freshness(inject(CLOCK), inject(EXPIRY)),
    this.#onServer ? undefined : this.#zone,
    this.#poller,
  );
  readonly #sweeper: Sweeper = new Sweeper(
    this.#reader,
    inject(CLOCK),
    this.#onServer ? undefined : this.#zone,
    this.#onServer ? undefined : inject(RETENTION, SELF)?.(this.#reader, inject(CLOCK)),
    inject(SWEEP_SLICE),
  );
  readonly #streams = new Streams(
    this.#reader,
    this.#fetcher,
    (recipe, told) => this.#write(recipe, told),
    inject(STREAM_WRITES)?.(this.#reader.store),
  );
  readonly #ended = new ReplaySubject<void>(1);
  /** The caches of routes and components below this one. */
  readonly #below = new Set<CacheService>();
  #destroyed = false;

  constructor() {
    const above = inject(CacheService, { skipSelf: true, optional: true });
    if (above !== null) {
      above.#below.add(this);
      this.#ended.subscribe(() => above.#below.delete(this));
    }
    this.#extensions.init(this.#handle());
    if (!this.#onServer) this.#listen(inject(REFETCH_WHEN, SELF) ?? []);
    inject(DestroyRef).onDestroy(() => this.#end());
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
    return new Observable<unknown>((subscriber) => {
      if (this.#destroyed) return subscriber.complete();
      if (isInactive(args)) {
        subscriber.next(undefined);
        return subscriber.add(this.#ended.subscribe({ complete: () => subscriber.complete() }));
      }
      this.#sweeper.used();
      subscriber.add(this.#reader.computation(queryable, args).follow(subscriber));
      return subscriber.add(() => this.#sweeper.left());
    }) as Observable<ResultOf<Q> | undefined>;
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
      distinctUntilChanged((last, next) => sameQuestion(queryable, last, next)),
      switchMap((args) => this.select(queryable, ...(args as SelectArgs<Q>))),
      distinctUntilChanged(Object.is),
      takeUntil(this.#ended),
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
    destroyRef.onDestroy(() => this.#sweeper.left());
    const given = isGetter ? (getter as () => readonly unknown[]) : () => args;
    return cacheSignal(
      () => {
        const now = given();
        this.#sweeper.used();
        return isInactive(now) ? undefined : this.#reader.computation(queryable, now);
      },
      known,
      this.#drafts,
      destroyRef,
    );
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
    if (isInactive(args)) return undefined;
    this.#sweeper.used();
    return known<Q>(this.#reader.get(queryable, args));
  }

  /**
   * Requests on each subscription, or joins a read of the same key that is under way; normalizes the
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
      this.#mayWrite(`fetch(${endpoint.name})`);
      const response$ = this.#fetcher.fetch(endpoint, args).pipe(takeUntil(this.#ended));
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
      this.#asked('ensure', endpoint, () => this.#live.ensure(endpoint, args)),
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
    return this.#asked('watch', endpoint, () =>
      isInactive(args) ? NEVER : this.#live.watch(endpoint, args),
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
    return this.#asked('state', endpoint, () =>
      isInactive(args) ? concat(of(IDLE), NEVER) : this.#live.state(endpoint, args),
    );
  }

  /**
   * {@link state} as a signal: never `undefined`, and it never throws. Nothing is asked before it is read. It
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
    this.#mayWrite('refetch');
    this.#fetcher.seal(responsesOf('refetch', target, args));
    const expired = new Set<string>();
    const recipe = refetching(this.#reader, this.#fetcher.expiry, target, args, expired);
    return this.#done(recipe, () => this.#fetcher.requests.settled(expired));
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
    const source = sourceOf('set', schema);
    this.#mayWrite(source);
    if (updater === undefined) {
      this.#write(setValue(this.#reader, schema, value, source));
    } else {
      if (!isEntityClass(schema)) {
        throw notWritableError(source, 'an Entity class before a key and an updater', schema);
      }
      this.#write(updateEntity(this.#reader, schema, value, updater));
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
    this.#mayWrite('delete');
    this.#fetcher.seal();
    this.#write(deletion(this.#reader, this.#fetcher.expiry, type, keyOrTest));
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
    this.#mayWrite('reset');
    // An endpoint that is undefined, as by a circular import, must not empty everything.
    if (target.length === 0) return this.#empty(true);
    const [endpoint, ...args] = target;
    const responses = responsesOf('reset', endpoint, args);
    if (responses === undefined || typeof endpoint === 'function') {
      throw notWritableError('reset', 'an endpoint, or no argument', endpoint);
    }
    this.#fetcher.seal(responses);
    const recipe = this.#fetcher.expiry.dropping(responses);
    return this.#done(recipe, () => this.#fetcher.requests.abortDropped());
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
    this.#mayWrite('clear');
    return this.#empty();
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
    this.#mayWrite('connect');
    const onError = options.onError ?? this.#report;
    if (this.#onServer) return Subscription.EMPTY;
    const connection = this.#streams.connect();
    return outsideZone(source$, this.#zone)
      .pipe(takeUntil(merge(this.#ended, connection.ended$)))
      .subscribe({
        next: (value) => {
          try {
            const source = sourceOf('connect', schema);
            this.#mayWrite(source);
            const refetches = options.refetches?.(value) ?? [];
            this.#streams.receive(connection, source, schema, value, refetches, onError);
          } catch (error) {
            onError(error);
          }
        },
        error: onError,
      });
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
    this.#mayWrite('batch');
    return this.#reader.store.batch(writes);
  }

  /** A stream that may request, checked when it is subscribed, and ended with the cache. */
  #asked<T>(verb: string, endpoint: AnyEndpoint, open: () => Observable<T>): Observable<T> {
    return defer(() => {
      this.#mayWrite(`${verb}(${endpoint.name})`);
      mustRead(verb, endpoint);
      this.#sweeper.used();
      return open();
    }).pipe(
      takeUntil(this.#ended),
      finalize(() => this.#sweeper.left()),
    );
  }

  #stateSignal(
    endpoint: AnyEndpoint,
    args: () => readonly unknown[],
    destroyRef: DestroyRef,
  ): Signal<EndpointState<unknown>> {
    mustRead('stateSignal', endpoint);
    const given = () => {
      const now = args();
      return isInactive(now) ? undefined : now;
    };
    const source: StateSource = {
      freshness: this.#live.freshness,
      computation: (now) => this.#live.computation(endpoint, now),
      open: (now, view) =>
        this.#asked('stateSignal', endpoint, () => this.#live.state(endpoint, now, view)),
    };
    return stateSignal(endpoint, given, source, this.#drafts, destroyRef);
  }

  /** Refetches when the page is back, and polls what was due meanwhile. */
  #listen(triggers: readonly Observable<unknown>[]): void {
    const back = outsideZone(merge(...triggers), this.#zone).pipe(takeUntil(this.#ended));
    back.subscribe(() => this.#live.refetchStale());
    outsideZone(this.#page.active$, this.#zone)
      .pipe(takeUntil(this.#ended))
      .subscribe(() => this.#poller.resume());
  }

  /** Empties this cache and those below it; `restarts` says whether observers request again. */
  #empty(restarts = false): Promise<void> {
    this.#mayEmpty();
    this.#fetcher.seal();
    const empty = this.#reader.store.emptying();
    const disconnect = restarts ? undefined : this.#streams.disconnecting();
    return this.#done(
      (transaction) => {
        empty(transaction);
        if (restarts) this.#fetcher.expiry.restart(transaction);
      },
      () => {
        disconnect?.();
        this.#fetcher.requests.abortDropped();
        this.#reader.purge();
        const below = [...this.#below].map((cache) => cache.#empty(restarts));
        return Promise.all(below).then(() => undefined);
      },
    );
  }

  /** Throws error NCQ3001 inside of an updater of a cache below, before anything is emptied. */
  #mayEmpty(): void {
    if (this.#reader.store.isWriting) throw writeInWriteError();
    for (const cache of this.#below) cache.#mayEmpty();
  }

  /** Writes, then does something more; resolves when that is done, or when the write came to nothing. */
  #done(recipe: Recipe, then: () => Promise<void> | void): Promise<void> {
    const { store } = this.#reader;
    // No caller receives the error of a write that waits.
    const isLater = store.isBusy && !store.isOpen;
    let resolve!: (done?: Promise<void> | void) => void;
    const done = new Promise<void>((settle) => (resolve = settle));
    this.#write(recipe, (failure) => {
      if (failure !== undefined && isLater) this.#report(failure.error);
      try {
        resolve(failure === undefined ? then() : undefined);
      } catch (error) {
        this.#report(error);
        resolve();
      }
    });
    return done;
  }

  #write(recipe: Recipe, told?: Told): void {
    this.#sweeper.used();
    this.#reader.store.write(recipe, told);
  }

  #mayWrite(verb: string): void {
    if (this.#destroyed) throw destroyedError(verb);
    if ((typeof ngDevMode === 'undefined' || ngDevMode) && isProcessing()) {
      throw writeInProcessError(verb);
    }
  }

  #handle(): CacheHandle {
    return cacheHandle(
      this.#reader,
      (recipe) => {
        this.#mayWrite('restore');
        this.#write(recipe);
      },
      () => this.#sweeper.sweep(),
    );
  }

  #end(): void {
    this.#destroyed = true;
    this.#sweeper.end();
    this.#poller.end();
    this.#streams.end();
    this.#ended.next();
    this.#ended.complete();
    this.#extensions.destroy();
    this.#reader.end();
  }
}

/** An ErrorHandler may throw, as in tests: then the error goes where unhandled ones go. */
function safeReport(errors: ErrorHandler): (error: unknown) => void {
  return (error) => {
    try {
      errors.handleError(error);
    } catch (thrown) {
      if (typeof reportError === 'function') reportError(thrown);
      else console.error(thrown);
    }
  };
}

function isInactive(args: readonly unknown[]): boolean {
  return args.length === 1 && args[0] === null;
}

function known<Q>(result: unknown): ResultOf<Q> | undefined {
  return result === UNKNOWN ? undefined : (result as ResultOf<Q>);
}

function sameQuestion(
  queryable: Queryable,
  last: readonly unknown[],
  next: readonly unknown[],
): boolean {
  if (isInactive(last) || isInactive(next)) return isInactive(last) && isInactive(next);
  return keyOf(queryable, last) === keyOf(queryable, next);
}
