import { recordKeyOf } from '../graph/record-cell';
import type { Journal } from '../store/journal';
import type { CacheError } from '../util/cache-error';
import type { AnyEndpoint } from './endpoint';
import type { Mutation } from './mutations';

/** What becomes of a request. */
export type RequestState = 'pending' | 'success' | 'error' | 'aborted';

/** Logs what becomes of one request; states after its end are ignored. */
export type LogRequest = (state: RequestState, error?: unknown) => void;

/** Logs nothing. */
export const noLog = (): LogRequest => () => undefined;

/** When a request began. */
export interface RequestStart {
  /** The place of a read in the order of all writes; a mutation's is that of its commit. */
  readonly order: number | undefined;
  /** What a mutation does to the cache; `undefined` for a read. */
  readonly mutation: Mutation | undefined;
  /** How many times `reset` and `clear` had been called. */
  readonly epoch: number;
}

/** Whether the response is still wanted: `refetch` supersedes a read, `reset` of its endpoint drops it. */
type Demand = 'wanted' | 'superseded' | 'dropped';

/** A request, from its call until it is settled. */
export class Request {
  /** The key of its records. */
  readonly recordKey: string;
  /** @see RequestStart.order */
  readonly order: number | undefined;
  /** @see RequestStart.mutation */
  readonly mutation: Mutation | undefined;
  /** @see RequestStart.epoch */
  readonly epoch: number;
  #args: readonly unknown[];
  #demand: Demand = 'wanted';
  #isSettled = false;
  #onAbort: ((error: CacheError) => void) | undefined;

  constructor(
    readonly endpoint: AnyEndpoint,
    readonly key: string,
    args: readonly unknown[],
    { order, mutation, epoch }: RequestStart,
  ) {
    this.recordKey = recordKeyOf(endpoint, key);
    this.#args = args;
    this.order = order;
    this.mutation = mutation;
    this.epoch = epoch;
  }

  /** Its arguments, as they are sent once they are resolved. */
  get args(): readonly unknown[] {
    return this.#args;
  }

  /** Whether a `refetch` came since it began: its response is stale when it arrives. */
  get isSuperseded(): boolean {
    return this.#demand === 'superseded';
  }

  /** Whether a `reset` dropped it: it is aborted once that is committed. */
  get isDropped(): boolean {
    return this.#demand === 'dropped';
  }

  /** Whether its response is still to come and wanted, in a cache that was emptied so many times. */
  isWanted(epoch: number): boolean {
    return !this.#isSettled && this.#demand === 'wanted' && this.epoch >= epoch;
  }

  resolveArgs(args: readonly unknown[]): void {
    this.#args = args;
  }

  /** A newer read is wanted in its place, unless the journal is undone. */
  supersede(journal: Journal): void {
    if (this.#demand === 'wanted') this.#become('superseded', journal);
  }

  /** Its response is not stored, unless the journal is undone. */
  drop(journal: Journal): void {
    if (this.#demand !== 'dropped') this.#become('dropped', journal);
  }

  /** @returns whether it was in flight until now */
  settle(): boolean {
    const isFirst = !this.#isSettled;
    this.#isSettled = true;
    return isFirst;
  }

  /** Settles it with an error for its callers. */
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
