import type { Transaction } from '../store/transaction';
import type { Fields } from '../util/plain-data';

/** What is known of the requests of an endpoint with certain arguments. It is a record like any other: one commit with the data. */
export interface RequestRecord extends Fields {
  readonly endpoint: object;
  /** How many requests are under way. */
  readonly fetching: number;
  /** When the last response came, in milliseconds since 1970; `undefined` before the first. */
  readonly fetchedAt: number | undefined;
  /** Whether `expire` or `invalidate` asks for a new response. */
  readonly expired: boolean;
  /** What the last request failed with, until one succeeds. */
  readonly failure: { readonly error: unknown; readonly at: number } | undefined;
  /** When the first of the entities in the response is stale by itself, in milliseconds since 1970. */
  readonly expiresAt: number | undefined;
}

/** Changes the record of a key; without one it begins as never asked for. */
export function writeRequest(
  transaction: Transaction,
  endpoint: object,
  key: string,
  change: (record: RequestRecord) => Partial<RequestRecord>,
): void {
  const { requests } = transaction.tables;
  const record = (requests.get(key) as RequestRecord | undefined) ?? neverAsked(endpoint);
  transaction.putRecord(requests, key, { ...record, ...change(record) });
}

function neverAsked(endpoint: object): RequestRecord {
  const nothing = { fetchedAt: undefined, failure: undefined, expiresAt: undefined };
  return { endpoint, fetching: 0, expired: false, ...nothing };
}
