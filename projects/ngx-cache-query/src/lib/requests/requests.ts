import type { Batch } from '../schema/normalize/batch';
import { recordKeyOf } from '../graph/endpoint-cell';
import { because } from '../store/cause';
import { putRecord } from '../store/put-record';
import type { Store } from '../store/store';
import type { Transaction } from '../store/transaction';
import type { Clock } from '../platform/clock';
import type { CacheError } from '../util/cache-error';
import { copyArguments } from '../util/plain-data';
import { beforeResetError } from './request-errors';
import type { AnyEndpoint } from './endpoint';
import { expiryOf } from './expires-at';
import { listArgs } from './list-args';
import type { Mutations } from './mutations';
import { Request } from './request';
import { type RequestRecord, writeRequest } from './request-record';
import type { Responses } from './refetch/responses';

/** Returns new values for some fields of a request record. */
type Change = (record: RequestRecord) => Partial<RequestRecord>;

/** A response that has arrived and is about to be committed. */
export interface ArrivedResponse {
  readonly batch: Batch;
  /** The normalized response as it will be stored. */
  readonly stored: unknown;
  /** The time at which the response arrived, in milliseconds since 1970. */
  readonly fetchedAt: number;
  readonly expiresAt: number | undefined;
}

/**
 * Tracks the requests in flight and writes the request records. A record stores when the last response arrived, whether
 * the last request failed, and whether the response is stale.
 */
export class Requests {
  readonly #inFlight = new Set<Request>();
  /** Callbacks that run when a request ends. */
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

  /** Returns the reads in flight that load one of the `responses`. */
  readsOf(responses: Responses): Request[] {
    return this.inFlight.filter(
      ({ endpoint, recordKey, mutation }) =>
        mutation === undefined && responses.includes(endpoint, recordKey),
    );
  }

  /** Begins a request. Updates the request record if the request is a read. */
  begin(endpoint: AnyEndpoint, args: readonly unknown[]): Request {
    const { store } = this;
    for (const hook of store.hooks) hook.usesEndpoint?.(endpoint);
    const key = endpoint.key(...args);
    const order = endpoint.sideEffect ? undefined : store.beginRead();
    const mutation = endpoint.sideEffect ? this.mutations.begin(endpoint, args) : undefined;
    const { epoch, order: since } = store;
    const request = new Request(endpoint, key, args, { order, mutation, epoch, since });
    this.#inFlight.add(request);
    this.#note(request);
    return request;
  }

  /** Ends a request. A request that was not settled counts as aborted. */
  end(request: Request): void {
    this.#inFlight.delete(request);
    this.settle(request);
    if (request.order !== undefined) this.store.endRead(request.order);
    for (const each of [...this.#waiting]) each();
    request.mutation?.end();
  }

  /** Returns a Promise that resolves when all reads with the given record keys have ended. Ignores superseded reads. */
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

  /** Aborts the reads that a reset dropped, and passes an error to their callers. */
  abortDropped(): void {
    const { epoch } = this.store.tables;
    for (const request of this.inFlight) {
      const isRead = request.mutation === undefined;
      if (!isRead || !(request.isDropped || request.epoch < epoch)) continue;
      request.abort(beforeResetError(request.endpoint.name));
    }
  }

  /**
   * Settles a request. Writes the result of a read to its request record. Rolls back a mutation that was not committed.
   */
  settle(request: Request, change?: Change): void {
    if (!request.settle()) return;
    // The result of a superseded read is ignored, because a newer read replaces it.
    if (request.mutation !== undefined) request.mutation.rollBack();
    else
      this.#note(request, (record) => ({
        ...this.#ended(request, record),
        ...(!request.isSuperseded && change?.(record)),
      }));
  }

  /** Settles a request that failed. */
  fail(request: Request, error: CacheError): void {
    const at = this.clock.now();
    this.settle(request, () => ({ failure: { args: request.args, error, at } }));
  }

  /** Prepares a response for its commit. */
  arrived(batch: Batch, stored: unknown): ArrivedResponse {
    const fetchedAt = this.clock.now();
    return { batch, stored, fetchedAt, expiresAt: expiryOf(batch, fetchedAt) };
  }

  /**
   * Commits the response to a request, together with the request record.
   *
   * @throws CacheError NCQ4001 if the cache was reset after the request began
   */
  commit(transaction: Transaction, request: Request, response: ArrivedResponse): void {
    const { endpoint, mutation } = request;
    if (transaction.tables.epoch > request.epoch) throw beforeResetError(endpoint.name);
    because(transaction, 'response', request);
    if (mutation === undefined) this.#commitRead(transaction, request, response);
    else mutation.commit(transaction, response.batch, response.stored);
  }

  /** Commits a value as if it were the response to a read that begins now. */
  put(
    transaction: Transaction,
    endpoint: AnyEndpoint,
    args: readonly unknown[],
    response: ArrivedResponse,
  ): void {
    const { order, tables } = transaction;
    const start = { order, mutation: undefined, epoch: tables.epoch, since: order };
    this.#commitRead(
      transaction,
      new Request(endpoint, endpoint.key(...args), args, start),
      response,
    );
  }

  #commitRead(transaction: Transaction, request: Request, response: ArrivedResponse): void {
    const { batch, stored, fetchedAt, expiresAt } = response;
    const order = request.order!;
    transaction.apply(batch, order);
    const kept = !request.isDropped && this.#keep(transaction, request, stored, order);
    this.#noteIn(transaction, request, (record) => ({
      ...this.#ended(request, record),
      ...(kept && {
        fetchedAt,
        expiresAt,
        expired: request.isSuperseded && record.expired,
        failure: undefined,
        isHydrating: false,
      }),
    }));
  }

  /** Changes the request record of a read, unless the read has been dropped. */
  #note(request: Request, change?: Change): void {
    if (request.order === undefined) return;
    this.store.write((transaction) => {
      because(transaction, 'request', request);
      this.#noteIn(transaction, request, (record) => ({
        fetching: this.countInFlight(request.recordKey),
        ...change?.(record),
      }));
    });
  }

  /**
   * Returns the number of reads in flight whose responses are still needed. The count in the request record cannot be
   * used here, because it is rolled back when a batch throws.
   *
   * @param except a read that is not counted
   */
  countInFlight(recordKey: string, except?: Request): number {
    const { epoch } = this.store.tables;
    let count = 0;
    for (const each of this.#inFlight) {
      if (each.recordKey === recordKey && each.isWanted(epoch) && each !== except) count++;
    }
    return count;
  }

  /**
   * Returns the fields of the request record that change when a read ends. If a newer read has superseded this read,
   * `reloading` keeps its value until the newer read ends.
   */
  #ended(request: Request, { reloading }: RequestRecord): Partial<RequestRecord> {
    const fetching = this.countInFlight(request.recordKey, request);
    return { fetching, reloading: reloading && (fetching > 0 || request.isSuperseded) };
  }

  #noteIn(transaction: Transaction, request: Request, change: Change): void {
    const { endpoint, recordKey, epoch, isDropped } = request;
    if (isDropped || transaction.tables.epoch > epoch) return;
    writeRequest(transaction, endpoint, recordKey, change);
  }

  /**
   * Stores the response to a read, unless a read that began later has already stored its response.
   *
   * @returns whether the response was stored
   */
  #keep(
    transaction: Transaction,
    { endpoint, args, recordKey }: Request,
    value: unknown,
    order: number,
  ): boolean {
    const { results } = transaction.tables;
    const own = copyArguments(args);
    putRecord(transaction, results, recordKey, { endpoint, args: own, value }, order);
    if (endpoint.pagesOf !== undefined) {
      const { list, field } = endpoint.pagesOf;
      const argsOfList = listArgs(own, field);
      const key = recordKeyOf(list, list.key(...argsOfList));
      putRecord(transaction, results, key, { endpoint: list, args: argsOfList, value }, order);
    }
    const slot = results.index.get(recordKey);
    return slot !== undefined && results.writeOrders[slot] === order;
  }
}
