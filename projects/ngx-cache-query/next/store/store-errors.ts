import { CacheError } from '../util/cache-error';

declare const ngDevMode: unknown;

/** Creates error NCQ2002, which reports that `batch` received an asynchronous function. */
export function asyncBatch(): CacheError {
  return new CacheError(
    'NCQ2002',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `batch() received an asynchronous function. Writes after the first await would not be part of the batch. ` +
        `Nothing was written. Wait for the data first, then call batch().`,
  );
}
