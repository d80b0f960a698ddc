import { CacheError, type CacheErrorCode } from '../util/cache-error';
import { getOrInsert } from '../util/get-or-insert';
import { isObject } from '../util/plain-data';
import { errorOnce } from '../util/warn';

declare const ngDevMode: unknown;

/** Error NCQ4001. */
export function beforeReset(source: string): CacheError {
  return new CacheError(
    'NCQ4001',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: reset() or clear() was called before the response arrived, so the response was not stored. ` +
        `If you still need the data, fetch it again.`,
    { source },
  );
}

/** Errors that say the same each time are the same object, so that a snapshot with one equals the one before. */
const same = new Map<string, CacheError>();

function once(
  code: CacheErrorCode,
  source: string,
  message: string | false,
  status?: number,
): CacheError {
  const key = `${code} ${source}`;
  return getOrInsert(same, key, () => new CacheError(code, message, { source, status }));
}

/** Error NCQ5011. */
export function noResponse(source: string): CacheError {
  const message =
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
    `${source}: the request completed without a response, so the cache is unchanged. Most likely an interceptor or ` +
      `load returns EMPTY, or filters the only value. Throw an error instead.`;
  return once('NCQ5011', source, message);
}

/** Error NCQ4005. It has the status 404, which a server usually sends for a deleted entity. */
export function deletedError(source: string): CacheError {
  const message =
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
    `${source}: the entity in the response was deleted.`;
  return once('NCQ4005', source, message, 404);
}

/** The error of each original error, so that an error that is thrown twice is wrapped once. */
const wrapped = new WeakMap<object, CacheError>();

/** Returns a CacheError unchanged, and wraps any other error in error NCQ5003, as its `cause`. */
export function asCacheError(source: string, cause: unknown): CacheError {
  if (cause instanceof CacheError) return cause;
  const known = wrapped.get(cause as object);
  if (known?.source === source) return known;
  const error = new CacheError(
    'NCQ5003',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) && `${source}: ${textOf(cause)}`,
    { source, cause, status: statusOf(cause) },
  );
  if (isObject(cause)) wrapped.set(cause, error);
  return error;
}

/** Returns the status of an error, such as an HttpErrorResponse, or the status of its cause. */
function statusOf(error: unknown): number | undefined {
  const { status, cause } = (error ?? {}) as { status?: unknown; cause?: { status?: unknown } };
  return [status, cause?.status].find((each) => typeof each === 'number');
}

function textOf(cause: unknown): string {
  if (cause instanceof Error) return cause.message;
  try {
    return String(cause);
  } catch {
    return 'an object without a text'; // Such as Object.create(null).
  }
}

/** The codes of failures that are not caused by code of the application. */
const FAILURES: readonly CacheErrorCode[] = [
  'NCQ4001',
  'NCQ4004',
  'NCQ4005',
  'NCQ4007',
  'NCQ5003',
  'NCQ5009',
];

/**
 * Logs an error that code of the application caused, such as a mistake in a schema or an argument. Without this message,
 * a template that only shows "failed" would hide the mistake. Called only in dev mode.
 */
export function logMistake(error: CacheError): void {
  if (!FAILURES.includes(error.code)) errorOnce(error.message);
}
