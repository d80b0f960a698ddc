import { CacheError } from '../util/cache-error';
import { notWritable } from '../writes/write-errors';

declare const ngDevMode: unknown;

/** Error NCQ4001. */
export function beforeResetError(source: string): CacheError {
  return new CacheError(
    'NCQ4001',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: reset() or clear() was called before the response arrived, so the response was not stored. ` +
        `If you still need the data, fetch it again.`,
    { source },
  );
}

/** Whether an error has the code NCQ4001. */
export function isBeforeReset(error: unknown): boolean {
  return error instanceof CacheError && error.code === 'NCQ4001';
}

/** Creates error NCQ4003, which is thrown if a mutation is passed where a read is expected. */
export function mutationError(verb: string): CacheError {
  return notWritable(
    verb,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      'expected an endpoint that reads, found a mutation. Send a mutation with fetch().',
  );
}

/** Error NCQ4004. */
export function neverCreatedError(): CacheError {
  return new CacheError(
    'NCQ4004',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      'the entity with this temporary id was not created, because the request to create it failed or was aborted. ' +
        'Other requests for this entity cannot be sent. Tell the user that the entity was not created, and offer a retry.',
  );
}

const deleted = new Map<string, CacheError>();

/**
 * Creates error NCQ4005. The error has the status 404, which a server usually sends for a deleted entity.
 *
 * @param source the name of the endpoint
 */
export function deletedError(source: string): CacheError {
  let error = deleted.get(source);
  if (error === undefined) {
    error = new CacheError(
      'NCQ4005',
      (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
        `${source}: the entity in the response was deleted.`,
      { source, status: 404 },
    );
    deleted.set(source, error);
  }
  return error;
}

/** Maps each original error to its wrapper, so that an error that is thrown twice is wrapped once. */
const wrapped = new WeakMap<object, CacheError>();

/**
 * Converts an error to a CacheError. Returns a CacheError unchanged, and wraps any other error in error NCQ5003, as its
 * `cause`.
 *
 * @param source the name of the endpoint
 */
export function asCacheError(source: string, cause: unknown): CacheError {
  if (cause instanceof CacheError) return cause;
  const isObject = typeof cause === 'object' && cause !== null;
  const known = isObject ? wrapped.get(cause) : undefined;
  if (known?.source === source) return known;
  const error = new CacheError(
    'NCQ5003',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) && `${source}: ${textOf(cause)}`,
    { source, cause, status: statusOf(cause) },
  );
  if (isObject) wrapped.set(cause, error);
  return error;
}

/** Returns the status of an error, such as an HttpErrorResponse, or the status of its cause. */
function statusOf(error: unknown): number | undefined {
  const { status, cause } = (error ?? {}) as { status?: unknown; cause?: { status?: unknown } };
  return [status, cause?.status].find((each) => typeof each === 'number');
}

function textOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
