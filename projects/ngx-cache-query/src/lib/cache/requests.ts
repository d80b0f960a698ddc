import type { Batch } from '../schema/batch';
import { recordKeyOf } from '../read/record-cell';
import type { Schema } from '../schema/schema';
import type { Store } from '../store/store';
import type { Transaction } from '../store/transaction';
import { beforeResetError } from './cache-errors';
import type { Endpoint } from './endpoint';
import { type RequestRecord, writeRequest } from './request-record';

/** Any endpoint, with its types aside. */
export type AnyEndpoint = Endpoint<readonly unknown[], Schema>;

/** What becomes of a record. */
type Change = (record: RequestRecord) => Partial<RequestRecord>;

/** A request under way. */
export interface Request {
  readonly endpoint: AnyEndpoint;
  readonly args: readonly unknown[];
  readonly key: string;
  /** The key of its records. */
  readonly recordKey: string;
  /** The place of a read in the order of all writes; a mutation's is that of its commit. */
  readonly order: number | undefined;
  /** How many resets had been asked for when it began. */
  readonly epoch: number;
  /** Whether it came to an end: its response landed, or it failed. */
  ended: boolean;
  /** Whether the endpoint was expired since it began: then its response is stale already. */
  outdated: boolean;
  /** Whether the response was invalidated before it came: then only its entities are stored. */
  forgotten: boolean;
}

/**
 * The requests under way, and the records of what is known of all: when the last response came, what
 * failed, what is stale.
 */
export class Requests {
  readonly #underWay = new Set<Request>();

  constructor(private readonly store: Store) {}

  /** The requests under way. */
  get underWay(): readonly Request[] {
    return [...this.#underWay];
  }

  /** Notes that a request begins. */
  begin(endpoint: AnyEndpoint, args: readonly unknown[]): Request {
    const { store } = this;
    const key = endpoint.key(...args);
    const order = endpoint.sideEffect ? undefined : store.beginRead();
    const { epoch } = store;
    const flags = { ended: false, outdated: false, forgotten: false };
    const recordKey = recordKeyOf(endpoint, key);
    const request = { endpoint, args, key, recordKey, order, epoch, ...flags };
    this.#underWay.add(request);
    this.#note(request);
    return request;
  }

  /** The request came to nothing, or to an end before. */
  end(request: Request): void {
    this.#underWay.delete(request);
    this.settle(request);
    if (request.order !== undefined) this.store.endRead(request.order);
  }

  /** Notes that a request came to its end, and how. */
  settle(request: Request, change?: Change): void {
    if (request.ended) return;
    request.ended = true;
    this.#note(request, change);
  }

  /** Commits the response of a request: what it says, and that it came. */
  land(transaction: Transaction, request: Request, batch: Batch, stored: unknown): void {
    const { endpoint, order } = request;
    if (transaction.tables.epoch > request.epoch) throw beforeResetError(endpoint.name);
    transaction.apply(batch, order);
    if (order === undefined) return;
    const kept = !request.forgotten && this.#keep(transaction, request, stored, order);
    this.#noteIn(transaction, request, (record) => ({
      fetching: this.#fetching(request.recordKey) - 1,
      ...(kept && {
        fetchedAt: Date.now(),
        expired: request.outdated && record.expired,
        failure: undefined,
      }),
    }));
  }

  /** Changes what is known of the requests of a read, unless everything was forgotten meanwhile. */
  #note(request: Request, change?: Change): void {
    if (request.order === undefined) return;
    this.store.write((transaction) =>
      this.#noteIn(transaction, request, (record) => ({
        fetching: this.#fetching(request.recordKey),
        ...change?.(record),
      })),
    );
  }

  /**
   * How many requests are under way; those from before a reset do not count. Counted, since a batch may
   * take back that one began.
   */
  #fetching(recordKey: string): number {
    const { epoch } = this.store.tables;
    let count = 0;
    for (const each of this.#underWay) {
      if (each.recordKey === recordKey && !each.ended && each.epoch >= epoch) count++;
    }
    return count;
  }

  #noteIn(transaction: Transaction, { endpoint, recordKey, epoch }: Request, change: Change): void {
    if (transaction.tables.epoch <= epoch) writeRequest(transaction, endpoint, recordKey, change);
  }

  /** Stores the response of a read, unless a younger one is there. */
  #keep(
    transaction: Transaction,
    { endpoint, recordKey }: Request,
    value: unknown,
    order: number,
  ): boolean {
    const { results } = transaction.tables;
    transaction.putRecord(results, recordKey, { endpoint, value }, order);
    const slot = results.index.get(recordKey);
    return slot !== undefined && results.orders[slot] === order;
  }
}
