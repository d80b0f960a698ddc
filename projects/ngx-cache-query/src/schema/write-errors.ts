import { show } from './misfit';
import { isForeign, TWO_COPIES } from './mistakes';
import { CacheError } from '../util/cache-error';
import { isObject } from '../util/plain-data';

declare const ngDevMode: unknown;

/** Error NCQ3001: a function that may only compute a value has written. */
export function writeInProcess(method: string): CacheError {
  return new CacheError(
    'NCQ3001',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${method} was called inside process, or inside an updater or a static method such as merge. These functions may ` +
        `only compute a value. Write to the cache where the data arrives, or in a subscriber. To combine several ` +
        `writes in one commit, use batch().`,
    { source: method },
  );
}

/** Error NCQ4002. */
export function destroyed(method: string): CacheError {
  return new CacheError(
    'NCQ4002',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${method}: the cache was destroyed with its injector. The caller must not outlive the route or the test that ` +
        `the cache belongs to. Stop the caller, for example with takeUntilDestroyed(), or use the cache of the application.`,
    { source: method },
  );
}

/** Error NCQ4003: a method received an argument that it cannot use. `expected` is `false` in production. */
export function notWritable(
  method: string,
  expected: string | false,
  actual: unknown,
  advice: string | false = false,
): CacheError {
  return new CacheError(
    'NCQ4003',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${method}: expected ${String(expected)}, found ${isForeign(actual) ? TWO_COPIES : `${show(actual)}.`}` +
        (advice || (actual === undefined ? ' The most likely cause is a circular import.' : '')),
    { source: method },
  );
}

/**
 * Checks an option whose value is imported, for callers without types. Called only in dev mode.
 *
 * @param member a member of the value; by default, the value is a function
 * @throws CacheError NCQ4003 if the value is another one
 */
export function checkImported(
  source: string,
  value: unknown,
  expected: string,
  member?: string,
): void {
  const isImported =
    member === undefined ? typeof value === 'function' : isObject(value) && member in value;
  if (value === undefined || isImported) return;
  throw notWritable(source, `${expected} of ngx-cache-query`, value);
}

/** Error NCQ4003: a key is missing. */
export function noKey(method: string, actual: unknown): CacheError {
  const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
  return notWritable(
    method,
    dev && `a key${method.startsWith('set') ? '' : ', or a function that tests entities'}`,
    actual,
    dev && ' Skip the call until the key is known.',
  );
}

/** Error NCQ2004. */
export function pkChanged(source: string, pk: unknown, newPk: unknown): CacheError {
  return new CacheError(
    'NCQ2004',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the updater for the key ${String(pk)} returned fields with the key ${String(newPk)}. ` +
        `The key of an entity cannot change. Delete the old entity, and write the new one.`,
    { source },
  );
}
