import type { Batch } from '../schema/batch';
import { recordKeyOf } from '../read/record-cell';
import type { IdMapping } from '../optimistic/map-ids';
import { discard, rollBack, showOptimistic } from '../optimistic/optimistic-writes';
import { Overlays } from '../optimistic/overlays';
import type { PendingMutation } from '../optimistic/pending-mutation';
import { writeResponse } from '../optimistic/response-writes';
import type { OnSettled, Store } from '../store/store';
import type { Transaction } from '../store/transaction';
import type { CacheError } from '../util/cache-error';
import type { Clock } from './clock';
import { beforeResetError } from './cache-errors';
import type { AnyEndpoint } from './endpoint';
import { expiryOf } from './entity-expiry';
import { listArgs } from './list-args';
import { type Expected, swapsOf } from './optimism';
import { type RequestRecord, writeRequest } from './request-record';
import type { Responses } from './responses';

/** What becomes of a record. */
type Change = (record: RequestRecord) => Partial<RequestRecord>;

/** A request in flight. */
export interface Request {
  readonly endpoint: AnyEndpoint;
  /** Temporary keys in them are replaced when the server's are there. */
  args: readonly unknown[];
  readonly key: string;
  /** The key of its records. */
  readonly recordKey: string;
  /** The place of a read in the order of all writes; a mutation's is that of its commit. */
  readonly order: number | undefined;
  /** A mutation's place in the order of all calls. */
  readonly call: PendingMutation | undefined;
  /** What a mutation is expected to answer. */
  expected: Expected | undefined;
  /** How many resets had been asked for when it began. */
  readonly epoch: number;
  /** Whether it came to an end: its response landed, or it failed. */
  ended: boolean;
  /** Whether a `refetch` came since it began: then its response is stale when it arrives. */
  superseded: boolean;
  /** Whether a `reset` dropped it: it is aborted once that is committed. */
  dropped: boolean;
  /** Ends the request with an error for its callers; set when it is sent. */
  abort: ((error: CacheError) => void) | undefined;
}

/**
 * The requests in flight, and the records of what is known of all: when the last response arrived, what
 * failed, what is stale.
 */
export class Requests {
  readonly #inFlight = new Set<Request>();
  /** Called when a request ends. */
  readonly #waiting = new Set<() => void>();

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** The requests in flight. */
  get inFlight(): readonly Request[] {
    return [...this.#inFlight];
  }

  /** The reads in flight that bring certain responses. */
  readsOf(responses: Responses): Request[] {
    return this.inFlight.filter(
      ({ endpoint, recordKey, call }) =>
        call === undefined && responses.includes(endpoint, recordKey),
    );
  }

  /** Notes that a request begins. */
  begin(endpoint: AnyEndpoint, args: readonly unknown[]): Request {
    const { store } = this;
    const key = endpoint.key(...args);
    const order = endpoint.sideEffect ? undefined : store.beginRead();
    const call = endpoint.sideEffect ? store.hook(Overlays).begin() : undefined;
    const { epoch } = store;
    const flags = { ended: false, superseded: false, dropped: false };
    const recordKey = recordKeyOf(endpoint, key);
    const about = { endpoint, args, key, recordKey, order, call, epoch };
    const request = { ...about, expected: undefined, abort: undefined, ...flags };
    this.#inFlight.add(request);
    this.#note(request);
    return request;
  }

  /** The request is over: it was aborted, or settled before. */
  end(request: Request): void {
    this.#inFlight.delete(request);
    this.settle(request);
    if (request.order !== undefined) this.store.endRead(request.order);
    for (const each of [...this.#waiting]) each();
  }

  /** Resolves when no read with one of these keys is in flight that was not superseded. */
  settled(keys: ReadonlySet<string>): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        for (const key of keys) if (this.countInFlight(key) > 0) return;
        this.#waiting.delete(check);
        resolve();
      };
      this.#waiting.add(check);
      check();
    });
  }

  /** Aborts the reads that a reset dropped; those who called for them receive an error. */
  abortDropped(): void {
    const { epoch } = this.store.tables;
    for (const request of this.inFlight) {
      const isRead = request.call === undefined;
      if (!isRead || !(request.dropped || request.epoch < epoch)) continue;
      request.ended = true;
      request.abort?.(beforeResetError(request.endpoint.name));
    }
  }

  /** Notes that a request came to its end, and how. */
  settle(request: Request, change?: Change): void {
    if (request.ended) return;
    request.ended = true;
    // What became of a read that was superseded is said by the one that superseded it.
    if (request.call === undefined) this.#note(request, request.superseded ? undefined : change);
    else this.#drop(request.call, true);
  }

  /** Shows what a mutation is expected to answer. */
  expect(request: Request, expected: Expected): void {
    const { store } = this;
    request.expected = expected;
    store.write((transaction) => {
      if (request.ended) return;
      showOptimistic(transaction, store.hook(Overlays), request.call!, expected.walk.batch);
    });
  }

  /** Takes back what a mutation was expected to answer; again, when a batch took that back. */
  #drop(call: PendingMutation, again: boolean): void {
    const overlays = this.store.hook(Overlays);
    const told: OnSettled = (failure) => {
      if (failure !== undefined && again) this.#drop(call, false);
    };
    try {
      this.store.write((transaction) => rollBack(transaction, overlays, call), told);
    } catch (error) {
      this.store.write((transaction) => discard(transaction, overlays, call));
      throw error;
    }
  }

  /**
   * Commits the response of a request: what it says, and that it came.
   *
   * @returns of a mutation, the keys that the server gave in place of temporary ones
   */
  land(
    transaction: Transaction,
    request: Request,
    batch: Batch,
    stored: unknown,
  ): readonly IdMapping[] | undefined {
    const { endpoint } = request;
    const order = request.order!;
    if (transaction.tables.epoch > request.epoch) throw beforeResetError(endpoint.name);
    if (request.call !== undefined) {
      const { call, expected } = request;
      const swaps = expected && swapsOf(transaction.tables, expected, batch, stored);
      writeResponse(transaction, this.store.hook(Overlays), call, batch, swaps ?? []);
      return swaps;
    }
    transaction.apply(batch, order);
    const kept = !request.dropped && this.#keep(transaction, request, stored, order);
    this.#noteIn(transaction, request, (record) => ({
      fetching: this.countInFlight(request.recordKey, request),
      ...(kept && {
        fetchedAt: this.clock.now(),
        expiresAt: expiryOf(batch, this.clock.now()),
        expired: request.superseded && record.expired,
        failure: undefined,
      }),
    }));
    return undefined;
  }

  /** Changes what is known of the requests of a read, unless it was dropped meanwhile. */
  #note(request: Request, change?: Change): void {
    if (request.order === undefined) return;
    this.store.write((transaction) =>
      this.#noteIn(transaction, request, (record) => ({
        fetching: this.countInFlight(request.recordKey),
        ...change?.(record),
      })),
    );
  }

  /**
   * How many reads are in flight whose responses are wanted: neither superseded nor dropped. Counted, since a
   * batch that throws may roll back the record of one that began.
   *
   * @param except is not counted
   */
  countInFlight(recordKey: string, except?: Request): number {
    const { epoch } = this.store.tables;
    let count = 0;
    for (const each of this.#inFlight) {
      const isWanted = !each.ended && !each.superseded && !each.dropped && each.epoch >= epoch;
      if (each.recordKey === recordKey && isWanted && each !== except) count++;
    }
    return count;
  }

  #noteIn(transaction: Transaction, request: Request, change: Change): void {
    const { endpoint, recordKey, epoch, dropped } = request;
    if (dropped || transaction.tables.epoch > epoch) return;
    writeRequest(transaction, endpoint, recordKey, change);
  }

  /** Stores the response of a read, unless a younger one is there. */
  #keep(
    transaction: Transaction,
    { endpoint, args, recordKey }: Request,
    value: unknown,
    order: number,
  ): boolean {
    const { results } = transaction.tables;
    transaction.putRecord(results, recordKey, { endpoint, value }, order);
    if (endpoint.pagesOf !== undefined) {
      const { list, field } = endpoint.pagesOf;
      const key = recordKeyOf(list, list.key(...(listArgs(args, field) as never)));
      transaction.putRecord(results, key, { endpoint: list, value }, order);
    }
    const slot = results.index.get(recordKey);
    return slot !== undefined && results.orders[slot] === order;
  }
}
