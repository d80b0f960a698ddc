import { isPlatformServer } from '@angular/common';
import {
  assertInInjectionContext,
  assertNotInReactiveContext,
  DestroyRef,
  ErrorHandler,
  inject,
  Injectable,
  type Injector,
  NgZone,
  PLATFORM_ID,
  type Signal,
} from '@angular/core';
import {
  distinctUntilChanged,
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
} from '../schema/entity';
import { type Endpoint, FETCH } from '../requests/endpoint';
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
import { warnOnce } from '../util/warn';
import { cacheSignal } from './cache-signal';
import { CLOCK } from './clock';
import { Sweeper, SWEEP_SLICE } from './sweeper';
import { destroyed, writeInProcess } from './write-errors';
import { sourceOf, Writes } from './writes';

declare const ngDevMode: unknown;

/** The parts of a cache, for the other rooms of the library. */
export interface CacheParts {
  readonly store: Store;
  readonly results: Results;
  readonly sweeper: Sweeper;
}

/** Returns the parts of a cache. */
export let partsOf: (cache: CacheService) => CacheParts;

/** The options of `CacheService.connect`. */
export interface ConnectOptions {
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
  readonly #errors = inject(ErrorHandler);
  readonly #isServer = isPlatformServer(inject(PLATFORM_ID));
  /** Emits when the cache is cleared. */
  readonly #cleared = new Subject<void>();
  readonly #ended = new Subject<void>();
  readonly #children = new Set<CacheService>();
  #isEnded = false;
  /** Cancels the pending timer. */
  #timer: (() => void) | undefined;

  static {
    partsOf = (cache) => ({
      store: cache.#store,
      results: cache.#results,
      sweeper: cache.#sweeper,
    });
  }

  constructor() {
    const { tables } = this.#store;
    this.#results = new Results(tables, () => this.#sweeper.used());
    this.#writes = new Writes(this.#store, this.#results);
    const clock = inject(CLOCK);
    const zone = inject(NgZone);
    const later = (milliseconds: number, run: () => void) => {
      if (this.#isServer || this.#isEnded) return;
      // A timer must not keep the application from becoming stable.
      this.#timer = zone.runOutsideAngular(() => clock.after(milliseconds, run));
    };
    this.#sweeper = new Sweeper(this.#results, later, inject(SWEEP_SLICE));
    const above = this.#above;
    if (above) above.#children.add(this);
    inject(DestroyRef).onDestroy(() => {
      if (above) above.#children.delete(this);
      this.#end();
    });
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
    if (isSkipped(args)) return undefined;
    this.#sweeper.used();
    return known(this.#results.read(queryable, args)) as ResultOf<Q> | undefined;
  }

  /**
   * On each subscription, sends a request and stores the response. Emits the value of the response and completes.
   *
   * @returns an Observable that errors if the request fails, or if the response does not match the schema. In both
   * cases, the cache is unchanged
   *
   * @example
   * ```ts
   * cache.fetch(getUsers).subscribe((users) => show(users.length));
   * ```
   */
  fetch<E extends Endpoint<never, SchemaLike>>(
    endpoint: E,
    ...args: Parameters<E['load']>
  ): Observable<ResultOf<E>>;
  fetch(endpoint: Endpoint<never, SchemaLike>, ...args: readonly unknown[]): Observable<unknown> {
    this.#mayWrite(`fetch(${endpoint.name})`);
    return endpoint[FETCH](this.#store, this.#results, endpoint, args);
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
  set(schema: SchemaLike, ...args: unknown[]): void {
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
    this.#write('delete', () => this.#writes.delete(type, keyOrTest));
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
    { onError = (error) => this.#errors.handleError(error) }: ConnectOptions = {},
  ): Subscription {
    const source = sourceOf('connect', schema);
    this.#mayWrite(source);
    const values$ = this.#isServer ? new Observable<T>() : source$;
    return values$.pipe(takeUntil(this.#cleared), takeUntil(this.#ended)).subscribe({
      next: (value) => {
        try {
          this.#write(source, () =>
            this.#store.as({ kind: 'stream' }, () => this.#writes.set(schema, value, source)),
          );
        } catch (error) {
          onError(error);
        }
      },
      error: onError,
    });
  }

  /**
   * Empties the cache and the caches of all child routes.
   *
   * @returns a promise that resolves when the cache is empty. It never rejects
   */
  reset(): Promise<void>;
  /**
   * Drops the responses of an endpoint, for the given arguments or for all arguments. Entities are kept.
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
    this.#writes.reset(endpoint, args);
    return Promise.resolve();
  }

  /**
   * Empties the cache and the caches of all child routes, and ends connected streams. Call this method at the end of a
   * session. `select` emits `undefined`.
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
    this.#write(method, () => {
      this.#store.empty();
      this.#store.whenSettled((failure) => {
        resolve();
        if (failure) return;
        if (isClear) this.#cleared.next();
        // The first sweep keeps what was read since the last one.
        this.#sweeper.sweep();
        this.#sweeper.sweep();
        for (const child of this.#children) void child.#empty(method, isClear);
      });
    });
    return emptied;
  }

  #end(): void {
    if (this.#isEnded) return;
    this.#isEnded = true;
    this.#timer?.();
    for (const child of this.#children) child.#end();
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
