import type { All } from '../schema/shapes/all';
import { UNKNOWN } from '../schema/queryable';
import type { EntityClass } from '../schema/schema';
import { CacheError } from '../util/cache-error';
import type { IncrementalMemoReader } from './incremental/incremental-memo';
import { checkComplete } from '../graph/incomplete-error';

declare const ngDevMode: unknown;

/** A read that a `process` made by calling the cache, and the result of that read. */
export interface TrackedRead {
  readonly read: () => unknown;
  readonly value: unknown;
}

/** Stands for the result of a read that threw. No value is equal to this symbol, so `process` runs again. */
const THROWN = Symbol();

/** The reader and the reads of the running `process`; `undefined` while no `process` runs. */
let running: { readonly reader: IncrementalMemoReader; readonly reads: TrackedRead[] } | undefined;

export function isProcessing(): boolean {
  return running !== undefined;
}

/** Runs `process`, and adds the reads that it makes to `reads`. */
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

/** Runs a read, and adds it to the reads of the running `process`. */
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

/** Whether all reads of a `process` still have the same results. */
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
 * Returns all current entities of `all`. The running `process` depends on these entities from now on.
 *
 * @throws CacheError NCQ3003 when no `process` is running; {@link IncompleteError} when some entities were evicted
 */
export function allNow(all: Pick<All<EntityClass>, 'types' | 'read'>): readonly unknown[] {
  if (running === undefined) throw outsideOfCacheError();
  const { reader } = running;
  const entries = trackRead(() => all.read(reader));
  if (entries !== UNKNOWN) return entries as readonly unknown[];
  checkComplete(all.types.map((type) => reader.incremental.typeOf(type)));
  return [];
}

/** Returns error NCQ3003: a view with a join was called outside of a cache. */
function outsideOfCacheError(): CacheError {
  return new CacheError(
    'NCQ3003',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `a view with join() was called outside of a cache, so it has no data to join. ` +
        `Use the view in a Query, and read the Query with select or get.`,
  );
}
