import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from '../schema/queryable';
import type { AnyEndpoint } from './endpoint';
import { readRequest, readResponse } from './read-endpoint';
import type { RequestRecord } from './request-record';

/** The data and the request record of an endpoint, read after the same commit. */
export interface StoredResponse {
  readonly data: unknown;
  readonly request: RequestRecord | undefined;
}

/** Reads the data of an endpoint together with its request record. */
export class StoredResponseQuery implements QueryableNode<StoredResponse, readonly unknown[]> {
  constructor(readonly endpoint: AnyEndpoint) {}

  key(...args: readonly unknown[]): string {
    return this.endpoint.key(...args);
  }

  /** @internal */
  read(reader: ReadContext, args: readonly unknown[]): Known<StoredResponse> {
    const request = readRequest(reader, this.endpoint, args) as RequestRecord | undefined;
    return { data: readResponse(reader, this.endpoint, args), request };
  }
}

/**
 * Whether an endpoint has data. For an endpoint with a schema, `undefined` is not data, because it means that the
 * entity was deleted. For a Query, however, `undefined` is data, because the `process` function can return it.
 */
export function hasData({ derived, schema }: AnyEndpoint, { data }: StoredResponse): boolean {
  if (data === UNKNOWN) return false;
  return data !== undefined || schema === undefined || derived !== undefined;
}
