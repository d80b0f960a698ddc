import type { ResponseRecord } from '../requests/response-record';
import { CacheError, type CacheErrorCode } from '../util/cache-error';
import { fromJson, toJson } from './json-data';
import type { StoredFailure, StoredResponseData } from './stored-data';

/** The part of a stored response that its record decides. */
type Content = Omit<StoredResponseData, 'endpoint' | 'shape' | 'key' | 'order' | 'origin'>;

/**
 * Converts the record of a response.
 *
 * @throws NotJson if the value cannot be converted
 */
export function toStored(record: ResponseRecord): Content {
  const { fetchedAt, expiresAt, stale, error, failedAt } = record;
  return {
    ...('value' in record && { value: toJson(record.value) }),
    ...(fetchedAt !== undefined && { fetchedAt }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(stale && { isStale: true }),
    ...(error && { failure: storedFailure(error, failedAt!) }),
  };
}

/** Returns the record of a stored response. */
export function responseFrom(stored: StoredResponseData): ResponseRecord {
  const { endpoint, expiresAt, failure, fetchedAt, isHydrating, isStale = false } = stored;
  return {
    ...('value' in stored && { value: fromJson(stored.value) }),
    ...(fetchedAt !== undefined && { fetchedAt }),
    expiresAt,
    stale: isStale,
    error: failure && errorFrom(endpoint, failure),
    ...(failure && { failedAt: failure.at }),
    ...(isHydrating && { isHydrating, isRendered: failure !== undefined }),
  };
}

function storedFailure(error: CacheError, at: number): StoredFailure {
  const { code, message, status } = error;
  const { body } = error as { readonly body?: unknown };
  return { code, message, at, ...(status !== undefined && { status }), ...bodyAsJson(body) };
}

function bodyAsJson(body: unknown): { readonly body?: unknown } {
  try {
    return body === undefined ? {} : { body: toJson(body) };
  } catch {
    return {};
  }
}

function errorFrom(source: string, { body, code, message, status }: StoredFailure): CacheError {
  const error = new CacheError(code as CacheErrorCode, '', {
    source,
    ...(status !== undefined && { status }),
  });
  const fields = { message, ...(body !== undefined && { body: fromJson(body) }) };
  for (const [field, value] of Object.entries(fields)) {
    Object.defineProperty(error, field, { value, configurable: true, writable: true });
  }
  return error;
}
