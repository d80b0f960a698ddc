import { putRecord } from '../store/put-record';
import type { Transaction } from '../store/transaction';
import type { CacheError } from '../util/cache-error';
import type { Fields } from '../util/plain-data';

/**
 * The request record of an endpoint for one set of arguments. It tracks the requests, and is stored in a row so that it
 * is committed together with the data.
 */
export interface RequestRecord extends Fields {
  readonly endpoint: object;
  /** The number of requests in flight. Requests that a `refetch` superseded are not counted. */
  readonly fetching: number;
  /** The time at which the last response arrived, in milliseconds since 1970; `undefined` before the first response. */
  readonly fetchedAt: number | undefined;
  /**
   * Whether the response was marked as stale, for example by `refetch`, `reset` or `delete`. If so, a new request is
   * needed.
   */
  readonly expired: boolean;
  /**
   * Whether a `refetch` or `reload` is in progress. If a refetch in the background supersedes its request, this stays
   * `true` until the newer request ends. For any other refetch in the background, this is `false`.
   */
  readonly reloading: boolean;
  /** The error of the last request. Removed when a request succeeds. */
  readonly failure: Failure | undefined;
  /**
   * The earliest time at which an entity in the response becomes stale according to `static expiresAt`, in milliseconds
   * since 1970.
   */
  readonly expiresAt: number | undefined;
  /**
   * Whether the response came with the server-rendered HTML and Angular is still hydrating the page. Until the
   * application is stable, the response counts as fresh and a failure counts as recent.
   */
  readonly isHydrating?: boolean;
}

/** The failure of a request. */
interface Failure {
  readonly args: readonly unknown[];
  readonly error: CacheError;
  /** The time at which the request failed, in milliseconds since 1970. */
  readonly at: number;
  /**
   * Whether the failure was rendered on the server. Such a failure stays visible while the next request is in flight.
   */
  readonly isRendered?: boolean;
}

/**
 * Changes the request record with the given key. If no record exists, starts from the record that
 * {@link neverRequested} returns.
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
