import { DestroyRef, type ErrorHandler, inject } from '@angular/core';
import type { Observable } from 'rxjs';
import { type CacheService, partsOf } from '../cache/cache-service';
import { CLOCK, type Clock } from '../angular/clock';
import type { Tables } from '../reactive/tables';
import type { AnyEndpoint } from '../requests/endpoint';
import type { RequestHook, SentRequest } from '../requests/send';
import { ENDPOINT, endpointOf } from '../requests/target';
import { type Commit as Recorded, Recorder } from '../store/commit';
import { type CacheHandle, cacheHandle, MEASURE } from './cache-handle';
import type { CacheExtension, PendingRequest, RequestEvent } from './cache-extension';
import { commitOf } from './extension-commit';
import { Versions } from './versions';

/** What is known of a request. */
interface Logged {
  readonly id: number;
  readonly startedAt: number;
}

/** Tells all extensions of a cache what happens. An extension that throws does not affect the others. */
export class Extensions implements RequestHook {
  readonly #errors: ErrorHandler;
  readonly #clock: Clock = inject(CLOCK);
  readonly #extensions: CacheExtension[] = [];
  readonly #requests = new WeakMap<object, Logged>();
  #handle: CacheHandle | undefined;
  #tables!: Tables;
  #versions!: Versions;
  #requestCount = 0;
  #commitCount = 0;
  #isEmptied = false;
  #isEnded = false;

  constructor(errors: ErrorHandler) {
    this.#errors = errors;
  }

  /** Adds an extension. Must be called in the injection context of the cache. */
  add(extension: CacheExtension, cache: CacheService): void {
    const handle = (this.#handle ??= this.#connect(cache));
    if (extension.measures && !this.#extensions.some(({ measures }) => measures)) handle[MEASURE]();
    this.#extensions.push(extension);
    this.#tell([extension], (each) => each.onInit?.(handle));
  }

  /** @see RequestHook */
  began(request: SentRequest): void {
    this.#requests.set(request, { id: ++this.#requestCount, startedAt: this.#clock.now() });
    this.#log(request, { state: 'pending' });
  }

  /** @see RequestHook */
  ended(request: SentRequest): void {
    const { error, state } = request;
    const ms = this.#clock.now() - this.#requests.get(request)!.startedAt;
    this.#log(request, { state: state === 'pending' ? 'aborted' : state, ms, error });
  }

  /** Passes a request through the extensions, starting with the first one. @see RequestHook */
  intercept(
    request: SentRequest,
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    send: () => Observable<unknown>,
  ): Observable<unknown> {
    const pending: PendingRequest = {
      ...this.#about(request, { endpoint, args }),
      args,
      isMutation: endpoint.sideEffect,
      [ENDPOINT]: endpoint.original,
    };
    return this.#extensions
      .filter((each) => each.intercept !== undefined)
      .reduceRight((next, each) => () => each.intercept!(pending, next), send)();
  }

  #connect(cache: CacheService): CacheHandle {
    const { store } = partsOf(cache);
    this.#tables = store.tables;
    this.#versions = Versions.of(store);
    // Subscribers were notified before.
    new Recorder(
      store,
      (commit) => this.#commit(commit),
      (error) => this.#report(error),
      Infinity,
    );
    store.emptied.push(() => {
      this.#isEmptied = true;
      // With nothing in the cache, there is no commit.
      store.whenSettled(() => this.#tellEmptied());
    });
    store.evicted.push((table, pks) => {
      if (endpointOf(table.plan.type)) return;
      for (const pk of pks) {
        const row = { table: table.plan.name, pk: String(pk) };
        this.#tell(this.#extensions, (each) => each.onEviction?.(row));
      }
    });
    inject(DestroyRef).onDestroy(() => {
      this.#tell(this.#extensions, (each) => each.onDestroy?.());
      this.#isEnded = true;
    });
    return cacheHandle(cache);
  }

  #commit(recorded: Recorded): void {
    const sequence = this.#versions.count(recorded);
    const changes = { ...recorded, sequence, isEmptied: this.#isEmptied };
    const idOf = (request: object) => this.#requests.get(request);
    const commit = commitOf(changes, this.#commitCount + 1, this.#tables, idOf);
    if (!commit) return;
    this.#commitCount++;
    this.#tell(this.#extensions, (each) => each.onCommit?.(commit));
    this.#tellEmptied();
  }

  #tellEmptied(): void {
    if (!this.#isEmptied) return;
    this.#isEmptied = false;
    this.#tell(this.#extensions, (each) => each.onEmpty?.());
  }

  #about(
    request: SentRequest,
    { endpoint, args }: Pick<SentRequest, 'endpoint' | 'args'> = request,
  ): Pick<PendingRequest, 'id' | 'endpoint' | 'key'> {
    const { id } = this.#requests.get(request)!;
    return { id, endpoint: endpoint.name, key: endpoint.key(...args) };
  }

  #log(request: SentRequest, state: Pick<RequestEvent, 'state' | 'ms' | 'error'>): void {
    const event = { ...this.#about(request), args: request.args, ...state };
    this.#tell(this.#extensions, (each) => each.onRequest?.(event));
  }

  #tell(extensions: readonly CacheExtension[], tell: (extension: CacheExtension) => void): void {
    for (const extension of this.#isEnded ? [] : extensions) {
      try {
        tell(extension);
      } catch (error) {
        this.#report(error);
      }
    }
  }

  /** A handler that throws affects nothing. */
  #report(error: unknown): void {
    try {
      this.#errors.handleError(error);
    } catch (thrown) {
      if (typeof reportError === 'function') reportError(thrown);
      else console.error(thrown);
    }
  }
}
