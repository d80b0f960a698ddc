import { show } from '../schema/normalize-errors';
import { CacheError, CacheErrorCode } from '../util/cache-error';

declare const ngDevMode: unknown;

/** Error NCQ3001. */
export function writeInProcessError(verb: string): CacheError {
  return new CacheError(
    CacheErrorCode.WriteInProcess,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${verb} was called inside of process, which must only make a result of what it gets. ` +
        `Write where the data arrives, or in what subscribes.`,
    { source: verb },
  );
}

/** Error NCQ4001. */
export function beforeResetError(source: string): CacheError {
  return new CacheError(
    CacheErrorCode.BeforeReset,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: reset() or clear() was called before the response arrived, so it was not stored. ` +
        `Fetch again if the data is still needed.`,
    { source },
  );
}

/** Whether a request failed with error NCQ4001. */
export function isBeforeReset(error: unknown): boolean {
  return error instanceof CacheError && error.code === CacheErrorCode.BeforeReset;
}

/** Error NCQ4002. */
export function destroyedError(verb: string): CacheError {
  return new CacheError(
    CacheErrorCode.Destroyed,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${verb}: the cache was destroyed with its injector. Does something outlive the route or the test that ` +
        `it belongs to?`,
    { source: verb },
  );
}

/** Error NCQ4003. */
export function notWritableError(verb: string, expected: string, given: unknown): CacheError {
  return notWritable(
    verb,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `expected ${expected}, found ${show(given)}.` +
        (given === undefined ? ' Do two modules import each other?' : ''),
  );
}

/** Error NCQ4003 where the key of an entity is missing. */
export function noKeyError(verb: string, expected: string, given: unknown): CacheError {
  return notWritable(
    verb,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `expected ${expected}, found ${show(given)}. Skip the call until the key is known.`,
  );
}

/** Error NCQ4003 of a mutation where a read is expected. */
export function mutationError(verb: string): CacheError {
  return notWritable(
    verb,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      'expected an endpoint that reads, found a mutation. Send it with fetch().',
  );
}

/** Error NCQ2004. */
export function pkChangedError(source: string, pk: unknown, came: unknown): CacheError {
  return new CacheError(
    CacheErrorCode.PkChanged,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the updater of ${String(pk)} returned the fields of ${String(came)}. ` +
        `An entity keeps its key: delete the one and set the other.`,
    { source },
  );
}

/** Error NCQ4003 of `restore`. */
export function unkeyedError(name: string): CacheError {
  return notWritable(
    'restore',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `expected ${name} to have a static key of its own, since what outlives the page is found by it.`,
  );
}

/** Error NCQ4004. */
export function neverCreatedError(): CacheError {
  return new CacheError(
    CacheErrorCode.NeverCreated,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      'what was shown with a temporary id was not created: its request failed or was aborted, and so nothing ' +
        'can be sent for it. Show that the creation failed, and offer to try it again.',
  );
}

function notWritable(source: string, says: string | false): CacheError {
  return new CacheError(CacheErrorCode.NotWritable, says !== false && `${source}: ${says}`, {
    source,
  });
}
