import { type Known, type QueryableNode, type Reader, UNKNOWN } from '../schema/queryable';
import type { AnyEndpoint } from './requests';
import type { RequestRecord } from './request-record';

/**
 * What is known of an endpoint with certain arguments, as data: it never errors, and data stays while
 * it is fetched again, or fails.
 */
export type EndpointState<T> =
  | (StateOf<'idle', undefined, undefined> & { readonly fetchedAt: undefined })
  | (StateOf<'pending', undefined, undefined> & { readonly fetchedAt: undefined })
  | (StateOf<'success', T, undefined> & { readonly fetchedAt: number })
  | (StateOf<'error', T | undefined, unknown> & { readonly fetchedAt: number | undefined });

interface StateOf<Status extends string, Data, Failure> {
  /** `idle` while nothing is asked and nothing is there, `pending` before the first answer. */
  readonly status: Status;
  /** The last data that there was. */
  readonly data: Data;
  /** What the last request failed with, until one succeeds. */
  readonly error: Failure;
  /** Whether a request is under way. */
  readonly isFetching: boolean;
  /** Whether the data is older than the endpoint's `dataExpiryLength`, was expired, or is not there. */
  readonly isStale: boolean;
}

/** The state of an endpoint that nobody asks. */
export const IDLE: EndpointState<never> = {
  status: 'idle',
  data: undefined,
  error: undefined,
  isFetching: false,
  isStale: true,
  fetchedAt: undefined,
};

/** The data of an endpoint and what is known of its requests, as of one commit. */
export interface EndpointSnapshot {
  readonly data: unknown;
  readonly request: RequestRecord | undefined;
}

/** Reads the data of an endpoint together with what is known of its requests. */
export class SnapshotQuery implements QueryableNode<EndpointSnapshot, readonly unknown[]> {
  constructor(readonly endpoint: AnyEndpoint) {}

  key(...args: readonly unknown[]): string {
    return this.endpoint.key(...args);
  }

  /** @internal */
  read(reader: Reader, args: readonly unknown[]): Known<EndpointSnapshot> {
    const request = reader.request(this.endpoint, args) as RequestRecord | undefined;
    return { data: reader.result(this.endpoint, args), request };
  }
}

/** Whether there is data in a snapshot: a response, and not of an entity that is gone. */
export function hasData(endpoint: AnyEndpoint, { data }: EndpointSnapshot): boolean {
  return data !== UNKNOWN && (data !== undefined || endpoint.schema === undefined);
}

/**
 * The state that a snapshot describes.
 *
 * @param last the data to show when there is none any more
 * @param isStale whether the data of the snapshot is
 */
export function stateOf(
  endpoint: AnyEndpoint,
  snapshot: EndpointSnapshot,
  last: unknown,
  isStale: boolean,
): EndpointState<unknown> {
  const { request } = snapshot;
  const data = hasData(endpoint, snapshot) ? snapshot.data : last;
  const isFetching = request !== undefined && request.fetching > 0;
  const fetchedAt = request?.fetchedAt;
  if (request?.failure !== undefined) {
    const { error } = request.failure;
    const shown = data === UNKNOWN ? undefined : data;
    return { status: 'error', data: shown, error, isFetching, isStale, fetchedAt };
  }
  if (data !== UNKNOWN) {
    const at = fetchedAt ?? 0;
    return { status: 'success', data, error: undefined, isFetching, isStale, fetchedAt: at };
  }
  const status = isFetching ? 'pending' : 'idle';
  const nothing = { data: undefined, error: undefined, fetchedAt: undefined };
  return { status, ...nothing, isFetching, isStale: true };
}
