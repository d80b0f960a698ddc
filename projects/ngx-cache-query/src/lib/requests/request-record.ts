import type { Transaction } from '../store/transaction';
import type { Fields } from '../util/plain-data';

/** The state of the requests of an endpoint with certain arguments. It is a row, and is committed together with the data. */
export interface RequestRecord extends Fields {
  readonly endpoint: object;
  /** The number of requests in flight that no `refetch` superseded. */
  readonly fetching: number;
  /** When the last response arrived, in milliseconds since 1970; `undefined` before the first. */
  readonly fetchedAt: number | undefined;
  /** Whether a new response is wanted, by `refetch`, `reset` or `delete`. */
  readonly expired: boolean;
  /** The error of the last request, until a request succeeds. */
  readonly failure: { readonly error: unknown; readonly at: number } | undefined;
  /** When the first of the entities in the response is stale by itself, in milliseconds since 1970. */
  readonly expiresAt: number | undefined;
}

/** Changes the record of a key. A missing record begins as never requested. */
export function writeRequest(
  transaction: Transaction,
  endpoint: object,
  key: string,
  change: (record: RequestRecord) => Partial<RequestRecord>,
): void {
  const { requests } = transaction.tables;
  const record = (requests.get(key) as RequestRecord | undefined) ?? neverRequested(endpoint);
  transaction.putRecord(requests, key, { ...record, ...change(record) });
}

/** The record of an endpoint that was never requested. */
export function neverRequested(endpoint: object): RequestRecord {
  const nothing = { fetchedAt: undefined, failure: undefined, expiresAt: undefined };
  return { endpoint, fetching: 0, expired: false, ...nothing };
}
