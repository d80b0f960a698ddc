import { recordKeyOf } from '../graph/endpoint-cell';
import type { Journal } from '../store/journal';
import type { CacheError } from '../util/cache-error';
import type { AnyEndpoint } from './endpoint';
import type { Mutation } from './mutations';

/** The state of a logged request. */
export type RequestState = 'pending' | 'success' | 'error' | 'aborted';

/** Logs the states of one request. Ignores states that are reported after the end of the request. */
export type LogRequest = (state: RequestState, error?: unknown) => void;

/** Returns a log function that ignores all states. */
export const noLog = (): LogRequest => () => undefined;

/** The values of a request that are fixed when it begins. */
export interface RequestStart {
  /**
   * The position of a read in the write order. `undefined` for a mutation, which gets its position when its response is
   * committed.
   */
  readonly order: number | undefined;
  /** The mutation that the request sends; `undefined` for a read. */
  readonly mutation: Mutation | undefined;
  /** The number of times the whole cache had been reset or cleared when the request began. */
  readonly epoch: number;
  /** The last position in the write order at the time when the request began. */
  readonly since: number;
}

/**
 * Whether the response is still needed. A `refetch` supersedes a read, and a `reset` of the endpoint drops the read.
 */
type Demand = 'wanted' | 'superseded' | 'dropped';

/** A request, from the time of the call until the request is settled. */
export class Request {
  /** The key of the stored response and of the request record. */
  readonly recordKey: string;
  /** @see RequestStart.order */
  readonly order: number | undefined;
  /** @see RequestStart.mutation */
  readonly mutation: Mutation | undefined;
  /** @see RequestStart.epoch */
  readonly epoch: number;
  /** @see RequestStart.since */
  readonly since: number;
  #args: readonly unknown[];
  #demand: Demand = 'wanted';
  #isSettled = false;
  #onAbort: ((error: CacheError) => void) | undefined;

  constructor(
    readonly endpoint: AnyEndpoint,
    readonly key: string,
    args: readonly unknown[],
    { order, mutation, epoch, since }: RequestStart,
  ) {
    this.recordKey = recordKeyOf(endpoint, key);
    this.#args = args;
    this.order = order;
    this.mutation = mutation;
    this.epoch = epoch;
    this.since = since;
  }

  /** The arguments of the call. Temporary ids are replaced once their server ids are known. */
  get args(): readonly unknown[] {
    return this.#args;
  }

  /** Whether `refetch` was called after the request began. If so, the response is already stale when it arrives. */
  get isSuperseded(): boolean {
    return this.#demand === 'superseded';
  }

  /** Whether `reset` dropped the request. If so, the request is aborted after the reset is committed. */
  get isDropped(): boolean {
    return this.#demand === 'dropped';
  }

  /**
   * Whether the request is in flight and its response is still needed.
   *
   * @param epoch the number of times the whole cache was reset or cleared; a request from an earlier epoch is not
   * needed
   */
  isWanted(epoch: number): boolean {
    return !this.#isSettled && this.#demand === 'wanted' && this.epoch >= epoch;
  }

  resolveArgs(args: readonly unknown[]): void {
    this.#args = args;
  }

  /** Marks the request as superseded by a newer read. If the journal is rolled back, the mark is removed. */
  supersede(journal: Journal): void {
    if (this.#demand === 'wanted') this.#become('superseded', journal);
  }

  /**
   * Marks the request as dropped, so that its response is not stored. If the journal is rolled back, the mark is
   * removed.
   */
  drop(journal: Journal): void {
    if (this.#demand !== 'dropped') this.#become('dropped', journal);
  }

  /**
   * Marks the request as settled.
   *
   * @returns whether the request was in flight before this call
   */
  settle(): boolean {
    const isFirst = !this.#isSettled;
    this.#isSettled = true;
    return isFirst;
  }

  /** Settles the request, and passes an error to its callers. */
  abort(error: CacheError): void {
    this.#isSettled = true;
    this.#onAbort?.(error);
  }

  /** @param onAbort ends the request and passes the error to its callers */
  whenAborted(onAbort: (error: CacheError) => void): void {
    this.#onAbort = onAbort;
  }

  #become(demand: Demand, journal: Journal): void {
    const before = this.#demand;
    this.#demand = demand;
    journal.onUndo(() => (this.#demand = before));
  }
}
