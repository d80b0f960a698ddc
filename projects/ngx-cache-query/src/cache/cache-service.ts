import { isPlatformServer } from '@angular/common';
import {
  assertInInjectionContext,
  assertNotInReactiveContext,
  DestroyRef,
  EnvironmentInjector,
  ErrorHandler,
  inject,
  Injectable,
  InjectionToken,
  type Injector,
  NgZone,
  PLATFORM_ID,
  runInInjectionContext,
  type Signal,
} from '@angular/core';
import {
  concat,
  defer,
  distinctUntilChanged,
  EMPTY,
  finalize,
  isObservable,
  NEVER,
  Observable,
  of,
  Subject,
  switchMap,
  takeUntil,
} from 'rxjs';
import type { Subscription } from 'rxjs';
import { active } from '../reactive/node';
import { isSkipped, Results } from '../reactive/results';
import { combinedTypes } from '../reactive/type-streams';
import { All } from '../schema/all';
import type {
  EntityClass,
  SchemaFields,
  SchemaLike,
  SchemaList,
  SchemaNode,
} from '../schema/entity';
import type { Client } from '../requests/client';
import type { AnyEndpoint, Endpoint, RefetchTarget } from '../requests/endpoint';
import type { CacheMutation, CacheMutationOptions } from '../requests/mutation';
import type { Collection } from '../lists/collection';
import type { CacheResource, CacheResourceOptions, ResourceArgs } from '../requests/resource';
import type { CacheSnapshot, ErrorOf } from '../requests/snapshot';
import type { Requests } from '../requests/requests';
import { checkTarget, isEndpoint, REQUESTS, splitTarget } from '../requests/target';
import type { ResponseInfo } from '../requests/responses';
import type { FieldsOf } from '../schema/fields-of';
import { isEntityClass } from '../schema/plan';
import {
  type ArgsOf,
  type ConstantArgs,
  type GivenArgs,
  known,
  type Queryable,
  type ResultOf,
  type SelectArgs,
} from '../schema/queryable';
import { Store } from '../store/store';
import { STREAM_WRITES } from '../streams/frame-batching';
import { warnOnce } from '../util/warn';
import { cacheSignal } from '../angular/cache-signal';
import { type Clock, CLOCK } from '../angular/clock';
import { outsideZone } from '../angular/outside-zone';
import { Sweeper, SWEEP_SLICE } from './sweeper';
import { destroyed, notWritable, writeInProcess } from '../schema/write-errors';
import { sourceOf, Writes } from './writes';

declare const ngDevMode: unknown;

interface Used {
  readonly client: Client;
  readonly api: Requests;
}

/** The parts of a cache, for the other rooms of the library. */
export interface CacheParts {
  readonly store: Store;
  readonly results: Results;
  readonly sweeper: Sweeper;
  /** What sends requests. `undefined` until an endpoint is used. */
  readonly client: Client | undefined;
  readonly clock: Clock;
  /** The streams that are connected. */
  readonly connections: Iterable<{ readonly schema: SchemaLike }>;
  /** Whether the cache belongs to a route, and not to the application. */
  readonly isOfRoute: boolean;
  /**
   * Makes a write. The `source` is its name in messages.
   *
   * @throws CacheError NCQ3001 in dev mode if it is called while a result is computed; NCQ4002 after the cache has ended
   */
  readonly write: (source: string, write: () => void) => void;
}

/** Functions of features, which are called with a new cache, in its injection context. Each cache has its own. */
export const SETUP = new InjectionToken<readonly ((cache: CacheService) => void)[]>('CACHE_SETUP');

/** Returns the parts of a cache. */
export let partsOf: (cache: CacheService) => CacheParts;

/** The options of `CacheService.connect`. */
export interface ConnectOptions<T = unknown> {
  /** Returns the endpoints and entities that a value of the stream makes stale. Active subscribers refetch them. */
  readonly refetches?: (value: T) => readonly RefetchTarget[];
  /**
   * Called with the error for each invalid value, and with the error that terminates the source. By default, these
   * errors are passed to Angular's `ErrorHandler`.
   */
  readonly onError?: (error: unknown) => void;
}

/**
 * The normalized entity cache. It stores each entity once, and derives every view from the stored entities.
 *
 * The service is provided in root and works without configuration. To configure it, use `provideCache(…)`.
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
  readonly #above = inject(CacheService, { skipSelf: true, optional: true });
  readonly #store: Store = new Store(this.#above ? this.#above.#store : undefined);
  readonly #results: Results;
  readonly #writes: Writes;
  readonly #sweeper: Sweeper;
  readonly #clock = inject(CLOCK);
  readonly #errors = inject(ErrorHandler);
  readonly #isServer = isPlatformServer(inject(PLATFORM_ID));
  readonly #zone = inject(NgZone);
  readonly #injector = inject(EnvironmentInjector);
  /** What sends requests. It comes with the first endpoint. */
  #used: Used | undefined;
  /** What collects the values of streams until the next frame. */
  readonly #streamWrites = inject(STREAM_WRITES)?.(this.#store);
  /** Emits when the cache is cleared. */
  readonly #cleared = new Subject<void>();
  readonly #ended = new Subject<void>();
  /** The streams that are connected. */
  readonly #connections = new Set<{ readonly schema: SchemaLike }>();
  readonly #children = new Set<CacheService>();
  #isEnded = false;
  /** Cancels the pending timer. */
  #timer: (() => void) | undefined;

  static {
    partsOf = (cache) => ({
      store: cache.#store,
      results: cache.#results,
      sweeper: cache.#sweeper,
      client: cache.#used?.client,
      clock: cache.#clock,
      connections: cache.#connections,
      isOfRoute: cache.#above !== null,
      write: (source, write) => cache.#write(source, write),
    });
  }

  constructor() {
    const { tables } = this.#store;
    this.#results = new Results(tables, () => this.#sweeper.left());
    this.#writes = new Writes(this.#store, this.#results);
    const later = (milliseconds: number, run: () => void) => {
      if (this.#isServer || this.#isEnded) return () => undefined;
      // A timer must not keep the application from becoming stable.
      return (this.#timer = this.#zone.runOutsideAngular(() =>
        this.#clock.after(milliseconds, run),
      ));
    };
    const swept = () => this.#used?.client.sweep();
    this.#sweeper = new Sweeper(this.#results, later, inject(SWEEP_SLICE), swept);
    const above = this.#above;
    if (above) above.#children.add(this);
    inject(DestroyRef).onDestroy(() => {
      if (above) above.#children.delete(this);
      this.#end();
    });
    for (const setUp of inject(SETUP, { self: true, optional: true }) ?? []) setUp(this);
  }

  /**
   * Returns an Observable of data in the cache. It emits synchronously on subscription, and after every commit that
   * changes the result. It sends no request, and completes when the cache is destroyed.
   *
   * @param queryable a Query, `schema.All`, `schema.Union`, an Entity class, or an object of these (a join)
   * @param args the arguments of the read; a single `null` disables the read. Or an Observable of tuples of arguments:
   *   nothing is emitted before it emits, and arguments with the same key (`query.key(...args)`) as the current ones are
   *   ignored
   * @returns an Observable that emits `undefined` while the data is not in the cache; it errors if `process` throws
   *
   * @example
   * ```ts
   * const admins$ = cache.select(sortedUsers, { isAdmin: true }); // Observable<User[] | undefined>
   * const users$ = cache.select(new schema.All(User)); // every user in the cache
   * const user$ = cache.select(User, 2); // one user
   * const found$ = cache.select(usersNamed, search$.pipe(map((text) => [text]))); // changing arguments
   * const nothing$ = cache.select(User, null); // disabled: emits undefined
   * ```
   */
  select<Q extends Queryable>(
    queryable: Q,
    args$: Observable<Readonly<SelectArgs<Q>>>,
  ): Observable<ResultOf<Q> | undefined>;
  select<Q extends Queryable>(
    queryable: Q,
    ...args: SelectArgs<Q>
  ): Observable<ResultOf<Q> | undefined>;
  select(queryable: Queryable, ...args: readonly unknown[]): Observable<unknown> {
    const [args$] = args;
    if (!isObservable(args$)) return this.#select(queryable, args);
    return (args$ as Observable<readonly unknown[]>).pipe(
      distinctUntilChanged((last, next) => this.#isSameRead(queryable, last, next)),
      switchMap((current) => this.#select(queryable, current)),
      distinctUntilChanged(Object.is),
      takeUntil(this.#ended),
    );
  }

  /**
   * Works like {@link select}, but returns a signal and derives the arguments from signals. The cache calls `args` when
   * the signal is read, so `args` can read required inputs.
   *
   * @param args returns the tuple of arguments; it can read signals
   * @param options an injector, for calls outside an injection context
   * @returns a signal that always contains the current result; if `process` throws, reading the signal throws the same
   *   error
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
   * Works like {@link select}, but returns a signal. Use this overload if the arguments do not change. Call this method
   * in an injection context. When that context is destroyed, the signal stops updating.
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
    const isGetter = typeof getter === 'function' && !isEntityClass(getter);
    const injector = isGetter ? options?.injector : undefined;
    // eslint-disable-next-line @typescript-eslint/unbound-method -- only its name is used
    if (injector === undefined) assertInInjectionContext(this.selectSignal);
    const destroyRef = injector ? injector.get(DestroyRef) : inject(DestroyRef);
    const argsNow = isGetter ? (getter as () => readonly unknown[]) : () => args;
    const result = () => {
      const current = argsNow();
      this.#sweeper.used();
      return isSkipped(current) ? undefined : this.#results.of(queryable, current);
    };
    return cacheSignal(result, destroyRef);
  }

  /**
   * Returns the current result of a read. Inside a `process` function, the read becomes a dependency of that function's
   * result. Inside a {@link batch}, the result includes the writes of the batch.
   *
   * Computed signals, effects and templates do not track this call. In a reactive context, use {@link selectSignal}.
   *
   * @throws the error that `process` throws
   *
   * @example
   * ```ts
   * const count = cache.get(countUsers); // number | undefined
   * const user = cache.get(User, 2); // User | undefined
   * ```
   */
  get<Q extends Queryable>(queryable: Q, ...args: SelectArgs<Q>): ResultOf<Q> | undefined {
    if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfUntrackedGet();
    if (isSkipped(args) || this.#isEnded) return undefined;
    this.#sweeper.used();
    const value = known(this.#results.read(queryable, args));
    if ((typeof ngDevMode === 'undefined' || ngDevMode) && value === undefined)
      this.#results.missed?.(queryable, args);
    return value as ResultOf<Q> | undefined;
  }

  /**
   * On each subscription, sends a request and stores the response. Emits the value of the response and completes. If a
   * read with the same key is already in flight, its request is shared and no new request is sent. When the last
   * subscriber unsubscribes, the request is aborted.
   *
   * If `reset` or `clear` is called before the response arrives, a read completes without a value, and a mutation errors
   * with NCQ4001.
   *
   * @returns an Observable that errors if the request fails. If the response does not match the schema, the Observable
   * errors with a CacheError. In both cases, the cache is unchanged
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
    return this.#live(() => this.#requests('fetch', endpoint).client.fetch(endpoint, args));
  }

  /**
   * Emits the value of an endpoint once and completes. If the value is missing or stale, the method sends a request.
   * Use this method in resolvers and guards, and to load a value in advance.
   *
   * If a request is needed but the last one failed less than five seconds ago (`errorStaleTime`), no new request is
   * sent. In this case, the Observable errors with the error of the last request.
   *
   * @example
   * ```ts
   * cache.ensure(getUsers).subscribe((users) => show(users.length)); // emits once, for example in a resolver
   * ```
   */
  ensure<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']>
  ): Observable<ResultOf<E>>;
  ensure(endpoint: AnyEndpoint, ...args: readonly unknown[]): Observable<unknown> {
    return this.#live(() => {
      const { client, api } = this.#requests('ensure', endpoint);
      return api.ensure(client, endpoint, args);
    });
  }

  /**
   * Emits the snapshot of an endpoint: its value and the state of its requests. Emits immediately, and again whenever
   * something changes. Sends a request if the value is missing or stale, and after {@link refetch} and {@link reset}.
   * Never errors. To retry after a failure, call {@link refetch}.
   *
   * @param args the arguments of the endpoint; a single `null` disables the read. Or an Observable of tuples of
   *   arguments: arguments with the same key (`endpoint.key(...args)`) as the current ones are ignored
   *
   * @example
   * ```ts
   * cache.watch(getUsers).subscribe((users) => {
   *   if (users.value !== undefined) write(`${users.value.length} users`);
   *   else if (users.status === 'error') write(`failed: ${users.error.message}`);
   *   else if (users.status === 'loading') write('loading'); // otherwise 'idle': no value and no request
   * });
   * ```
   */
  watch<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    args$: Observable<Readonly<Parameters<E['load']> | [inactive: null]>>,
    options?: Pick<CacheResourceOptions, 'keepPrevious'>,
  ): Observable<CacheSnapshot<ResultOf<E>, ErrorOf<E>>>;
  watch<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']> | [inactive: null]
  ): Observable<CacheSnapshot<ResultOf<E>, ErrorOf<E>>>;
  watch(endpoint: AnyEndpoint, ...args: readonly unknown[]): Observable<unknown> {
    const [first, options] = args as [unknown, { keepPrevious?: boolean } | undefined];
    const isChanging = isObservable(first);
    const args$ = isChanging ? (first as Observable<readonly unknown[]>) : concat(of(args), NEVER);
    return this.#live(() => {
      const { client, api } = this.#requests('watch', endpoint);
      return api.watch(client, endpoint, args$, isChanging && options?.keepPrevious === true);
    });
  }

  /**
   * Returns the value of an endpoint as an Angular `Resource`, for use in templates, computed signals and effects.
   * Sends a request if the value is missing or stale, and after {@link refetch} and {@link reset}. Without a function of
   * arguments, the request is sent immediately; nothing changes in the cache before the next microtask. When the
   * injection context is destroyed, the resource stops updating and keeps its last value.
   *
   * @param endpoint an endpoint that loads data (not a mutation)
   * @param argsAndOptions the first item is a function that returns the tuple of arguments. To disable the read, the
   * function returns `undefined`. The function can read signals and required inputs, and receives a
   * {@link ResourceArgsContext}. The second item contains the options: whether to keep the previous value, an injector,
   * and a name for Angular DevTools
   *
   * @example
   * ```ts
   * @Component({
   *   selector: 'app-user',
   *   template: `@if (user.hasValue()) {
   *       <h1>{{ user.value().name }}</h1>
   *     } @else if (user.error(); as error) {
   *       {{ error.status === 404 ? 'No such user' : 'Failed' }}
   *     } @else if (user.isLoading()) {
   *       Loading …
   *     }`,
   * })
   * class UserPage {
   *   readonly id = input.required<number>();
   *   readonly user = inject(CacheService).resource(getUser, () => [{ id: this.id() }]);
   * }
   * ```
   */
  resource<X extends Endpoint<never, SchemaLike>>(
    endpoint: X,
    ...argsAndOptions: ResourceArgs<X>
  ): CacheResource<ResultOf<X> | undefined, ErrorOf<X>>;
  resource(
    endpoint: AnyEndpoint,
    args?: () => readonly unknown[] | undefined,
    options: CacheResourceOptions = {},
  ): CacheResource<unknown> {
    const { client, api } = this.#requests('resource', endpoint);
    return api.resource(client, endpoint, args, options);
  }

  /**
   * Returns a mutation for use in a component. It has methods that send requests, and signals that show the result. The
   * requests are independent of each other, and continue even after the component is destroyed.
   *
   * @param options functions to call after each successful and each failed request, and an injector for calls outside
   * an injection context
   *
   * @example
   * ```ts
   * @Component({
   *   selector: 'app-rename',
   *   template: `<button
   *       [disabled]="renaming.isPending()"
   *       (click)="renaming.mutate({ id: 1 }, { name: 'Ada' })"
   *     >
   *       Rename
   *     </button>
   *     @if (renaming.error()) {
   *       Not saved.
   *     }`,
   * })
   * class Rename {
   *   readonly renaming = inject(CacheService).mutation(updateUser);
   * }
   * ```
   */
  mutation<X extends Endpoint<never, SchemaLike>>(
    endpoint: X,
    options?: CacheMutationOptions<Parameters<X['load']>, ResultOf<X>, ErrorOf<X>>,
  ): CacheMutation<Parameters<X['load']>, ResultOf<X>, ErrorOf<X>>;
  mutation(
    endpoint: AnyEndpoint,
    options: CacheMutationOptions<readonly unknown[], unknown> = {},
  ): CacheMutation<never, unknown> {
    const send = (args: readonly unknown[]) =>
      defer(() => this.#requests('mutation', endpoint).client.fetch(endpoint, args, true));
    const report = (error: unknown) => this.#errors.handleError(error);
    return this.#requests('mutation', endpoint).api.mutation(send, report, options);
  }

  /**
   * Marks the responses of an endpoint as stale, for the given arguments or for all arguments. Active subscribers
   * refetch immediately, even if the data was fresh. They keep receiving the cached data until the response arrives. If
   * a read is already in flight, its response is stale when it arrives.
   *
   * @returns a promise that resolves when the requests of active subscribers have succeeded or failed; it never rejects
   * @throws CacheError NCQ4003 synchronously, if the target is not an Entity class, a test, or an endpoint that reads
   *
   * @example
   * ```ts
   * cache.refetch(getUsers); // active subscribers refetch, and keep their data until the response arrives
   * cache.refetch(User, 2); // refetches every response that contains this user
   * cache.refetch(({ key }) => key.startsWith('GET /users')); // the responses that pass a test
   * ```
   */
  refetch<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']> | []
  ): Promise<void>;
  /**
   * Marks responses as stale if they contain specific entities, directly or in a relation. Active subscribers refetch
   * these responses.
   *
   * @param keyOrTest the key of the entity, or a function that tests entities. Default: every entity of the class
   */
  refetch<C extends EntityClass>(
    type: C,
    keyOrTest?: ArgsOf<C>[0] | ((entity: InstanceType<C>) => boolean),
  ): Promise<void>;
  /**
   * Marks responses as stale if they pass the test. Active subscribers refetch these responses. After `clear()`,
   * `cache.refetch(({ isStale }) => isStale)` loads what is still visible.
   */
  refetch(test: (response: ResponseInfo) => boolean): Promise<void>;
  refetch(target: unknown, ...args: readonly unknown[]): Promise<void> {
    this.#mayWrite('refetch');
    const used = this.#requestsFor('refetch', target);
    return used ? used.api.refetch(used.client, target, args) : Promise.resolve();
  }

  /**
   * Merges fields into an entity, or creates the entity. For a relation, pass a key or fields. For a field with a
   * deserializer, pass the raw value.
   *
   * @throws CacheError NCQ1004 if the fields contain no key; NCQ1005 if `static validate` rejects them. Nothing is
   * written in these cases
   */
  set<C extends EntityClass>(type: C, fields: FieldsOf<C>): void;
  /**
   * Changes an existing entity. Does nothing if the entity is not in the cache.
   *
   * @param updater receives the entity and returns the fields to merge; it must be pure
   */
  set<C extends EntityClass>(
    type: C,
    key: ArgsOf<C>[0],
    updater: (entity: InstanceType<C>) => FieldsOf<C>,
  ): void;
  /**
   * Writes a value as if it were the response of an endpoint with this schema.
   *
   * @throws CacheError NCQ1001 to NCQ1008 if the value does not match the schema. The error contains the path of the
   *   mismatch, and nothing is written
   *
   * @example
   * ```ts
   * cache.set(User, { id: 2, name: 'Abel B.' }); // merges these fields
   * cache.set(User, 2, (user) => ({ isAdmin: !user.isAdmin })); // changes an existing entity
   * cache.set(Todo, { id: 1, title: 'Tea', owner: 2 }); // a relation, by its key
   * cache.set(Todo, { id: 2, title: 'Cake', owner: { id: 4, name: 'Noor' } }); // a relation, as an entity
   * cache.set([User], [{ id: 5, name: 'Ada' }]); // data for any schema
   * ```
   */
  set<S extends SchemaNode<unknown> | SchemaList | SchemaFields>(schema: S, value: unknown): void;
  /**
   * Stores a response of an endpoint as if the endpoint had just loaded it. It is fresh, and responses to reads in
   * flight do not replace it. Use this overload for data that does not come from a request, such as data in the HTML of
   * the page.
   *
   * @param args the tuple of arguments
   * @param response the value that `load` would emit, or a function of the current value. The function is not called if
   *   there is no value
   * @throws CacheError NCQ1001 to NCQ1012 if the response does not match the schema; NCQ4003 if the endpoint is a
   *   mutation. Nothing is written in these cases
   *
   * @example
   * ```ts
   * cache.set(getUser, [{ id: 5 }], { id: 5, name: 'Ada' });
   * cache.set(getStats, [], (stats) => ({ ...stats, visits: stats.visits + 1 }));
   * ```
   */
  set<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    args: Readonly<Parameters<E['load']>>,
    response: object | string | number | boolean | null | ((value: ResultOf<E>) => unknown),
  ): void;
  /**
   * Replaces the list that the arguments identify, as if the items were the response of an endpoint.
   *
   * @example
   * ```ts
   * cache.set(todoList, { userId: 1 }, [{ id: 1, userId: 1, title: 'Tea' }]);
   * ```
   */
  set<C extends SchemaLike, Args extends readonly unknown[]>(
    list: Collection<C, Args>,
    ...argsAndItems: [...Args, items: unknown]
  ): void;
  set(schema: SchemaLike | AnyEndpoint, ...args: unknown[]): void {
    if (isEndpoint(schema)) {
      const source = `set(${schema.name})`;
      const { client, api } = this.#requests('set', schema);
      const [of, response] = args as [readonly unknown[], unknown];
      return this.#write(source, () => api.setResponse(client, schema, of, response));
    }
    const source = sourceOf('set', schema);
    this.#write(source, () => {
      const value = args.pop();
      if (args.length > 0 && isEntityClass(schema)) {
        this.#writes.update(schema, args[0], value as never, source);
      } else this.#writes.set(schema, value, source, args);
    });
  }

  /**
   * Deletes entities from the cache. They disappear from every view immediately, and reads in flight do not restore
   * them.
   *
   * @param keyOrTest the key of the entity, or a function that returns `true` for each entity to delete
   * @throws CacheError NCQ4003 if `type` is not an Entity class, or if neither a key nor a test is passed
   *
   * @example
   * ```ts
   * cache.delete(User, 2); // the user leaves every list
   * cache.delete(User, (user) => !user.isAdmin); // all users that pass a test
   * ```
   */
  delete<C extends EntityClass>(
    type: C,
    keyOrTest: ArgsOf<C>[0] | ((entity: InstanceType<C>) => boolean),
  ): void {
    this.#write('delete', () => {
      const used = this.#used;
      used?.client.stopSharing();
      this.#writes.delete(type, keyOrTest, (pks) => used?.api.removing(used.client, type, pks));
    });
  }

  /**
   * Applies several writes as one commit, so that each subscriber is notified at most once. Inside the batch, `get` and
   * updaters see the writes of the batch.
   *
   * @param writes a synchronous function
   * @returns the value that `writes` returns
   * @throws the error that `writes` throws; CacheError NCQ2002 if `writes` is asynchronous. Nothing is written in these
   * cases
   *
   * @example
   * ```ts
   * cache.batch(() => {
   *   cache.set(User, { id: 4, name: 'Noor' });
   *   cache.set(Todo, { id: 1, title: 'Tea', owner: 4 });
   *   cache.delete(User, 1);
   * }); // one commit: each subscriber is notified once
   * ```
   */
  batch<T>(writes: () => T): T {
    this.#mayWrite('batch');
    return this.#store.batch(writes);
  }

  /**
   * Subscribes to an Observable, and stores each of its values in the cache. If a value does not match the schema,
   * `onError` receives the error and the stream continues. Does not subscribe on a server.
   *
   * @param source$ the Observable, which is subscribed to immediately
   * @param schema the schema of each value
   * @param options how to handle invalid values
   * @returns the subscription, which ends after {@link clear} and when the cache is destroyed
   *
   * @example
   * ```ts
   * const connection = cache.connect(messages$, [Todo], { onError: show });
   * ```
   */
  connect<T>(
    source$: Observable<T>,
    schema: SchemaLike,
    { refetches, onError = (error) => this.#errors.handleError(error) }: ConnectOptions<T> = {},
  ): Subscription {
    const source = sourceOf('connect', schema);
    this.#mayWrite(source);
    const values$ = this.#isServer ? EMPTY : outsideZone(source$, this.#zone);
    const connection = { schema };
    this.#connections.add(connection);
    const end = finalize<T>(() => this.#connections.delete(connection));
    return values$.pipe(takeUntil(this.#cleared), takeUntil(this.#ended), end).subscribe({
      next: (value) => {
        try {
          this.#mayWrite(source);
          const input = this.#writes.read(schema, value, source);
          const targets = refetches?.(value) ?? [];
          const write = (order?: number) => {
            this.#store.write(input, order);
            this.#expire(source, targets);
          };
          const writeAll = (order?: number) =>
            this.#store.as({ kind: 'stream' }, () =>
              targets.length === 0 ? write(order) : this.#store.batch(() => write(order)),
            );
          if (this.#streamWrites) this.#streamWrites.add(input, writeAll, onError);
          else this.#write(source, writeAll);
        } catch (error) {
          onError(error);
        }
      },
      error: onError,
    });
  }

  /**
   * Empties the cache and the caches of all child routes, and loads visible data again. Active subscribers of endpoints
   * become `loading` and send requests. Endpoints without active subscribers send no requests.
   *
   * Requests in flight end as follows:
   *
   * - Reads are aborted. Callers of `fetch` receive no value, and callers of `ensure` receive error NCQ4001.
   * - Mutations continue. Their responses are not stored, and their callers receive error NCQ4001.
   *
   * @returns a promise that resolves when the cache is empty. It never rejects
   *
   * @example
   * ```ts
   * await cache.reset(); // loads everything again, for example for another tenant or language
   * await cache.reset(getUsers); // drops the responses of one endpoint
   * ```
   */
  reset(): Promise<void>;
  /**
   * Drops the responses of an endpoint, for the given arguments or for all arguments. Entities are kept. Active
   * subscribers become `loading` and send requests. Reads in flight are aborted.
   *
   * @throws CacheError NCQ4003 if the target is not an endpoint
   */
  reset<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']> | []
  ): Promise<void>;
  reset(...target: readonly unknown[]): Promise<void> {
    // Because of a circular import, an endpoint may be undefined. That must not empty the whole cache.
    if (target.length === 0) return this.#empty('reset', false);
    this.#mayWrite('reset');
    const [endpoint, ...args] = target;
    if (!isEndpoint(endpoint)) {
      const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
      throw notWritable('reset', dev && 'an endpoint, or no argument', endpoint);
    }
    const { client, api } = this.#requests('reset', endpoint);
    return api.reset(client, endpoint, args);
  }

  /**
   * Empties the cache and the caches of all child routes. Call this method at the end of a session. `select` emits
   * `undefined`, connected streams end, and no requests are sent.
   *
   * Active subscribers of endpoints become `idle`. They fetch again when you call `refetch`, when their arguments
   * change, or when a new subscriber to the same endpoint with the same arguments sends a request. Requests in flight
   * end as described in {@link reset}.
   *
   * @returns a promise that resolves when the cache is empty. It never rejects
   *
   * @example
   * ```ts
   * await cache.clear(); // the user signs out
   * ```
   */
  clear(): Promise<void> {
    return this.#empty('clear', true);
  }

  #select(queryable: Queryable, args: readonly unknown[]): Observable<unknown> {
    return new Observable((subscriber) => {
      if (this.#isEnded) return subscriber.complete();
      if (isSkipped(args)) {
        subscriber.next(undefined);
        return subscriber.add(this.#ended.subscribe({ complete: () => subscriber.complete() }));
      }
      this.#sweeper.used();
      if (queryable instanceof All && queryable.types.length > 1) {
        return combinedTypes(this.#results, queryable as All<EntityClass>).subscribe(subscriber);
      }
      return this.#results.of(queryable, args).observe(subscriber);
    });
  }

  /** Completes when the cache is destroyed, before or after the subscription. */
  #live<T>(observable: () => Observable<T>): Observable<T> {
    return defer(observable).pipe(takeUntil(this.#ended));
  }

  /** Returns the client of this cache, and the functions that use it. */
  #requests(method: string, endpoint: AnyEndpoint): Used {
    this.#mayWrite(`${method}(${endpoint.name})`);
    const api = endpoint[REQUESTS];
    const host = { store: this.#store, results: this.#results, isServer: this.#isServer };
    const create = () => new api.Client(host);
    return (this.#used ??= { api, client: runInInjectionContext(this.#injector, create) });
  }

  /** Returns what refetches a target; `undefined` if there are no responses, because no endpoint was used. */
  #requestsFor(source: string, target: unknown): Used | undefined {
    if (isEndpoint(target)) return this.#requests(source, target);
    if (!this.#used) checkTarget(source, target);
    return this.#used;
  }

  #expire(source: string, targets: readonly unknown[]): void {
    for (const each of targets) {
      const [target, ...args] = splitTarget(each);
      const used = this.#requestsFor(source, target);
      used?.api.expireTarget(used.client, source, target, args);
    }
  }

  /** Whether two tuples of arguments have the same key, or both disable the read. */
  #isSameRead(queryable: Queryable, last: readonly unknown[], next: readonly unknown[]): boolean {
    if (isSkipped(last) || isSkipped(next)) return isSkipped(last) && isSkipped(next);
    return this.#results.keyOf(queryable, last) === this.#results.keyOf(queryable, next);
  }

  /** In production, a write inside `process` is made later. */
  #write(source: string, write: () => void): void {
    if (this.#mayWrite(source)) write();
    else {
      this.#store.rounds.defer(() => {
        try {
          write();
        } catch (error) {
          this.#errors.handleError(error);
        }
      });
    }
    this.#sweeper.used();
  }

  /**
   * Returns whether the application may write now.
   *
   * @throws CacheError NCQ4002 if the cache was destroyed; NCQ3001 inside `process` (only in dev mode)
   */
  #mayWrite(source: string): boolean {
    if (this.#isEnded) throw destroyed(source);
    const isComputing = active !== undefined;
    if (isComputing && (typeof ngDevMode === 'undefined' || ngDevMode))
      throw writeInProcess(source);
    return !isComputing;
  }

  #empty(method: string, isClear: boolean): Promise<void> {
    let resolve!: () => void;
    const emptied = new Promise<void>((done) => (resolve = done));
    const store = this.#store;
    const empty = () => {
      this.#used?.client.dropping(!isClear);
      this.#streamWrites?.drop();
      store.empty();
      // Connections that are made after the call stay.
      store.onCommit((failure) => failure || !isClear || this.#cleared.next());
      store.whenSettled((failure) => {
        resolve();
        if (failure) return;
        // The first sweep keeps what was read since the last one.
        this.#sweeper.sweep();
        this.#sweeper.sweep();
        this.#results.forget();
        for (const child of this.#children) void child.#empty(method, isClear);
      });
    };
    this.#write(method, () => {
      try {
        store.batch(empty);
      } catch (error) {
        this.#errors.handleError(error); // Thrown by a subscriber, or because subscribers write endlessly.
      }
    });
    return emptied;
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#timer?.();
    for (const child of this.#children) child.#end();
    this.#used?.client.end();
    this.#streamWrites?.end();
    this.#ended.next();
    this.#ended.complete();
    this.#results.end();
  }
}

/** Logs a warning if `get` is called where Angular expects signals. Called only in dev mode. */
function warnOfUntrackedGet(): void {
  if (active !== undefined) return;
  try {
    assertNotInReactiveContext(warnOfUntrackedGet);
  } catch {
    warnOnce(
      'cache.get(…) was called in a computed, an effect or a template. Angular does not track this read, so ' +
        'the code does not run again when the result changes. Create a signal with cache.selectSignal(…), and read ' +
        'the signal there. If you want a single read, write untracked(() => cache.get(…)).',
    );
  }
}
