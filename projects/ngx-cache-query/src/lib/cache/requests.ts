import type { Batch } from '../schema/batch';
import { recordKeyOf } from '../read/record-cell';
import type { SchemaLike } from '../schema/schema';
import { answerCall, dropCall, expectWrites, forgetCall } from '../store/layers';
import type { OpenCall } from '../store/open-call';
import type { Swap } from '../store/rename';
import type { Store, Told } from '../store/store';
import type { Transaction } from '../store/transaction';
import type { Clock } from './clock';
import { beforeResetError } from './cache-errors';
import type { Endpoint } from './endpoint';
import { expiryOf } from './entity-expiry';
import { listArgs } from './list-args';
import { type Expected, swapsOf } from './optimism';
import { type RequestRecord, writeRequest } from './request-record';

/** Any endpoint, with its types aside. */
export type AnyEndpoint = Endpoint<readonly unknown[], SchemaLike>;

/** What becomes of a record. */
type Change = (record: RequestRecord) => Partial<RequestRecord>;

/** A request under way. */
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
  readonly call: OpenCall | undefined;
  /** What a mutation is expected to answer. */
  expected: Expected | undefined;
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

  constructor(
    private readonly store: Store,
    private readonly clock: Clock,
  ) {}

  /** The requests under way. */
  get underWay(): readonly Request[] {
    return [...this.#underWay];
  }

  /** Notes that a request begins. */
  begin(endpoint: AnyEndpoint, args: readonly unknown[]): Request {
    const { store } = this;
    const key = endpoint.key(...args);
    const order = endpoint.sideEffect ? undefined : store.beginRead();
    const call = endpoint.sideEffect ? store.beginCall() : undefined;
    const { epoch } = store;
    const flags = { ended: false, outdated: false, forgotten: false };
    const recordKey = recordKeyOf(endpoint, key);
    const about = { endpoint, args, key, recordKey, order, call, epoch };
    const request = { ...about, expected: undefined, ...flags };
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
    if (request.call === undefined) this.#note(request, change);
    else this.#drop(request.call, true);
  }

  /** Shows what a mutation is expected to answer. */
  expect(request: Request, expected: Expected): void {
    request.expected = expected;
    this.store.write((transaction) => {
      if (!request.ended) expectWrites(transaction, expected.batch, request.call!);
    });
  }

  /** Takes back what a mutation was expected to answer; again, when a batch took that back. */
  #drop(call: OpenCall, again: boolean): void {
    const told: Told = (failure) => {
      if (failure !== undefined && again) this.#drop(call, false);
    };
    try {
      this.store.write((transaction) => dropCall(transaction, call), told);
    } catch (error) {
      this.store.write((transaction) => forgetCall(transaction, call));
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
  ): readonly Swap[] | undefined {
    const { endpoint } = request;
    const order = request.order!;
    if (transaction.tables.epoch > request.epoch) throw beforeResetError(endpoint.name);
    if (request.call !== undefined) {
      const { call, expected } = request;
      const swaps = expected && swapsOf(transaction.tables, expected, batch, stored);
      answerCall(transaction, batch, call, swaps ?? []);
      return swaps;
    }
    transaction.apply(batch, order);
    const kept = !request.forgotten && this.#keep(transaction, request, stored, order);
    this.#noteIn(transaction, request, (record) => ({
      fetching: this.#fetching(request.recordKey) - 1,
      ...(kept && {
        fetchedAt: this.clock.now(),
        expiresAt: expiryOf(batch, this.clock.now()),
        expired: request.outdated && record.expired,
        failure: undefined,
      }),
    }));
    return undefined;
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
