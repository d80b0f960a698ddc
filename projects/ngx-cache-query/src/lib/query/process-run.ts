import type { All } from '../schema/shapes/all';
import { UNKNOWN } from '../schema/queryable';
import type { EntityClass } from '../schema/schema';
import { CacheError } from '../util/cache-error';
import type { IncrementalMemoReader } from './incremental/incremental-memo';
import { checkComplete } from '../graph/incomplete-error';

declare const ngDevMode: unknown;

/** A read of the cache that a `process` function performed, and the result of this read. */
export interface TrackedRead {
  readonly read: () => unknown;
  readonly value: unknown;
}

/** Stands for the result of a read that threw. No value equals this symbol, so `process` runs again. */
const THROWN = Symbol();

/** The reader and the reads of the running `process` function; `undefined` if none is running. */
let running: { readonly reader: IncrementalMemoReader; readonly reads: TrackedRead[] } | undefined;

export function isProcessing(): boolean {
  return running !== undefined;
}

/** Runs `process`, and adds its reads to `reads`. */
export function runProcess<T>(
  reader: IncrementalMemoReader,
  reads: TrackedRead[],
  process: () => T,
): T {
  const outer = running;
  running = { reader, reads };
  try {
    return process();
  } finally {
    running = outer;
  }
}

/** Executes a read, and adds it to the reads of the running `process` function. */
export function trackRead(read: () => unknown): unknown {
  if (running === undefined) return read();
  const { reads } = running;
  let value: unknown = THROWN;
  try {
    return (value = read());
  } finally {
    reads.push({ read, value });
  }
}

/** Whether all reads of a `process` function still have the same results. */
export function isUnchanged(reads: readonly TrackedRead[]): boolean {
  return reads.every(({ read, value }) => {
    try {
      return Object.is(read(), value);
    } catch {
      return false;
    }
  });
}

/**
 * Returns all current entities of `all`. The running `process` function becomes dependent on these entities.
 *
 * @throws CacheError NCQ3003 if no `process` function is running; {@link IncompleteError} if some entities were evicted
 */
export function allNow(all: Pick<All<EntityClass>, 'types' | 'read'>): readonly unknown[] {
  if (running === undefined) throw outsideOfCacheError();
  const { reader } = running;
  const entries = trackRead(() => all.read(reader));
  if (entries !== UNKNOWN) return entries as readonly unknown[];
  checkComplete(all.types.map((type) => reader.incremental.typeOf(type)));
  return [];
}

/** Creates error NCQ3003, which reports that a view with a join was called outside a cache. */
function outsideOfCacheError(): CacheError {
  return new CacheError(
    'NCQ3003',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `a view with join() was called outside of a cache, so it has no data to join. ` +
        `Use the view in a Query, and read the Query with select or get.`,
  );
}
