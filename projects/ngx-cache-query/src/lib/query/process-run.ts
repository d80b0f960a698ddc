import type { All } from '../schema/shapes/all';
import { UNKNOWN } from '../schema/query/queryable';
import type { EntityClass } from '../schema/schema';
import { CacheError, CacheErrorCode } from '../util/cache-error';
import type { IncrementalMemoReader } from './incremental/incremental-memo';
import { checkComplete } from '../graph/incomplete-error';

declare const ngDevMode: unknown;

/** A read that `process` made by itself, and what it gave. */
export interface TrackedRead {
  readonly read: () => unknown;
  readonly value: unknown;
}

/** In place of what a read gave, when it threw: no value is the same. */
const THROWN = Symbol('thrown');

/** The `process` that is running, if there is one. */
let running: { readonly reader: IncrementalMemoReader; readonly noted: TrackedRead[] } | undefined;

/** Whether a `process` is running. */
export function isProcessing(): boolean {
  return running !== undefined;
}

/** Runs a `process`; what it reads by itself goes into `noted`. */
export function runProcess<T>(
  reader: IncrementalMemoReader,
  noted: TrackedRead[],
  process: () => T,
): T {
  const outer = running;
  running = { reader, noted };
  try {
    return process();
  } finally {
    running = outer;
  }
}

/** Notes a read for the `process` that is running. */
export function trackRead(read: () => unknown): unknown {
  if (running === undefined) return read();
  const { noted } = running;
  let value: unknown = THROWN;
  try {
    return (value = read());
  } finally {
    noted.push({ read, value });
  }
}

/** Whether the reads of a `process` would give what they gave. */
export function isUnchanged(noted: readonly TrackedRead[]): boolean {
  return noted.every(({ read, value }) => {
    try {
      return Object.is(read(), value);
    } catch {
      return false;
    }
  });
}

/**
 * All entities, as of now, for the `process` that is running, which depends on them from now on.
 *
 * @throws CacheError NCQ3003 when none is running; {@link Lost} when some of them were released
 */
export function allNow(all: Pick<All<EntityClass>, 'types' | 'read'>): readonly unknown[] {
  if (running === undefined) throw outsideOfCacheError();
  const { reader } = running;
  const entries = trackRead(() => all.read(reader));
  if (entries !== UNKNOWN) return entries as readonly unknown[];
  checkComplete(all.types.map((type) => reader.incremental.typeOf(type)));
  return [];
}

/** Error NCQ3003. */
function outsideOfCacheError(): CacheError {
  return new CacheError(
    CacheErrorCode.OutsideOfCache,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `a view with join() was called outside of a cache, so it has no data to join. ` +
        `Use the view in a Query, and read the Query with select or get.`,
  );
}
