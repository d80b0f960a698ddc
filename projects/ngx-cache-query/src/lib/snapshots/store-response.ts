import type { AnyEndpoint } from '../requests/endpoint';
import type { RequestRecord } from '../requests/request-record';
import type { CacheError } from '../util/cache-error';
import type { Fields } from '../util/plain-data';
import { warnOnce } from '../util/warn';
import { NotJson, toJson } from './json-data';
import type { StoredFailure, StoredResponseData } from './stored-data';
import { shapeText } from './stored-names';

declare const ngDevMode: unknown;

/** The rows of a response in the results table and the requests table. */
export interface ResponseRows {
  readonly result: Fields | undefined;
  readonly request: RequestRecord | undefined;
}

/**
 * Returns a response in the form in which snapshots store it, or `undefined` if the response cannot be converted to
 * JSON.
 */
export function storeResponse(
  endpoint: AnyEndpoint,
  { result, request }: ResponseRows,
): StoredResponseData | undefined {
  const { fetchedAt, expiresAt, expired = false, failure } = request ?? {};
  try {
    return {
      endpoint: endpoint.name,
      shape: shapeText(endpoint.schema),
      args: toJson(result?.['args'] ?? failure?.args) as readonly unknown[],
      ...(result !== undefined && { value: toJson(result['value']) }),
      ...(fetchedAt !== undefined && { fetchedAt }),
      ...(expiresAt !== undefined && { expiresAt }),
      ...(expired && { isStale: true }),
      ...(failure !== undefined && { failure: storeFailure(failure.error, failure.at) }),
    };
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    if (typeof ngDevMode === 'undefined' || ngDevMode) {
      warnOnce(
        `a response of ${endpoint.name} contains ${error.message}, so the response is not included in snapshots.`,
      );
    }
    return undefined;
  }
}

function storeFailure(error: CacheError, at: number): StoredFailure {
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
