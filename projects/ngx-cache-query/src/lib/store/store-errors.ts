import { CacheError } from '../util/cache-error';

declare const ngDevMode: unknown;

/** Creates error NCQ2001, which reports an endless loop: too many commits in a row each caused another write. */
export function endlessCommitsError(rounds: number): CacheError {
  return new CacheError(
    'NCQ2001',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${rounds} consecutive commits each caused another write. To prevent an endless loop, the cache dropped the ` +
        `writes that were still queued. The likely cause is a subscriber that writes to the data it subscribes to. Write ` +
        `only if the value differs from the stored value, or compute the value with a Query.`,
  );
}

/** Creates error NCQ2002, which reports that `batch` received an asynchronous function. */
export function asyncBatchError(): CacheError {
  return new CacheError(
    'NCQ2002',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `batch() received an asynchronous function. Writes after the first await would not be part of the batch. ` +
        `Nothing was written. Wait for the data first, then call batch().`,
  );
}

/** Creates error NCQ2003 for two classes that share a table but declare the same relation differently. */
export function keyConflictError(
  key: string,
  relation: string,
  classes: readonly [string, string],
): CacheError {
  return new CacheError(
    'NCQ2003',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `the entity classes ${classes.join(' and ')} share the key "${key}", but have different schemas for ` +
        `"${relation}". Classes that share a key must use equal schemas for the same relation. Use the same schema ` +
        `in both classes, or give one class another key.`,
  );
}

/** Creates error NCQ3001, which reports a write by an updater or by a static method that must be pure. */
export function writeInWriteError(): CacheError {
  return new CacheError(
    'NCQ3001',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `an updater or a static method (merge, shouldUpdate or shouldReorder) wrote to the cache. These functions may ` +
        `only return a value. To combine several writes in one commit, use batch().`,
  );
}
