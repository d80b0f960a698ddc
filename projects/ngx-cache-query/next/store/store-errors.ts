import { CacheError } from '../util/cache-error';

declare const ngDevMode: unknown;

/** Creates error NCQ2001, which reports an endless loop: too many commits in a row each caused another write. */
export function endlessCommits(rounds: number): CacheError {
  return new CacheError(
    'NCQ2001',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${rounds} consecutive commits each caused another write. To prevent an endless loop, the cache did not ` +
        `notify subscribers of the last one. The likely cause is a subscriber that writes to the data it subscribes to. Write ` +
        `only if the value differs from the stored value, or compute the value with a Query.`,
  );
}

/** Creates error NCQ2002, which reports that `batch` received an asynchronous function. */
export function asyncBatch(): CacheError {
  return new CacheError(
    'NCQ2002',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `batch() received an asynchronous function. Writes after the first await would not be part of the batch. ` +
        `Nothing was written. Wait for the data first, then call batch().`,
  );
}
