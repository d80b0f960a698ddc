import { invalidate } from '../reactive/node';
import type { Result } from '../reactive/result';
import { type QueryableNode, type ReadContext, UNKNOWN } from '../schema/queryable';
import type { CacheError } from '../util/cache-error';
import type { Client } from './client';
import type { AnyEndpoint } from './endpoint';
import { isInferred, readResponse } from './read-response';
import { asCacheError, deletedError, logMistake } from './request-errors';
import { hasData, patchResponse, replaceResponse, type ResponseRecord } from './response-record';
import type { Run } from './run';
import { because } from './sent-request';
import { failed, hasValue, IDLE, keepEqual, loading, type Snapshot } from './snapshot';

declare const ngDevMode: unknown;

/** What an observer of an entry asks for. */
interface Observer {
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
  /** When the next poll is due, in dev mode; `Infinity` if none is, or if it waits for a visible page. */
  pollsAt: number | undefined;
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
    return this.client.store.tables.for(this.endpoint.responses).record(this.key);
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
    return !isLoading && this.isOutdated();
  }

  /** Whether a request is in flight that was not answered yet. */
  get isFetching(): boolean {
    return this.run?.isAnswered === false;
  }

  /** Whether the value is missing or stale, and the last request has not just failed. */
  isOutdated(value = this.value): boolean {
    return this.freshFor(value) === 0 && this.recentError() === undefined;
  }

  /** Whether `clear` has dropped the response, so that nothing is requested by itself. */
  get isCleared(): boolean {
    return this.wasCleared && this.record === undefined && this.value === UNKNOWN;
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
    if (this.isDue) client.reads.request(this, { isLater });
    else this.touch(); // The value may have become stale while nobody watched.
    this.schedule();
    return () => {
      observers.delete(observer);
      this.schedule();
      if (observers.size > 0) return;
      this.isReloading = false;
      this.#leave();
      if (this.run?.callers.size === 0) client.reads.abort(this.run);
    };
  }

  /** Whether an observer needs the data. */
  get isObserved(): boolean {
    return [...this.observers].some(({ isWanted }) => isWanted?.() !== false);
  }

  /** The endpoint that loads what all observers need. Endpoints that share responses may have other headers or times. */
  get loader(): AnyEndpoint {
    const all = [...this.observers];
    return (all.find(({ endpoint }) => endpoint.isWhole) ?? all[0] ?? this).endpoint;
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
    const every = Math.min(
      ...[...this.observers].map(({ endpoint }) => endpoint.options.pollInterval ?? Infinity),
    );
    if (every < Infinity) this.#polledAt ??= clock.now();
    else {
      this.#cancelPoll?.();
      this.#cancelPoll = undefined;
    }
    const poll = this.#cancelPoll
      ? Infinity
      : Math.max(0, (this.#polledAt ?? 0) + every - clock.now());
    if (typeof ngDevMode === 'undefined' || ngDevMode) this.pollsAt = clock.now() + poll;
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
    if (!this.isFetching && !this.isCleared) {
      because('poll');
      this.client.reads.request(this);
    }
    this.touch();
    this.schedule();
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
      value = readResponse(reader, this.loader, this.args, this.key);
    } catch (thrown) {
      return this.#failed(asCacheError(endpoint.name, thrown));
    }
    const { isFetching } = this;
    const { error, fetchedAt } = record ?? {};
    if (hasData(endpoint, value)) {
      const status = isFetching && this.isReloading ? 'reloading' : 'resolved';
      const isStale = this.freshFor(value) === 0;
      const shown = { status, value, isFetching, isStale, fetchedAt, refreshError: error };
      return { ...IDLE, ...shown } as Snapshot;
    }
    // At an earlier time, only the value is known.
    if ((typeof ngDevMode === 'undefined' || ngDevMode) && reader !== this.client.results)
      return loading(isFetching);
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
