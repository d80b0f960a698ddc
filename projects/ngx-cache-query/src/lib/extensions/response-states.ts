import { endpointKeyOf } from '../graph/endpoint-cell';
import type { Reader } from '../query/reader';
import type { AnyEndpoint } from '../requests/endpoint';
import type { Freshness } from '../requests/freshness';
import type { RequestRecord } from '../requests/request-record';
import { UNKNOWN } from '../schema/queryable';
import type { ResponseState } from './cache-extension';

/** Returns descriptions of the stored responses, for extensions. */
export function responseStates({ store }: Reader, freshness: Freshness): ResponseState[] {
  const { requests, results } = store.tables;
  const keys = new Set([...results.index.keys(), ...requests.index.keys()]);
  return [...keys].map(String).map((recordKey) => {
    const result = results.get(recordKey);
    const request = requests.get(recordKey) as RequestRecord | undefined;
    const endpoint = (result ?? request)!['endpoint'] as AnyEndpoint;
    const data = result === undefined ? UNKNOWN : result['value'];
    return {
      endpoint: endpoint.name,
      key: endpointKeyOf(endpoint, recordKey),
      isFetching: (request?.fetching ?? 0) > 0,
      isStale: freshness.needsRequest(endpoint, { data, request }),
      fetchedAt: request?.fetchedAt,
      error: request?.failure?.error,
    };
  });
}
