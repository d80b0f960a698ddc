import { putRecord } from '../store/put-record';
import type { Transaction } from '../store/transaction';
import type { CacheError } from '../util/cache-error';
import type { Fields } from '../util/plain-data';

/**
 * The request record of an endpoint with certain arguments: what is tracked about its requests. It is stored in a row,
 * so it is committed together with the data.
 */
export interface RequestRecord extends Fields {
  readonly endpoint: object;
  /** The number of requests in flight, not counting those that a `refetch` superseded. */
  readonly fetching: number;
  /** The time at which the last response arrived, in milliseconds since 1970; `undefined` before the first response. */
  readonly fetchedAt: number | undefined;
  /** Whether `refetch`, `reset` or `delete` made the response stale, so that a new one is wanted. */
  readonly expired: boolean;
  /** Whether a request in flight was asked for by `refetch` or `reload`, and is not a refetch in the background. */
  readonly reloading: boolean;
  /** The error of the last request, until a request succeeds. */
  readonly failure: Failure | undefined;
  /**
   * The time at which the first entity in the response becomes stale according to `static expiresAt`, in milliseconds
   * since 1970.
   */
  readonly expiresAt: number | undefined;
  /**
   * Whether the response came with the HTML of the page, which Angular still hydrates. Until the application is stable,
   * the response counts as fresh, and a failure as recent.
   */
  readonly isHydrating?: boolean;
}

/** The failure of a request. */
interface Failure {
  readonly args: readonly unknown[];
  readonly error: CacheError;
  /** When the request failed, in milliseconds since 1970. */
  readonly at: number;
  /** Whether the failure is still shown while the next request is in flight, because the server rendered it. */
  readonly isRendered?: boolean;
}

/**
 * Changes the request record with the given key. If there is none, changes the record that {@link neverRequested}
 * returns, and stores it.
 */
export function writeRequest(
  transaction: Transaction,
  endpoint: object,
  key: string,
  change: (record: RequestRecord) => Partial<RequestRecord>,
): void {
  const { requests } = transaction.tables;
  const record = (requests.get(key) as RequestRecord | undefined) ?? neverRequested(endpoint);
  putRecord(transaction, requests, key, { ...record, ...change(record) });
}

/** Returns the request record of an endpoint that was never requested. */
export function neverRequested(endpoint: object): RequestRecord {
  const nothing = { fetchedAt: undefined, failure: undefined, expiresAt: undefined };
  return { endpoint, fetching: 0, expired: false, reloading: false, ...nothing };
}
