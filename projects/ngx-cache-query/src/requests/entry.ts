import type { Subscriber } from 'rxjs';
import { invalidate } from '../reactive/node';
import type { Result } from '../reactive/result';
import { planOf } from '../schema/plan';
import { type QueryableNode, type ReadContext, UNKNOWN } from '../schema/queryable';
import type { Store } from '../store/store';
import type { CacheError } from '../util/cache-error';
import type { Fields } from '../util/plain-data';
import type { Client } from './client';
import type { AnyEndpoint } from './endpoint';
import { isInferred, readResponse } from './read-response';
import { asCacheError, deletedError, logMistake } from './request-errors';
import type { SentRequest } from './send';
import { failed, hasValue, IDLE, keepEqual, loading, type Snapshot } from './snapshot';

declare const ngDevMode: unknown;

/** The record of a response. It is a row, so that a response and its state change in one commit. */
export interface ResponseRecord extends Fields {
  /** The normalized response. Missing if there was none. */
  readonly value?: unknown;
  /** The time at which the last response arrived, in milliseconds since 1970. */
  readonly fetchedAt?: number;
  /** The time at which the first entity of the response expires according to `static expiresAt`. */
  readonly expiresAt?: number | undefined;
  /** Whether the response was marked as stale. */
  readonly stale?: boolean;
  /** The error of the last request, until one succeeds. */
  readonly error?: CacheError | undefined;
  readonly failedAt?: number;
  /** Whether the page shows what the server has rendered, so that nothing is stale yet. */
  readonly isHydrating?: boolean;
  /** Whether the error is one that the server has rendered, which stays until a request has ended. */
  readonly isRendered?: boolean;
}

/** A call of `fetch` that waits for a response. */
export interface Caller {
  readonly subscriber: Subscriber<unknown>;
  /** Whether the caller receives an error if the read is dropped. Otherwise, it completes. */
  readonly rejects: boolean;
}

/** A read in flight. */
export class Run {
  readonly callers = new Set<Caller>();
  /** Called in the commit of the response, or when the read has failed or ended. */
  readonly ending: (() => void)[] = [];
  /** Whether new callers send another request, because something has changed since this one was sent. */
  isOld = false;
  /** Whether the response lacks what mutations have done in the meantime, so that another request follows. */
  mustRepeat = false;
  /** Whether a response has arrived, but the request is still open, because it may be answered again. */
  isAnswered = false;
  /** Ends the request. */
  close: (() => void) | undefined;

  /**
   * @param sent the request of the endpoint of the entry, or of one of its variants
   * @param order the position in the write order
   */
  constructor(
    readonly entry: Entry,
    readonly sent: SentRequest,
    readonly order: number,
  ) {}

  /** Whether the response is stale when it arrives, because of a `refetch`. */
  get isSuperseded(): boolean {
    return this.order <= this.entry.expiredAt;
  }
}

/** What an observer of an entry asks for. */
export interface Observer {
  /** The endpoint or one of its variants, which may have another interval. */
  readonly endpoint: AnyEndpoint;
  /** Whether it still needs the data. Its arguments may have changed already. */
  readonly isWanted?: () => boolean;
  /** Called when the value was dropped, so that nothing keeps the last snapshot. */
  readonly dropped?: () => void;
}

/**
 * What is known of an endpoint for some arguments: the observers, the read in flight, the timer, and the row with the
 * response. As a queryable, it has a snapshot as its result, so that an observer is a subscriber like any other.
 */
export class Entry implements QueryableNode<Snapshot, []> {
  readonly observers = new Set<Observer>();
  run: Run | undefined;
  /** Whether observers see the read in flight as a reload. */
  isReloading = false;
  /** The position in the write order at which the last read began. */
  requestedAt = -1;
  /** The position in the write order at which the value was last made stale. */
  expiredAt = -1;
  /** Whether `clear` was called after the last request. */
  wasCleared = false;
  #last: Snapshot | undefined;
  #node: Result | undefined;
  #cancelTimer: (() => void) | undefined;
  /** Tells the client that nothing observes the entry. */
  #left: (() => void) | undefined;
  /** Cancels a poll that waits until the page is visible and online; `undefined` if none waits. */
  #cancelPoll: (() => void) | undefined;
  /** The time of the last poll. */
  #polledAt: number | undefined;

  constructor(
    readonly client: Client,
    readonly endpoint: AnyEndpoint,
    readonly args: readonly unknown[],
    readonly key: string,
  ) {}

  /** The result whose value is the snapshot. */
  get node(): Result {
    return (this.#node ??= this.client.results.of(this, []));
  }

  /** Whether nothing needs this object, except a read in flight. */
  get isIdle(): boolean {
    return this.observers.size === 0 && (!this.#node || this.#node.isUnused);
  }

  get record(): ResponseRecord | undefined {
    return this.client.store.tables.of(planOf(this.endpoint.responses)).record(this.key);
  }

  /** The value of the response, or {@link UNKNOWN}, also if it cannot be read. */
  get value(): unknown {
    try {
      return this.client.results.read(this.loader, this.args);
    } catch {
      return UNKNOWN;
    }
  }

  /** @internal */
  read(reader: ReadContext): Snapshot {
    return (this.#last = keepEqual(this.#last, this.#show(reader)));
  }

  /** The number of milliseconds until the value is stale; 0 if there is no value. */
  freshFor(value = this.value, endpoint = this.loader): number {
    const { record, client } = this;
    if (!hasData(endpoint, value)) return 0;
    if (record?.isHydrating) return Infinity;
    if (record?.stale) return 0;
    // A complete entity is as good as a response if its class says what complete means.
    if (record?.fetchedAt === undefined) return isInferred(endpoint) ? Infinity : 0;
    const length = endpoint.options.staleTime ?? client.expiry.staleTime ?? 60_000;
    const end = Math.min(record.fetchedAt + length, record.expiresAt ?? Infinity);
    return Math.max(0, end - client.clock.now());
  }

  /** Returns the error of the last request, if it is recent. */
  recentError(endpoint = this.loader): CacheError | undefined {
    const { record, client } = this;
    const length = endpoint.options.errorStaleTime ?? client.expiry.errorStaleTime ?? 5_000;
    const isRecent =
      record?.error && (record.isHydrating || client.clock.now() < record.failedAt! + length);
    return isRecent ? record.error : undefined;
  }

  /** Whether a new observer sends a request. */
  get isDue(): boolean {
    const { run, loader } = this;
    const isWhole = run && (run.sent.endpoint.isWhole || !loader.isWhole);
    const isLoading = isWhole && !run.isSuperseded && !run.isOld;
    return !isLoading && this.freshFor() === 0 && this.recentError() === undefined;
  }

  /** Whether a request is in flight that was not answered yet. */
  get isFetching(): boolean {
    return this.run?.isAnswered === false;
  }

  /** Whether the stored response is missing or stale, and the last request has not just failed. */
  get isOutdated(): boolean {
    return this.freshFor(this.record?.value) === 0 && this.recentError() === undefined;
  }

  /** Whether `clear` has dropped the response, so that nothing is requested by itself. */
  get isCleared(): boolean {
    const { record, run, wasCleared } = this;
    return wasCleared && !run && record === undefined && this.value === UNKNOWN;
  }

  /** @see patchResponse */
  patch(change: Partial<ResponseRecord>): void {
    patchResponse(this.client.store, this.endpoint, this.key, change);
  }

  /** Shows what has changed beside the row: the read in flight, or the time. */
  touch(): void {
    const { store } = this.client;
    if (this.#node) invalidate(this.#node, store.journal);
    // A batch that fails brings the snapshot back, but not the request.
    if (store.isOpen) store.onCommit(() => this.touch());
    else store.rounds.run();
  }

  /**
   * Adds an observer, and sends a request if the value is missing or stale.
   *
   * @param isLater whether nothing changes before the next microtask
   * @returns a function that removes the observer
   */
  join(observer: Observer, isLater = false): () => void {
    const { client, observers } = this;
    client.keep(this);
    observers.add(observer);
    this.#left ??= client.observed();
    if (observers.size === 1 && this.#dropsStale && this.freshFor() === 0) this.#dropStale();
    if (this.isDue) {
      client.request(this, { isLater });
    } else this.touch(); // The value may have become stale while nobody watched.
    this.schedule();
    return () => {
      observers.delete(observer);
      if (observers.size === 0) {
        this.isReloading = false;
        this.#leave();
      }
      this.schedule();
      if (observers.size === 0 && this.run?.callers.size === 0) client.abort(this.run);
    };
  }

  /** Whether an observer needs the data. */
  get isObserved(): boolean {
    for (const { isWanted } of this.observers) if (isWanted?.() !== false) return true;
    return false;
  }

  /** The endpoint that loads what all observers need. Endpoints that share responses may have other headers or times. */
  get loader(): AnyEndpoint {
    for (const { endpoint } of this.observers) if (endpoint.isWhole) return endpoint;
    for (const { endpoint } of this.observers) return endpoint;
    return this.endpoint;
  }

  /** Ends the observation when the cache is destroyed. */
  end(): void {
    this.forget();
    this.observers.clear();
    this.#leave();
    this.schedule();
  }

  /** Forgets the last snapshot, because its value was dropped. */
  forget(): void {
    // Without data, the next snapshot may equal it, so that nothing is emitted.
    if (this.#last?.status !== 'loading') this.#last = undefined;
    for (const { dropped } of this.observers) dropped?.();
  }

  #leave(): void {
    this.#left?.();
    this.#left = undefined;
  }

  /** Sets the timer for the moment at which the value becomes stale or the next poll is due. */
  schedule(): void {
    const { clock } = this.client;
    this.#cancelTimer?.();
    if (this.observers.size === 0) this.#polledAt = undefined;
    const every = Math.min(...this.#intervals());
    if (every < Infinity) this.#polledAt ??= clock.now();
    else this.#stopWaiting();
    const poll = this.#cancelPoll
      ? Infinity
      : Math.max(0, (this.#polledAt ?? 0) + every - clock.now());
    const next = Math.min(poll, (this.observers.size > 0 && this.freshFor()) || Infinity);
    if (next === Infinity) return;
    this.#cancelTimer = this.client.after(next, () => {
      if (next < poll) this.touch();
      else this.#cancelPoll = this.client.whenActive(() => this.#poll());
      this.schedule();
    });
  }

  #poll(): void {
    this.#cancelPoll = undefined;
    this.#polledAt = this.client.clock.now();
    if (!this.isFetching && !this.isCleared) this.client.request(this);
    this.touch();
    this.schedule();
  }

  #stopWaiting(): void {
    this.#cancelPoll?.();
    this.#cancelPoll = undefined;
  }

  *#intervals(): Iterable<number> {
    for (const { endpoint } of this.observers) yield endpoint.options.pollInterval ?? Infinity;
  }

  /** Returns the snapshot of an entry that is about to be joined, and will then send a request. */
  opening(shown: Snapshot): Snapshot {
    const isHidden = this.observers.size === 0 && this.#dropsStale;
    return hasValue(shown) && !isHidden ? { ...shown, isFetching: true } : loading(true);
  }

  get #dropsStale(): boolean {
    const { loader, client } = this;
    return loader.options.invalidIfStale ?? client.expiry.invalidIfStale ?? false;
  }

  /** Drops a stale value before the first observer sees it. The last error stays. */
  #dropStale(): void {
    const { endpoint, key, record } = this;
    if (!record || !('value' in record)) return;
    const { error, failedAt } = record;
    replaceResponse(this.client.store, endpoint, key, { error, failedAt });
  }

  #show(reader: ReadContext): Snapshot {
    const { endpoint, record } = this;
    let value: unknown;
    try {
      value = readResponse(reader, this.loader, this.args);
    } catch (thrown) {
      return this.#failed(asCacheError(endpoint.name, thrown));
    }
    const { isFetching } = this;
    const { error, fetchedAt } = record ?? {};
    if (hasData(endpoint, value)) {
      const status = isFetching && this.isReloading ? 'reloading' : 'resolved';
      const isStale = this.freshFor(value) === 0;
      return {
        ...IDLE,
        status,
        value,
        isFetching,
        isStale,
        fetchedAt,
        refreshError: error,
      } as Snapshot;
    }
    if (isFetching && !(error && record?.isRendered)) return loading(true);
    if (error !== undefined) return failed(error, isFetching);
    return fetchedAt === undefined ? IDLE : failed(deletedError(endpoint.name));
  }

  /** The value cannot be read. The last one stays. */
  #failed(error: CacheError): Snapshot {
    if (typeof ngDevMode === 'undefined' || ngDevMode) logMistake(error);
    const last = this.#last;
    const { isFetching } = this;
    if (!last || !hasValue(last)) return failed(error, isFetching);
    return { ...last, refreshError: error, isFetching, status: 'resolved' } as Snapshot;
  }
}

/** Changes the state of a response, which keeps its position in the write order. */
export function patchResponse(
  store: Store,
  endpoint: AnyEndpoint,
  key: string,
  change: Partial<ResponseRecord>,
): void {
  const known = store.tables.of(planOf(endpoint.responses)).record(key);
  replaceResponse(store, endpoint, key, { ...known, ...change });
}

function replaceResponse(
  store: Store,
  endpoint: AnyEndpoint,
  key: string,
  record: ResponseRecord,
): void {
  const row = store.tables.of(planOf(endpoint.responses)).row(key);
  store.batch(() => store.change(row, record, row.order));
}

/**
 * Whether a value is data. With a schema, `undefined` means that the entity was deleted; with a Query, it is a result
 * like any other.
 */
export function hasData({ schema, derived }: AnyEndpoint, value: unknown): boolean {
  if (value === UNKNOWN) return false;
  return value !== undefined || schema === undefined || derived !== undefined;
}
