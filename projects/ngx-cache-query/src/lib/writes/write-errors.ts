import { show } from '../schema/normalize/normalize-errors';
import { CacheError } from '../util/cache-error';

declare const ngDevMode: unknown;

/** Error NCQ3001. */
export function writeInProcessError(method: string): CacheError {
  return new CacheError(
    'NCQ3001',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${method} was called inside process, which may only derive a result from its input. ` +
        `Write to the cache where the data arrives, or in a subscriber.`,
    { source: method },
  );
}

/** Error NCQ4002. */
export function destroyedError(method: string): CacheError {
  return new CacheError(
    'NCQ4002',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${method}: the cache was destroyed with its injector. The caller must not outlive the route or the test that ` +
        `the cache belongs to. Stop the caller, for example with takeUntilDestroyed(), or use the cache of the application.`,
    { source: method },
  );
}

/**
 * Error NCQ4003.
 *
 * @param expected describes the accepted arguments; `false` in production
 */
export function notWritableError(
  method: string,
  expected: string | false,
  actual: unknown,
): CacheError {
  return notWritable(
    method,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `expected ${expected}, found ${show(actual)}.` +
        (actual === undefined ? ' The most likely cause is a circular import.' : ''),
  );
}

/** Creates error NCQ4003, which reports a missing entity key. */
export function noKeyError(method: string, actual: unknown): CacheError {
  return notWritable(
    method,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `expected a key${method.startsWith('set') ? '' : ', or a function that tests entities'}, ` +
        `found ${show(actual)}. Skip the call until the key is known.`,
  );
}

/** Error NCQ2004. */
export function pkChangedError(source: string, pk: unknown, newPk: unknown): CacheError {
  return new CacheError(
    'NCQ2004',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the updater for the key ${String(pk)} returned fields with the key ${String(newPk)}. ` +
        `The key of an entity cannot change. Delete the old entity, and write the new one.`,
    { source },
  );
}

/** Creates error NCQ4003, which reports that rows of a class without a `static key` cannot be restored. */
export function unkeyedError(name: string): CacheError {
  return notWritable(
    'restore',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `expected ${name} to have a static key of its own, because this key identifies the class of restored rows.`,
  );
}

/** Error NCQ4003. */
export function notWritable(source: string, message: string | false): CacheError {
  return new CacheError('NCQ4003', message !== false && `${source}: ${message}`, {
    source,
  });
}
