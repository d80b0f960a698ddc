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

/** Whether a request failed with error NCQ4001. */
export function isBeforeReset(error: unknown): boolean {
  return error instanceof CacheError && error.code === 'NCQ4001';
}

/** Error NCQ4003, for a mutation where a read is expected. */
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
      'the entity with this temporary id was not created, because its request failed or was aborted. Other requests ' +
        'for it cannot be sent. Show the user that the creation failed, and offer to retry it.',
  );
}
