import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from '../schema/queryable';
import type { AnyEndpoint } from './endpoint';
import { readRequest, readResponse } from './read-endpoint';
import type { RequestRecord } from './request-record';

/**
 * The state of an endpoint with certain arguments, as a value. `data` stays while the endpoint refetches, and when a
 * refetch fails.
 */
export type EndpointState<T> =
  | (StateOf<'idle', undefined, undefined> & { readonly fetchedAt: undefined })
  | (StateOf<'pending', undefined, undefined> & { readonly fetchedAt: undefined })
  | (StateOf<'success', T, undefined> & { readonly fetchedAt: number })
  | (StateOf<'error', T | undefined, unknown> & { readonly fetchedAt: number | undefined });

interface StateOf<Status extends string, Data, Failure> {
  /** `idle` while there is no data and no request, `pending` before the first response. */
  readonly status: Status;
  /** The last data. */
  readonly data: Data;
  /** The error of the last request, until a request succeeds. */
  readonly error: Failure;
  /** Whether a request is in flight. */
  readonly isFetching: boolean;
  /** Whether the data is older than the endpoint's `dataExpiryLength`, was made stale, or is missing. */
  readonly isStale: boolean;
}

/** The state of a disabled read, which sends no request. */
export const IDLE: EndpointState<never> = {
  status: 'idle',
  data: undefined,
  error: undefined,
  isFetching: false,
  isStale: true,
  fetchedAt: undefined,
};

/** The data and the request record of an endpoint, both read after the same commit. */
export interface EndpointSnapshot {
  readonly data: unknown;
  readonly request: RequestRecord | undefined;
}

/** Reads the data of an endpoint together with its request record. */
export class SnapshotQuery implements QueryableNode<EndpointSnapshot, readonly unknown[]> {
  constructor(readonly endpoint: AnyEndpoint) {}

  key(...args: readonly unknown[]): string {
    return this.endpoint.key(...args);
  }

  /** @internal */
  read(reader: ReadContext, args: readonly unknown[]): Known<EndpointSnapshot> {
    const request = readRequest(reader, this.endpoint, args) as RequestRecord | undefined;
    return { data: readResponse(reader, this.endpoint, args), request };
  }
}

/**
 * Whether a snapshot has data. If the endpoint has a schema, `undefined` is not data: the entity in the response was
 * deleted.
 */
export function hasData(endpoint: AnyEndpoint, { data }: EndpointSnapshot): boolean {
  return data !== UNKNOWN && (data !== undefined || endpoint.schema === undefined);
}

/**
 * Returns the state that a snapshot describes.
 *
 * @param isStale whether the data of the snapshot is stale
 */
export function stateOf(
  endpoint: AnyEndpoint,
  snapshot: EndpointSnapshot,
  isStale: boolean,
): EndpointState<unknown> {
  const { request } = snapshot;
  const isThere = hasData(endpoint, snapshot);
  const data = isThere ? snapshot.data : undefined;
  const isFetching = request !== undefined && request.fetching > 0;
  const fetchedAt = request?.fetchedAt;
  if (request?.failure !== undefined) {
    return { status: 'error', data, error: request.failure.error, isFetching, isStale, fetchedAt };
  }
  if (isThere) {
    const at = fetchedAt ?? 0;
    return { status: 'success', data, error: undefined, isFetching, isStale, fetchedAt: at };
  }
  const status = isFetching ? 'pending' : 'idle';
  const nothing = { data: undefined, error: undefined, fetchedAt: undefined };
  return { status, ...nothing, isFetching, isStale: true };
}
