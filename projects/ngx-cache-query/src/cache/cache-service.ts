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
  BehaviorSubject,
  defer,
  distinctUntilChanged,
  EMPTY,
  finalize,
  isObservable,
  Observable,
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
} from '../schema/schema';
import type { Client } from '../requests/client';
import type { AnyEndpoint, Endpoint, RefetchTarget, Requests } from '../requests/endpoint';
import type { CacheMutation, CacheMutationOptions, MutationEndpoint } from '../requests/mutation';
import type { Collection } from '../lists/collection';
import type { CacheResource, CacheResourceOptions, ResourceArgs } from '../requests/resource';
import type { CacheSnapshot, ErrorOf } from '../requests/snapshot';
import { checkTarget, isEndpoint, REQUESTS, splitTarget } from '../requests/target';
import type { ResponseInfo } from '../requests/responses';
import type { FieldsOf } from '../schema/fields-of';
import type { Input } from '../schema/input';
import { isEntityClass } from '../schema/plan';
import {
  type ArgsOf,
  type ConstantArgs,
  type GivenArgs,
  known,
  type Queryable,
  type ResultOf,
  type SelectArgs,
  UNKNOWN,
} from '../schema/queryable';
import { Store } from '../store/store';
import { STREAM_WRITES } from '../streams/frame-batching';
import { warnOnce } from '../util/warn';
import { cacheSignal } from '../angular/cache-signal';
import { type Clock, CLOCK } from '../angular/clock';
import { outsideZone } from '../angular/outside-zone';
import { Sweeper, SWEEP_SLICE } from './sweeper';
import { destroyed, notWritable, writeInProcess } from '../schema/write-errors';
import { deleteFrom, inputOf, sourceOf, updateOf } from './writes';

declare const ngDevMode: unknown;

interface Used {
  readonly client: Client;
  readonly api: Requests;
}

/** A stream that is connected. */
interface Connection {
  readonly schema: SchemaLike;
  /** Whether its messages name the mutations that they are about. */
  readonly echoes: boolean;
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
  readonly connections: Iterable<Connection>;
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
export const SETUP = new InjectionToken<readonly ((cache: CacheService) => void)[]>(
  typeof ngDevMode === 'undefined' || ngDevMode ? 'CACHE_SETUP' : '',
);

/** Returns the parts of a cache. */
export let partsOf: (cache: CacheService) => CacheParts;

/** The options of `CacheService.connect`. */
export interface ConnectOptions<T = unknown> {
  /** Returns what a value of the stream makes stale. Active subscribers refetch it. */
  readonly refetches?: (value: T) => readonly RefetchTarget[];
  /**
   * Returns the request id in a value of the stream, if there is one, and the API uses `requestIds(…)`. A message about
   * an own mutation in flight then waits for its answer, at most two seconds.
   */
  readonly requestId?: (value: T) => string | null | undefined;
  /**
   * Receives the error of each invalid value, and the error that ends the source. Default: Angular's `ErrorHandler`.
   */
  readonly onError?: (error: unknown) => void;
}

/**
 * The normalized entity cache. It stores each entity once, and derives every view from the stored entities. It is
 * provided in root; `provideCache(…)` configures it.
 *
 * @example
 * ```ts
 * private readonly cache = inject(CacheService);
 * readonly users$ = this.cache.select(sortedUsers, { asc: true }); // @for (user of users$ | async; …)
 * ```
 */
@Injectable({ providedIn: 'root' })
export class CacheService {
  readonly #above = inject(CacheService, { skipSelf: true, optional: true });
  readonly #store: Store = new Store(this.#above ? this.#above.#store : undefined);
  readonly #results: Results;
  readonly #sweeper: Sweeper;
  readonly #clock = inject(CLOCK);
  readonly #errors = inject(ErrorHandler);
  readonly #report = (error: unknown) => this.#errors.handleError(error);
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
  readonly #connections = new Set<Connection>();
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
    const later = (milliseconds: number, run: () => void) => {
      if (this.#isServer || this.#isEnded) return () => undefined;
      if (typeof ngDevMode === 'undefined' || ngDevMode)
        this.#sweeper.dueAt = this.#clock.now() + milliseconds;
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
   * Returns an Observable of data in the cache. It emits on subscription, and after every commit that changes the
   * result: `undefined` while the data is not in the cache. It sends no request, and errors if `process` throws.
   *
   * @param queryable a Query, `schema.All`, an Entity class, or an object of these (a join)
   * @param args the arguments; a single `null` disables the read. Or an Observable of tuples of arguments
   *
   * @example
   * ```ts
   * const admins$ = cache.select(sortedUsers, { isAdmin: true }); // Observable<User[] | undefined>
   * const users$ = cache.select(new schema.All(User)); // every user in the cache
   * const user$ = cache.select(User, 2); // one user
   * const found$ = cache.select(usersNamed, search$.pipe(map((text) => [text]))); // changing arguments
   * ```
   */
  select<Q extends Queryable>(
    queryable: Q,
    ...args: ArgsOf<Q> | [argsOrNull: Observable<Readonly<SelectArgs<Q>>> | null]
  ): Observable<ResultOf<Q> | undefined>;
  select(queryable: Queryable, ...args: readonly unknown[]): Observable<unknown> {
    const [args$] = args;
    if (!isObservable(args$)) return this.#select(queryable, args);
    const keyOf = (read: readonly unknown[]) =>
      isSkipped(read) ? UNKNOWN : this.#results.keyOf(queryable, read);
    return (args$ as Observable<readonly unknown[]>).pipe(
      distinctUntilChanged(Object.is, keyOf),
      switchMap((current) => this.#select(queryable, current)),
      distinctUntilChanged(Object.is),
      takeUntil(this.#ended),
    );
  }

  /**
   * Works like {@link select}, but returns a signal. Reading it throws the error that `process` throws.
   *
   * @param args returns the tuple of arguments; it can read signals and required inputs
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
   * Works like {@link select}, but returns a signal, for arguments that do not change. Needs an injection context.
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
   * Returns the current result of a read. In `process`, the read becomes a dependency. In a {@link batch}, it includes
   * the writes of the batch. Computed signals, effects and templates do not track it: use {@link selectSignal}.
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
   * On each subscription, sends a request, or shares the read in flight with the same key. Stores the response, emits
   * its value and completes. Unsubscribing aborts the request. If it fails, or the response does not match the schema,
   * the Observable errors with a CacheError.
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
   * Emits the value of an endpoint once and completes, for example in a resolver. Sends a request if the value is
   * missing or stale, unless the last one failed within `errorStaleTime`: then it errors with that error.
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
   * Emits the snapshot of an endpoint: its value and the state of its requests. Sends a request if the value is missing
   * or stale, and after {@link refetch} and {@link reset}. Never errors; {@link refetch} retries.
   *
   * @param args the arguments; a single `null` disables the read. Or an Observable of tuples of arguments
   *
   * @example
   * ```ts
   * cache.watch(getUsers).subscribe((users) => {
   *   if (users.value !== undefined) write(`${users.value.length} users`);
   *   else if (users.status === 'error') write(`failed: ${users.error.message}`);
   *   else if (users.status === 'loading') write('loading');
   * });
   * ```
   */
  watch<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args:
      | Parameters<E['load']>
      | [argsOrNull: Observable<Readonly<Parameters<E['load']> | [inactive: null]>> | null]
  ): Observable<CacheSnapshot<ResultOf<E>, ErrorOf<E>>>;
  watch<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    args$: Observable<Readonly<Parameters<E['load']> | [inactive: null]>>,
    options: Pick<CacheResourceOptions, 'keepPrevious'>,
  ): Observable<CacheSnapshot<ResultOf<E>, ErrorOf<E>>>;
  watch(endpoint: AnyEndpoint, ...args: readonly unknown[]): Observable<unknown> {
    const [first, options] = args as [unknown, { keepPrevious?: boolean } | undefined];
    const isChanging = isObservable(first);
    const args$ = isChanging
      ? (first as Observable<readonly unknown[]>)
      : new BehaviorSubject(args);
    return this.#live(() => {
      const { client, api } = this.#requests('watch', endpoint);
      return api.watch(client, endpoint, args$, isChanging && options?.keepPrevious === true);
    });
  }

  /**
   * Returns the value of an endpoint as an Angular `Resource`. Sends a request if the value is missing or stale, and
   * after {@link refetch} and {@link reset}. Needs an injection context.
   *
   * @param argsAndOptions a function that returns the tuple of arguments, or `undefined` to disable the read; it can
   * read signals and required inputs. Then the options
   *
   * @example
   * ```ts
   * readonly user = inject(CacheService).resource(getUser, () => [{ id: this.id() }]);
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
   * Returns a mutation for a component: methods that send requests, and signals that show the result.
   *
   * @param options callbacks, and an injector for calls outside an injection context
   *
   * @example
   * ```ts
   * readonly renaming = inject(CacheService).mutation(updateUser); // renaming.mutate({ id: 1 }, { name: 'Ada' })
   * ```
   */
  mutation<X extends MutationEndpoint>(
    endpoint: X,
    options?: CacheMutationOptions<Parameters<X['load']>, ResultOf<X>, ErrorOf<X>>,
  ): CacheMutation<Parameters<X['load']>, ResultOf<X>, ErrorOf<X>>;
  mutation(
    endpoint: AnyEndpoint,
    options: CacheMutationOptions<readonly unknown[], unknown> = {},
  ): CacheMutation<never, unknown> {
    const send = (args: readonly unknown[]) =>
      defer(() => this.#requests('mutation', endpoint).client.fetch(endpoint, args, true));
    return this.#requests('mutation', endpoint).api.mutation(send, this.#report, options);
  }

  /**
   * Marks the responses of an endpoint as stale, for the given arguments or for all. Active subscribers refetch, and
   * keep their data until the response arrives.
   *
   * @returns a promise that resolves when these requests have ended; it never rejects
   * @throws CacheError NCQ4003 if the target is a mutation
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
   * Marks the responses that contain specific entities as stale, also in a relation.
   *
   * @param keyOrTest the key, or a function that tests entities. Default: every entity of the class
   */
  refetch<C extends EntityClass>(
    type: C,
    keyOrTest?: ArgsOf<C>[0] | ((entity: InstanceType<C>) => boolean),
  ): Promise<void>;
  /** Marks the responses that pass a test as stale. `({ isStale }) => isStale` loads what `clear` has left visible. */
  refetch(test: (response: ResponseInfo) => boolean): Promise<void>;
  refetch(target: unknown, ...args: readonly unknown[]): Promise<void> {
    this.#mayWrite('refetch');
    const used = this.#requestsFor('refetch', target);
    return used ? used.api.refetch(used.client, target, args) : Promise.resolve();
  }

  /**
   * Merges fields into an entity, or creates the entity. A relation accepts a key or fields, and a field with a
   * deserializer its raw value.
   *
   * @throws CacheError NCQ1004 if the fields contain no key; NCQ1005 if `static validate` rejects them
   */
  set<C extends EntityClass>(type: C, fields: FieldsOf<C>): void;
  /**
   * Changes an existing entity, if there is one.
   *
   * @param updater a pure function that returns the fields to merge
   */
  set<C extends EntityClass>(
    type: C,
    key: ArgsOf<C>[0],
    updater: (entity: InstanceType<C>) => FieldsOf<C>,
  ): void;
  /**
   * Writes a value as if it were the response of an endpoint with this schema.
   *
   * @throws CacheError NCQ1001 to NCQ1008 with the path of the mismatch, if the value does not match the schema
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
   * Stores a response of an endpoint as if it had just been loaded.
   *
   * @param response the value that `load` would emit, or a function of the current value, if there is one
   * @throws CacheError NCQ1001 to NCQ1012 if the response does not match the schema; NCQ4003 if the endpoint is a
   * mutation
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
      const isUpdate = args.length > 0 && isEntityClass(schema);
      const input = isUpdate
        ? updateOf(this.#results, schema, args[0], value as never, source)
        : inputOf(schema, value, source, args);
      if (input) this.#store.write(input);
    });
  }

  /**
   * Deletes entities from the cache. They leave every view at once, and reads in flight do not restore them.
   *
   * @param keyOrTest the key, or a function that returns `true` for each entity to delete
   * @throws CacheError NCQ4003 if there is neither a key nor a test
   */
  delete<C extends EntityClass>(
    type: C,
    keyOrTest: ArgsOf<C>[0] | ((entity: InstanceType<C>) => boolean),
  ): void {
    this.#write('delete', () => {
      const used = this.#used;
      used?.client.stopSharing();
      deleteFrom(this.#store, type, keyOrTest, (pks) => used?.api.removing(used.client, type, pks));
    });
  }

  /**
   * Applies several writes as one commit. Inside the batch, `get` and updaters see its writes.
   *
   * @param writes a synchronous function; its result is returned
   * @throws the error that `writes` throws; CacheError NCQ2002 if it is asynchronous. Nothing is written in these cases
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
   * Subscribes to an Observable, and stores each of its values in the cache. `onError` receives invalid values, and the
   * stream continues. Does not subscribe on a server. A value that creates an entity waits for an optimistic creation of
   * the class in flight, at most two seconds.
   *
   * @param schema the schema of each value
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
    { refetches, requestId, onError = this.#report }: ConnectOptions<T> = {},
  ): Subscription {
    const source = sourceOf('connect', schema);
    this.#mayWrite(source);
    const values$ = this.#isServer ? EMPTY : outsideZone(source$, this.#zone);
    const connection = { schema, echoes: requestId !== undefined };
    this.#connections.add(connection);
    const end = finalize<T>(() => this.#connections.delete(connection));
    return values$.pipe(takeUntil(this.#cleared), takeUntil(this.#ended), end).subscribe({
      next: (value) => {
        try {
          this.#mayWrite(source);
          const input = inputOf(schema, value, source);
          const targets = refetches?.(value) ?? [];
          const arrive = (arrived?: number, newer?: Input) => {
            // Newer than the answers so far, but not than what is written while the message waits for a frame.
            const now = newer && ++this.#store.order.last;
            const write = (order = arrived) => {
              this.#store.write(input, order);
              if (newer) this.#store.write(newer, now);
              this.#expire(input, targets);
            };
            // What has waited is written in a batch anyway.
            const writeAll = (order?: number) =>
              this.#store.as({ kind: 'stream' }, () =>
                targets.length === 0 ? write(order) : this.#store.batch(() => write(order)),
              );
            if (this.#streamWrites) this.#streamWrites.add(input, writeAll, onError, arrived);
            else this.#write(source, writeAll);
          };
          const client = this.#used?.client;
          client?.mutations.arriving(input);
          const message = { connection, input, arrive, onError };
          if (client?.held) client.held.take(message, requestId?.(value));
          else arrive();
        } catch (error) {
          onError(error);
        }
      },
      error: onError,
    });
  }

  /**
   * Empties the cache and those of child routes. Active subscribers become `loading` and send requests. Reads in flight
   * are aborted. Responses to mutations in flight are not stored, and their callers receive NCQ4001.
   *
   * @returns a promise that resolves when the cache is empty; it never rejects
   *
   * @example
   * ```ts
   * await cache.reset(); // loads everything again, for example for another tenant or language
   * await cache.reset(getUsers); // drops the responses of one endpoint
   * ```
   */
  reset(): Promise<void>;
  /**
   * Drops the responses of an endpoint, for the given arguments or for all. Entities stay. Active subscribers become
   * `loading` and send requests.
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
   * Empties the cache and those of child routes, at the end of a session. `select` emits `undefined`, streams end, and
   * no requests are sent. Active subscribers of endpoints become `idle` until the next {@link refetch}.
   *
   * @returns a promise that resolves when the cache is empty; it never rejects
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
    const create = () => new api.Client(this.#store, this.#results, this.#isServer);
    return (this.#used ??= { api, client: runInInjectionContext(this.#injector, create) });
  }

  /** Returns what refetches a target; `undefined` if there are no responses, because no endpoint was used. */
  #requestsFor(source: string, target: unknown): Used | undefined {
    if (isEndpoint(target)) return this.#requests(source, target);
    if (!this.#used) checkTarget(source, target);
    return this.#used;
  }

  #expire(input: Input, targets: readonly unknown[]): void {
    for (const each of targets) this.#requestsFor(input.source, splitTarget(each)[0]);
    this.#used?.api.expireTargets(this.#used.client, input, targets);
  }

  /** In production, a write inside `process` is made later. */
  #write(source: string, write: () => void): void {
    if (this.#mayWrite(source)) write();
    else {
      this.#store.rounds.defer(() => {
        try {
          write();
        } catch (error) {
          this.#report(error);
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
        this.#report(error); // Thrown by a subscriber, or because subscribers write endlessly.
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
