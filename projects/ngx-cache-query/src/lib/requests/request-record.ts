import type { Transaction } from '../store/transaction';
import type { Fields } from '../util/plain-data';

/** What is known of the requests of an endpoint with certain arguments. It is a record like any other: one commit with the data. */
export interface RequestRecord extends Fields {
  readonly endpoint: object;
  /** How many requests are in flight that no later `refetch` superseded. */
  readonly fetching: number;
  /** When the last response arrived, in milliseconds since 1970; `undefined` before the first. */
  readonly fetchedAt: number | undefined;
  /** Whether a new response is wanted, by `refetch`, `reset` or `delete`. */
  readonly expired: boolean;
  /** What the last request failed with, until one succeeds. */
  readonly failure: { readonly error: unknown; readonly at: number } | undefined;
  /** When the first of the entities in the response is stale by itself, in milliseconds since 1970. */
  readonly expiresAt: number | undefined;
}

/** Changes the record of a key; without one it begins as never requested. */
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
