import {
  DestroyRef,
  inject,
  Injectable,
  type Injector,
  runInInjectionContext,
  type Signal,
} from '@angular/core';
import {
  defer,
  distinctUntilChanged,
  type Observable,
  type Subscription,
  switchMap,
  takeUntil,
} from 'rxjs';
import { isEntityClass } from '../schema/entity/entity-plan';
import type { ArgsOf, Queryable, ResultOf } from '../schema/queryable';
import type {
  EntityClass,
  SchemaLike,
  SchemaFields,
  SchemaList,
  SchemaNode,
} from '../schema/schema';
import type { Fields } from '../util/plain-data';
import { notWritableError } from '../writes/write-errors';
import { destroyRefOf } from '../platform/destroy-ref';
import type { Collection } from '../collections/collection';
import { createCache } from './create-cache';
import type { Endpoint, RefetchTarget } from '../endpoints/endpoint';
import type { EndpointClient } from '../endpoints/endpoint-client';
import { type AnyEndpoint, CLIENT, isEndpoint, splitTarget } from '../requests/endpoint';
import type { CacheSnapshot, ErrorOf } from '../requests/cache-snapshot';
import { currentEnvironment } from './environment';
import type { FieldsOf } from './fields-of';
import type { ResponseInfo } from '../requests/refetch/responses';
import type { CacheMutation, CacheMutationOptions } from '../signals/cache-mutation';
import type { CacheResource, CacheResourceOptions } from '../signals/cache-resource';
import type { GetArgs } from '../signals/resolved-args';
import type { ResourceArgs } from './resource-args';
import type { ArgsAndResponse } from './response-args';
import type { ConstantArgs, GivenArgs, SelectArgs } from './select-args';
import { isSameRead, select, selected, selectedSignal } from './selection';
import { warnOfUntrackedGet } from './untracked-get';
import { deletion } from '../writes/delete';
import { checkRefetch } from '../writes/entity-target';
import { setValue, sourceOf, updateEntity } from '../writes/set';

declare const ngDevMode: unknown;

/** The names of the client methods that return Observables. */
type ClientMethod = 'fetch' | 'ensure' | 'watch' | 'state' | 'stateWith';

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
  readonly #parts = createCache(currentEnvironment());

  constructor() {
    const { emptying, extensions, lifetime, sweeper } = this.#parts;
    const parent = inject(CacheService, { skipSelf: true, optional: true });
    if (parent !== null) lifetime.ended$.subscribe(parent.#parts.emptying.add(emptying));
    extensions?.init(this.#parts, parent !== null, () => sweeper.sweep());
    inject(DestroyRef).onDestroy(() => this.#parts.end());
  }

  /**
   * Returns an Observable of data in the cache. It emits synchronously on subscription, and after every commit that
   * changes the result. It sends no request, and completes when the cache is destroyed.
   *
   * @param queryable a Query, `schema.All`, `schema.Union`, an Entity class, an endpoint (selects its last response),
   *   or an object of these (a join)
   * @param args the arguments of the read; a single `null` disables the read
   * @returns an Observable that emits `undefined` while the data is not in the cache; it errors if `process` throws
   *
   * @example
   * ```ts
   * const admins$ = cache.select(sortedUsers, { isAdmin: true }); // Observable<User[] | undefined>
   * const users$ = cache.select(new schema.All(User)); // every user in the cache
   * const user$ = cache.select(User, 2); // one user
   * const profile$ = cache.select({ user: User, todos: todosOf }, { id: 2 }); // a join
   * const response$ = cache.select(getUsers); // the last response of an endpoint
   * const nothing$ = cache.select(User, null); // disabled: emits undefined
   * ```
   */
  select<Q extends Queryable>(
    queryable: Q,
    ...args: SelectArgs<Q>
  ): Observable<ResultOf<Q> | undefined> {
    return select(this.#parts, queryable, args) as Observable<ResultOf<Q> | undefined>;
  }

  /**
   * Works like {@link select}, but takes the arguments from an Observable. Emits nothing before `args$` emits. Ignores
   * new arguments if their key (`query.key(...args)`) is the same as the key of the current arguments.
   *
   * @param args$ emits the tuple of arguments
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
    return this.#with(queryable, args$, (args) =>
      this.select(queryable, ...(args as SelectArgs<Q>)),
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
    const isGetter = typeof getter === 'function';
    // eslint-disable-next-line @typescript-eslint/unbound-method -- only its name is used
    const destroyRef = destroyRefOf(this.selectSignal, isGetter ? options?.injector : undefined);
    const currentArgs = isGetter ? (getter as () => readonly unknown[]) : () => args;
    return selectedSignal(this.#parts, queryable, currentArgs, destroyRef);
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
    return selected(this.#parts, queryable, args) as ResultOf<Q> | undefined;
  }

  /**
   * On each subscription, sends a request and stores the response. Emits the value of the response and completes. If a
   * read with the same key is already in flight, its request is shared and no new request is sent. When the last
   * subscriber unsubscribes, the request is aborted.
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
    return this.#request('fetch', endpoint, args);
  }

  /**
   * Emits the value of an endpoint once and completes. If the value is missing or stale, the method sends a request.
   * Use this method in resolvers and guards.
   *
   * If a request is needed but the last one failed less than five seconds ago (`errorExpiryLength`), no new request is
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
    return this.#live('ensure', endpoint, args);
  }

  /**
   * Emits the value of an endpoint, and emits again whenever the value changes in the cache. Sends a request if the
   * value is missing or stale, and after {@link refetch} and {@link reset}. Emits nothing while there is no value.
   * After {@link clear}, emits again when a new value is stored.
   *
   * @returns an Observable that errors only if a request fails and there is no value to show
   *
   * @example
   * ```ts
   * cache.watch(getUsers).subscribe((users) => show(names(users))); // emits immediately, and after each change
   * ```
   */
  watch<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']> | [inactive: null]
  ): Observable<ResultOf<E>>;
  watch(endpoint: AnyEndpoint, ...args: readonly unknown[]): Observable<unknown> {
    return this.#live('watch', endpoint, args);
  }

  /**
   * Works like {@link watch}, but takes the arguments from an Observable. Ignores new arguments if their key
   * (`endpoint.key(...args)`) is the same as the key of the current arguments.
   *
   * @param args$ emits the tuple of arguments; `[null]` disables the read
   */
  watchWith<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    args$: Observable<Readonly<Parameters<E['load']> | [inactive: null]>>,
  ): Observable<ResultOf<E>> {
    return this.#with(endpoint, args$, (args) =>
      this.watch(endpoint, ...(args as Parameters<E['load']>)),
    );
  }

  /**
   * Returns the value of an endpoint as an Angular `Resource`, for use in templates, computed signals and effects.
   * Sends a request if the value is missing or stale, and after {@link refetch} and {@link reset}. Sends no request
   * before the first read. When the injection context is destroyed, the resource stops updating and keeps its last
   * value.
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
    ...argsAndOptions: [GetArgs?, CacheResourceOptions?]
  ): CacheResource<unknown> {
    return this.#client('resource', endpoint).resource(endpoint, ...argsAndOptions);
  }

  /**
   * Works like {@link resource}, but returns an Observable of snapshots. The Observable never errors. To retry after a
   * failure, call {@link refetch}.
   *
   * @example
   * ```ts
   * cache.state(getUsers).subscribe((users) => {
   *   if (users.value !== undefined) write(`${users.value.length} users`);
   *   else if (users.status === 'error') write(`failed: ${users.error.message}`);
   *   else if (users.status === 'loading') write('loading'); // otherwise 'idle': no value and no request
   * });
   * ```
   */
  state<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']> | [inactive: null]
  ): Observable<CacheSnapshot<ResultOf<E>, ErrorOf<E>>>;
  state(endpoint: AnyEndpoint, ...args: readonly unknown[]): Observable<unknown> {
    return this.#live('state', endpoint, args);
  }

  /**
   * Works like {@link state}, but takes the arguments from an Observable. Ignores new arguments if their key
   * (`endpoint.key(...args)`) is the same as the key of the current arguments.
   *
   * @param args$ emits the tuple of arguments; `[null]` disables the read
   * @param options whether to keep the last value when the arguments change, until the new value arrives or its request
   * fails
   *
   * @example
   * ```ts
   * const results$ = cache.stateWith(getUsers, name$.pipe(map((name) => [{ name }])), {
   *   keepPrevious: true,
   * });
   * ```
   */
  stateWith<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    args$: Observable<Readonly<Parameters<E['load']> | [inactive: null]>>,
    options?: Pick<CacheResourceOptions, 'keepPrevious'>,
  ): Observable<CacheSnapshot<ResultOf<E>, ErrorOf<E>>>;
  stateWith(
    endpoint: AnyEndpoint,
    args$: Observable<readonly unknown[]>,
    options: Pick<CacheResourceOptions, 'keepPrevious'> = {},
  ): Observable<unknown> {
    return this.#live('stateWith', endpoint, args$, options);
  }

  /**
   * Loads the value of an endpoint into the cache if the value is missing or stale. For example, call this method when
   * the user hovers over a link. Ignores errors. If the request fails, components that read the value in the next five
   * seconds (`errorExpiryLength`) receive the error. After that time, the next read of the value sends a new request.
   */
  prefetch<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']>
  ): void {
    this.ensure(endpoint, ...args).subscribe({ error: () => undefined });
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
   *       (click)="renaming.run({ id: 1 }, { name: 'Ada' })"
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
    options?: CacheMutationOptions<readonly unknown[], unknown>,
  ): CacheMutation<never, unknown> {
    return this.#client('mutation', endpoint).mutation(endpoint, options);
  }

  /**
   * Stores a response of an endpoint as if the endpoint had just loaded the response. Active subscribers receive the
   * response. It is fresh, and responses to reads in flight do not replace it. Use this method for data that does not
   * come from a request, such as data in the HTML of the page.
   *
   * @param argsAndValue the arguments of the endpoint, followed by the response, which is the value that `load` would
   * emit
   * @throws CacheError NCQ1001 to NCQ1012 if the value does not match the schema; nothing is written in this case.
   * NCQ4003 if the endpoint is a mutation
   *
   * @example
   * ```ts
   * cache.setResponse(getUser, { id: 5 }, { id: 5, name: 'Ada' });
   * ```
   */
  setResponse<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...argsAndValue: ArgsAndResponse<E>
  ): void {
    this.#client('setResponse', endpoint).setResponse(endpoint, argsAndValue);
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
  /** Marks responses as stale if they pass the test. Active subscribers refetch these responses. */
  refetch(test: (response: ResponseInfo) => boolean): Promise<void>;
  refetch(target: unknown, ...args: readonly unknown[]): Promise<void> {
    this.#parts.writer.mayWrite('refetch');
    const client = this.#clientFor([[target, ...args]]);
    return client?.refetch(target, args) ?? Promise.resolve();
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
  set(schema: SchemaLike, ...args: unknown[]): void {
    const { reader, writer } = this.#parts;
    const source = sourceOf('set', schema);
    const value = args.pop();
    writer.mayWrite(source);
    writer.write(
      args.length > 0 && isEntityClass(schema)
        ? updateEntity(reader, schema, args[0], value as (entity: never) => Fields)
        : setValue(reader, schema, value, source, args),
    );
  }

  /**
   * Deletes entities from the cache. They disappear from every view immediately, and reads in flight do not restore
   * them. If a deleted entity is the response of an endpoint, or a field of that response, one request is sent for the
   * active subscribers of the endpoint.
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
    const { client, reader, writer } = this.#parts;
    writer.mayWrite('delete');
    client?.stopSharing();
    writer.write(deletion(reader, type, keyOrTest, (table) => this.#parts.client?.removing(table)));
  }

  /**
   * Empties the cache and the caches of all child routes, and loads visible data again. Active subscribers of endpoints
   * become `loading` and send requests. Endpoints without active subscribers send no requests.
   *
   * Requests in flight end as follows:
   *
   * - Reads are aborted. Callers of `fetch` and `ensure` receive error NCQ4001.
   * - Mutations continue. Their optimistic updates are dropped, their responses are not stored, and their callers
   *   receive error NCQ4001.
   *
   * @returns a promise that resolves when the cache is empty. The cache is usually emptied immediately. If you call the
   * method in a batch or while subscribers are notified, the cache is emptied at the end of that batch or notification.
   * The promise never rejects
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
   * @throws CacheError NCQ4003 if the target is not an endpoint that reads
   */
  reset<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']> | []
  ): Promise<void>;
  reset(...target: readonly unknown[]): Promise<void> {
    const { emptying, writer } = this.#parts;
    writer.mayWrite('reset');
    // Because of a circular import, an endpoint may be undefined. An undefined endpoint must not empty the whole cache.
    if (target.length === 0) return emptying.empty(true);
    const [endpoint, ...args] = target;
    if (isEndpoint(endpoint)) return this.#client('reset', endpoint).reset(endpoint, args);
    throw notWritableError(
      'reset',
      (typeof ngDevMode === 'undefined' || !!ngDevMode) && 'an endpoint, or no argument',
      endpoint,
    );
  }

  /**
   * Empties the cache and the caches of all child routes. Call this method at the end of a session. `select` emits
   * `undefined`, connected streams end, and no requests are sent.
   *
   * Active subscribers of endpoints become `idle`. They fetch again when you call `refetch`, when their arguments
   * change, or when a new subscriber to the same endpoint with the same arguments sends a request. Requests in flight
   * end as described in {@link reset}.
   *
   * @returns a promise that resolves when the cache is empty. The cache is usually emptied immediately. If you call the
   * method in a batch or while subscribers are notified, the cache is emptied at the end of that batch or notification.
   * The promise never rejects
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
   * Subscribes to an Observable, and stores each of its values in the cache. For example, the Observable can emit
   * WebSocket messages, server-sent events or the results of polling. If a value does not match the schema, `onError`
   * receives the error and the stream continues. Does not subscribe on a server.
   *
   * @param source$ the Observable, which is subscribed to immediately
   * @param schema the schema of each value
   * @param options how to handle invalid values, and which responses a value makes stale
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
    options: ConnectOptions<T> = {},
  ): Subscription {
    const { environment, lifetime, report, streams, sweeper, writer } = this.#parts;
    writer.mayWrite('connect');
    const { refetches, onError = report } = options;
    const open$ = environment.open(source$).pipe(takeUntil(lifetime.ended$));
    const refetching = (value: T) => {
      const targets = refetches?.(value) ?? [];
      return this.#clientFor(targets)?.refetching(targets) ?? [];
    };
    const connection = streams.connect(open$, { schema, refetching, onError });
    sweeper.connected?.(schema, connection);
    return connection;
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
    const { reader, writer } = this.#parts;
    writer.mayWrite('batch');
    return reader.store.batch(writes);
  }

  /**
   * Calls `read` with the arguments that an Observable emits, and emits the results. Ignores new arguments if their key
   * is the same as the key of the current arguments.
   */
  #with<T>(
    queryable: Queryable,
    args$: Observable<readonly unknown[]>,
    read: (args: readonly unknown[]) => Observable<T>,
  ): Observable<T> {
    return args$.pipe(
      distinctUntilChanged((last, next) => isSameRead(queryable, last, next)),
      switchMap(read),
      distinctUntilChanged(Object.is),
      takeUntil(this.#parts.lifetime.ended$),
    );
  }

  /**
   * Returns an Observable that calls a client method on subscription. It errors if the cache was destroyed before the
   * subscription.
   */
  #request(method: ClientMethod, endpoint: AnyEndpoint, ...args: unknown[]): Observable<unknown> {
    return defer(() =>
      this.#client(method, endpoint)[method](endpoint, ...(args as [never, never])),
    );
  }

  /** Works like {@link #request}, but completes if the cache is destroyed before or after the subscription. */
  #live(method: ClientMethod, endpoint: AnyEndpoint, ...args: unknown[]): Observable<unknown> {
    return this.#request(method, endpoint, ...args).pipe(takeUntil(this.#parts.lifetime.ended$));
  }

  /** Returns the client of this cache. Creates the client when an endpoint is used for the first time. */
  #client(method: string, endpoint: AnyEndpoint): EndpointClient {
    const parts = this.#parts;
    parts.writer.mayWrite(`${method}(${endpoint.name})`);
    return (parts.client ??= runInInjectionContext(
      parts.injector,
      () => new (endpoint[CLIENT] as typeof EndpointClient)(parts),
    ));
  }

  /**
   * Returns the client that refetches `targets`. Returns `undefined` if no endpoint has been used yet and `targets`
   * contains no endpoint. In this case, the cache contains no responses to refetch.
   *
   * @throws CacheError NCQ4003 if a target cannot be refetched
   */
  #clientFor(targets: readonly unknown[]): EndpointClient | undefined {
    const { client, reader } = this.#parts;
    if (client !== undefined) return client;
    for (const each of targets) {
      const [target, ...args] = splitTarget(each);
      if (isEndpoint(target)) return this.#client('refetch', target);
      checkRefetch(reader, target, args);
    }
    return undefined;
  }
}
