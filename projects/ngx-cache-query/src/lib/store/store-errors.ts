import { CacheError, CacheErrorCode } from '../util/cache-error';

declare const ngDevMode: unknown;

/** Error NCQ2001. */
export function endlessCommitsError(rounds: number): CacheError {
  return new CacheError(
    CacheErrorCode.EndlessCommits,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${rounds} commits in a row wrote again while they were told, so there is no end to it. ` +
        `A subscriber writes what it subscribes to: make it stop, or write in a batch instead.`,
  );
}

/** Error NCQ2002. */
export function asyncBatchError(): CacheError {
  return new CacheError(
    CacheErrorCode.AsyncBatch,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `batch() got an asynchronous function: what it writes after its first await would not be part of ` +
        `the batch. Nothing was written. Wait first, then batch.`,
  );
}

/** Error NCQ2003. */
export function keyConflictError(
  key: string,
  relation: string,
  classes: readonly [string, string],
): CacheError {
  return new CacheError(
    CacheErrorCode.KeyConflict,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `the entity classes ${classes.join(' and ')} have the key "${key}" in common, and different schemas ` +
        `for "${relation}". Classes that ` +
        `share a table must agree on the relations that both declare; give one of them another key.`,
  );
}

/** Error NCQ3001 of a write inside of a write. */
export function writeInWriteError(): CacheError {
  return new CacheError(
    CacheErrorCode.WriteInProcess,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `an updater, or a static merge, shouldUpdate or shouldReorder, wrote to the cache. They must only ` +
        `make what they return; write several things with batch().`,
  );
}
