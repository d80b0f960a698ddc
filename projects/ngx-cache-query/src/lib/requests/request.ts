import { recordKeyOf } from '../graph/endpoint-cell';
import type { Journal } from '../store/journal';
import type { CacheError } from '../util/cache-error';
import type { AnyEndpoint } from './endpoint';
import type { Mutation } from './mutations';

/** The state of a request in logs. */
export type RequestState = 'pending' | 'success' | 'error' | 'aborted';

/** Logs the states of one request. States after the end of the request are ignored. */
export type LogRequest = (state: RequestState, error?: unknown) => void;

/** A log that ignores all states. */
export const noLog = (): LogRequest => () => undefined;

/** The values that are fixed when a request begins. */
export interface RequestStart {
  /**
   * The place of a read in the order of all writes; `undefined` for a mutation, which takes its place when its response
   * is committed.
   */
  readonly order: number | undefined;
  /** What a mutation does to the cache; `undefined` for a read. */
  readonly mutation: Mutation | undefined;
  /** How often the whole cache was reset or cleared before the request. */
  readonly epoch: number;
  /** The last position in the write order when the request began. */
  readonly since: number;
}

/**
 * Whether the response is still wanted. A `refetch` supersedes a read, and a `reset` of the endpoint drops the read.
 */
type Demand = 'wanted' | 'superseded' | 'dropped';

/** A request, from its call until it is settled. */
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

  /** The arguments of the call. Once the temporary ids in them are resolved, the arguments that are sent. */
  get args(): readonly unknown[] {
    return this.#args;
  }

  /** Whether a `refetch` was called after the request began. If so, the response is already stale when it arrives. */
  get isSuperseded(): boolean {
    return this.#demand === 'superseded';
  }

  /** Whether a `reset` dropped the request. If so, the request is aborted once the reset is committed. */
  get isDropped(): boolean {
    return this.#demand === 'dropped';
  }

  /**
   * Whether the request is in flight and its response is still wanted.
   *
   * @param epoch how often the whole cache was reset or cleared until now; a request from before the last time is not
   *   wanted
   */
  isWanted(epoch: number): boolean {
    return !this.#isSettled && this.#demand === 'wanted' && this.epoch >= epoch;
  }

  resolveArgs(args: readonly unknown[]): void {
    this.#args = args;
  }

  /** Marks the request as superseded by a newer read. If the journal is rolled back, the request is no longer marked. */
  supersede(journal: Journal): void {
    if (this.#demand === 'wanted') this.#become('superseded', journal);
  }

  /**
   * Marks the request as dropped, so its response is not stored. If the journal is rolled back, the mark is removed
   * again.
   */
  drop(journal: Journal): void {
    if (this.#demand !== 'dropped') this.#become('dropped', journal);
  }

  /**
   * Marks the request as settled.
   *
   * @returns whether the request was in flight until now
   */
  settle(): boolean {
    const isFirst = !this.#isSettled;
    this.#isSettled = true;
    return isFirst;
  }

  /** Settles the request, and sends an error to its callers. */
  abort(error: CacheError): void {
    this.#isSettled = true;
    this.#onAbort?.(error);
  }

  /** @param onAbort ends the request with an error for its callers */
  whenAborted(onAbort: (error: CacheError) => void): void {
    this.#onAbort = onAbort;
  }

  #become(demand: Demand, journal: Journal): void {
    const before = this.#demand;
    this.#demand = demand;
    journal.onUndo(() => (this.#demand = before));
  }
}
