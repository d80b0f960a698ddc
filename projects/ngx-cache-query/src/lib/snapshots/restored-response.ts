import type { AnyEndpoint } from '../requests/endpoint';
import { neverRequested, type RequestRecord } from '../requests/request-record';
import { CacheError, type CacheErrorCode } from '../util/cache-error';
import { type Fields, freezeData } from '../util/plain-data';
import { fromJson } from './json-data';
import type { StoredFailure, StoredResponseData } from './stored-data';

declare const ngDevMode: unknown;

/**
 * Returns the row to store in the results table for a restored response. Returns `undefined` if `response` has no
 * value. This is the case if only the failure of a request was stored.
 */
export function resultRecord(
  endpoint: AnyEndpoint,
  args: readonly unknown[],
  response: StoredResponseData,
): Fields | undefined {
  if (!('value' in response)) return undefined;
  const record = { endpoint, args, value: fromJson(response.value) };
  if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(record.value);
  return record;
}

/**
 * Returns the request record for a restored response.
 *
 * @param isHydrating whether the response counts as fresh while the page hydrates
 */
export function requestRecord(
  endpoint: AnyEndpoint,
  args: readonly unknown[],
  { expiresAt, failure, fetchedAt, isStale = false }: StoredResponseData,
  isHydrating: boolean,
): RequestRecord {
  return {
    ...neverRequested(endpoint),
    fetchedAt,
    expiresAt,
    expired: isStale,
    failure: failure && {
      args,
      at: failure.at,
      error: errorOf(endpoint, failure),
      isRendered: isHydrating,
    },
    isHydrating,
  };
}

function errorOf(
  { name }: AnyEndpoint,
  { body, code, message, status }: StoredFailure,
): CacheError {
  const error = new CacheError(code as CacheErrorCode, '', {
    source: name,
    ...(status !== undefined && { status }),
  });
  const fields = { message, ...(body !== undefined && { body: fromJson(body) }) };
  for (const [field, value] of Object.entries(fields)) {
    Object.defineProperty(error, field, { value, configurable: true, writable: true });
  }
  return error;
}
