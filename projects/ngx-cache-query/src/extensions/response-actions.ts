import { reset } from '../requests/expire';
import { patchResponse } from '../requests/response-record';
import { type ResponseInfo, responsesOf } from '../requests/responses';
import { CACHE, type CacheHandle } from './cache-extension';
import type { ResponseState } from './inspection';

/** Identifies a response: the name of the endpoint, and the key. */
export type ResponseId = Pick<ResponseState, 'endpoint' | 'key'>;

/**
 * Returns the test with which `refetch` finds a response.
 *
 * @example
 * ```ts
 * void cache.refetch(isResponse({ endpoint: 'GET /todos', key: 'GET /todos' }));
 * ```
 */
export function isResponse({ endpoint, key }: ResponseId): (response: ResponseInfo) => boolean {
  return (each) => each.key === key && each.endpoint.name === endpoint;
}

/**
 * Drops a response. Active subscribers become `loading` and send requests.
 *
 * @example
 * ```ts
 * resetResponse(handle, { endpoint: 'GET /todos', key: 'GET /todos' });
 * ```
 */
export function resetResponse(cache: CacheHandle, response: ResponseId): void {
  const { client, write } = cache[CACHE];
  if (client) write('resetResponse', () => void reset(client, isResponse(response), []));
}

/**
 * Marks a response as stale. Nothing is sent for this: only for the next subscriber, or the next focus.
 *
 * @example
 * ```ts
 * for (const response of inspect(handle).responses()) markStale(handle, response);
 * ```
 */
export function markStale(cache: CacheHandle, response: ResponseId): void {
  const { client, store, write } = cache[CACHE];
  if (!client) return;
  write('markStale', () =>
    store.batch(() => {
      for (const { endpoint, key } of responsesOf(client, 'markStale', isResponse(response), []))
        patchResponse(store, endpoint, key, { stale: true });
    }),
  );
}
