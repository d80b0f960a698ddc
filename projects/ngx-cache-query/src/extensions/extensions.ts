import { DestroyRef, ErrorHandler, inject } from '@angular/core';
import type { Observable } from 'rxjs';
import { type CacheParts, type CacheService, partsOf } from '../cache/cache-service';
import { CLOCK, type Clock } from '../angular/clock';
import type { AnyEndpoint } from '../requests/endpoint';
import type { RequestHook, SentRequest, Reason } from '../requests/sent-request';
import { ENDPOINT, endpointOf } from '../requests/target';
import { type StoreCommit as Recorded, Recorder } from '../store/commit';
import type { Store } from '../store/store';
import { reportUncaught } from '../util/report-uncaught';
import {
  CACHE,
  type CacheExtension,
  type CacheHandle,
  KNOWN,
  type PendingRequest,
  type RequestEvent,
  type RequestReason,
} from './cache-extension';
import { TracingRecorder } from './commit-trace';
import { causeOf, contentOf } from './extension-commit';
import { Versions } from './versions';

declare const ngDevMode: unknown;

/** What is known of a request. */
interface Logged {
  readonly id: number;
  readonly startedAt: number;
}

/** Tells all extensions of a cache what happens. An extension that throws does not affect the others. */
export class Extensions implements RequestHook {
  readonly #errors = inject(ErrorHandler);
  readonly #clock: Clock = inject(CLOCK);
  readonly #extensions: CacheExtension[] = [];
  readonly #requests = new WeakMap<object, Logged>();
  /** The requests that wait before they are sent again, and until when. */
  readonly #retries = new Map<SentRequest, number>();
  readonly #idOf = (request: object) => this.#requests.get(request)?.id;
  #handle: CacheHandle | undefined;
  /** Only in dev mode. */
  #tracer: TracingRecorder | undefined;
  #requestCount = 0;
  #commitCount = 0;
  #isEmptied = false;
  #isEnded = false;

  /** Adds an extension. Must be called in the injection context of the cache. */
  add(extension: CacheExtension, cache: CacheService): void {
    const handle = (this.#handle ??= this.#connect(cache));
    if ((typeof ngDevMode === 'undefined' || ngDevMode) && this.#tracer) {
      this.#tracer.isOn ||= extension.traces === true;
      this.#tracer.tracesCalls ||= extension.tracesCalls === true;
    }
    this.#extensions.push(extension);
    this.#tell([extension], (each) => each.onInit?.(handle));
  }

  /** @see RequestHook */
  began(request: SentRequest, reason?: Reason): void {
    this.#requests.set(request, { id: ++this.#requestCount, startedAt: this.#clock.now() });
    let why: RequestReason | undefined;
    if ((typeof ngDevMode === 'undefined' || ngDevMode) && reason)
      why = reasonOf(this.#handle![CACHE], request, reason, this.#idOf);
    this.#log(request, { state: 'pending', ...(why && { reason: why }) });
  }

  /** @see RequestHook */
  clockOf(request: SentRequest, clock: Clock): Clock {
    if (typeof ngDevMode !== 'undefined' && !ngDevMode) return clock;
    const after = (milliseconds: number, run: () => void) => {
      this.#retries.set(request, clock.now() + milliseconds);
      return clock.after(milliseconds, () => {
        this.#retries.delete(request);
        run();
      });
    };
    return { now: () => clock.now(), after };
  }

  /** @see RequestHook */
  ended(request: SentRequest): void {
    const { error, state } = request;
    this.#retries.delete(request);
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
      [ENDPOINT]: endpoint.original,
    };
    return this.#extensions
      .filter((each) => each.intercept !== undefined)
      .reduceRight((next, each) => () => each.intercept!(pending, next), send)();
  }

  #connect(cache: CacheService): CacheHandle {
    const { isOfRoute, results, store } = partsOf(cache);
    // Subscribers were notified before.
    const hook = (commit: Recorded) => this.#commit(commit, store);
    const report = (error: unknown) => this.#report(error);
    if (typeof ngDevMode === 'undefined' || ngDevMode)
      this.#tracer = new TracingRecorder(store, results, hook, report);
    else new Recorder(store, hook, report, Infinity);
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
    return {
      // The client may come later.
      get [CACHE]() {
        return partsOf(cache);
      },
      [KNOWN]: { idOf: this.#idOf, retries: this.#retries },
      isOfRoute,
    };
  }

  #commit(recorded: Recorded, store: Store): void {
    const sequence = Versions.of(store).count(recorded);
    const changes = { ...recorded, sequence, isEmptied: this.#isEmptied };
    const trace = this.#tracer?.traceOf(recorded);
    const content = contentOf(changes, store.tables, this.#idOf, trace);
    const commit = content && { id: ++this.#commitCount, time: this.#clock.now(), ...content };
    if (typeof ngDevMode === 'undefined' || ngDevMode)
      this.#handle?.[KNOWN].noted?.(recorded, commit?.id);
    if (!commit) return;
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
  ): Omit<PendingRequest, typeof ENDPOINT> {
    const { id } = this.#requests.get(request)!;
    const { name, sideEffect } = endpoint;
    return { id, endpoint: name, key: endpoint.key(...args), args, isMutation: sideEffect };
  }

  #log(request: SentRequest, state: Omit<RequestEvent, keyof PendingRequest>): void {
    const event = { ...this.#about(request), ...state };
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
      reportUncaught(thrown);
    }
  }
}

function reasonOf(
  { client }: CacheParts,
  { args, endpoint }: SentRequest,
  { cause, kind }: Reason,
  idOf: (request: object) => number | undefined,
): RequestReason {
  const record = client?.entry(endpoint, args).record;
  const value = record?.stale ? 'stale' : 'value';
  const stored = !record ? 'nothing' : 'value' in record ? value : 'error';
  return { kind, ...(cause && { cause: causeOf(cause, idOf) }), stored };
}
