import type { Batch } from '../schema/normalize/batch';
import { recordKeyOf } from '../graph/record-cell';
import type { Store } from '../store/store';
import type { Transaction } from '../store/transaction';
import type { Clock } from '../platform/clock';
import { beforeResetError } from './request-errors';
import type { AnyEndpoint } from './endpoint';
import { expiryOf } from './entity-expiry';
import { listArgs } from './list-args';
import type { Mutations } from './mutations';
import { Request } from './request';
import { type RequestRecord, writeRequest } from './request-record';
import type { Responses } from './refetch/responses';

/** What becomes of a record. */
type Change = (record: RequestRecord) => Partial<RequestRecord>;

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
    private readonly mutations: Mutations,
  ) {}

  /** The requests in flight. */
  get inFlight(): readonly Request[] {
    return [...this.#inFlight];
  }

  /** The reads in flight that bring certain responses. */
  readsOf(responses: Responses): Request[] {
    return this.inFlight.filter(
      ({ endpoint, recordKey, mutation }) =>
        mutation === undefined && responses.includes(endpoint, recordKey),
    );
  }

  /** Notes that a request begins. */
  begin(endpoint: AnyEndpoint, args: readonly unknown[]): Request {
    const { store } = this;
    const key = endpoint.key(...args);
    const order = endpoint.sideEffect ? undefined : store.beginRead();
    const mutation = endpoint.sideEffect ? this.mutations.begin(endpoint, args) : undefined;
    const { epoch } = store;
    const request = new Request(endpoint, key, args, { order, mutation, epoch });
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
    request.mutation?.end();
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

  /** Aborts the reads that a reset dropped; their callers receive an error. */
  abortDropped(): void {
    const { epoch } = this.store.tables;
    for (const request of this.inFlight) {
      const isRead = request.mutation === undefined;
      if (!isRead || !(request.isDropped || request.epoch < epoch)) continue;
      request.abort(beforeResetError(request.endpoint.name));
    }
  }

  /** Notes that a request came to its end, and how. */
  settle(request: Request, change?: Change): void {
    if (!request.settle()) return;
    // What became of a read that was superseded is said by the one that superseded it.
    if (request.mutation !== undefined) request.mutation.rollBack();
    else this.#note(request, request.isSuperseded ? undefined : change);
  }

  /** Notes that a request failed. */
  fail(request: Request, error: unknown): void {
    const at = this.clock.now();
    this.settle(request, () => ({ failure: { error, at } }));
  }

  /** Commits the response of a request: what it says, and that it came. */
  commit(transaction: Transaction, request: Request, batch: Batch, stored: unknown): void {
    const { endpoint, mutation } = request;
    if (transaction.tables.epoch > request.epoch) throw beforeResetError(endpoint.name);
    if (mutation !== undefined) mutation.commit(transaction, batch, stored);
    else this.#commitRead(transaction, request, batch, stored);
  }

  #commitRead(transaction: Transaction, request: Request, batch: Batch, stored: unknown): void {
    const order = request.order!;
    transaction.apply(batch, order);
    const kept = !request.isDropped && this.#keep(transaction, request, stored, order);
    this.#noteIn(transaction, request, (record) => ({
      fetching: this.countInFlight(request.recordKey, request),
      ...(kept && {
        fetchedAt: this.clock.now(),
        expiresAt: expiryOf(batch, this.clock.now()),
        expired: request.isSuperseded && record.expired,
        failure: undefined,
      }),
    }));
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
      if (each.recordKey === recordKey && each.isWanted(epoch) && each !== except) count++;
    }
    return count;
  }

  #noteIn(transaction: Transaction, request: Request, change: Change): void {
    const { endpoint, recordKey, epoch, isDropped } = request;
    if (isDropped || transaction.tables.epoch > epoch) return;
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
    return slot !== undefined && results.writeOrders[slot] === order;
  }
}
