import type { AnyEndpoint } from '../requests/endpoint';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import { planOf } from '../schema/plan';
import type { Cause } from '../store/commit';
import { CACHE, type CacheHandle } from './cache-handle';
import { CHANGES, type Commit } from './extension-commit';
import { restore } from './restore-snapshot';
import { isSecretEndpoint } from './secrets';
import type { StoreChanges, StoreSnapshot } from './stored-data';
import { snapshotOf } from './take-snapshot';
import { Versions } from './versions';
import { Waiting } from './waiting';

/**
 * Returns the contents of a cache as a snapshot that survives `JSON.stringify`. It does not contain pending changes
 * from mutations, `sensitive` data, classes without a `static key` and endpoints without a name.
 *
 * @example
 * ```ts
 * const stored: unknown = JSON.parse(sessionStorage.getItem('cache') ?? 'null');
 * if (isSnapshot(stored)) restoreSnapshot(cache, stored);
 * addEventListener('pagehide', () =>
 *   sessionStorage.setItem('cache', JSON.stringify(takeSnapshot(cache))),
 * );
 * ```
 */
export function takeSnapshot(cache: CacheHandle): StoreSnapshot {
  const { clock, store } = cache[CACHE];
  return snapshotOf(store, clock.now(), {
    waiting: Waiting.of(store).groups,
    keysOf: ({ index }) => index.keys(),
    concerns: ({ isKnown }) => isKnown,
  });
}

/**
 * Writes a snapshot, or changes from another cache, in one commit. Changes of one cache must be restored in their
 * order; older data never replaces newer data.
 *
 * @returns `false` if changes of the same cache are missing: nothing was written, so restore a new snapshot of it
 * @throws CacheError NCQ4006 if the data is not a snapshot or has a different version
 */
export function restoreSnapshot(cache: CacheHandle, data: StoreSnapshot): boolean {
  const { store, write } = cache[CACHE];
  let isApplied = true;
  write('restoreSnapshot', () => (isApplied = restore(store, data)));
  return isApplied;
}

/**
 * Begins, in `onInit`, a restore whose data arrives later. Data that is written in the meantime is kept. After `reset`
 * or `clear`, the data is ignored.
 *
 * @returns a function that restores the data; call it with `undefined` if there is none
 *
 * @example
 * ```ts
 * onInit(cache: CacheHandle): void {
 *   void database.load().then(beginRestore(cache));
 * }
 * ```
 */
export function beginRestore(cache: CacheHandle): (data: StoreSnapshot | undefined) => void {
  const { store, write } = cache[CACHE];
  const since = store.beginRead();
  let isEnded = false;
  let isEmptied = false;
  store.emptied.push(() => (isEmptied = true));
  return (data) => {
    if (isEnded) return;
    isEnded = true;
    try {
      if (data !== undefined && !isEmptied) {
        write('restoreSnapshot', () => restore(store, data, since));
      }
    } finally {
      store.endRead();
    }
  };
}

/**
 * Returns the rows and responses that a commit changed, for another cache. Call it in `onCommit`.
 *
 * @example
 * ```ts
 * onCommit(commit: Commit): void {
 *   void database.save(changesOf(this.#cache, commit));
 * }
 * ```
 */
export function changesOf(cache: CacheHandle, commit: Commit): StoreChanges {
  const { clock, store } = cache[CACHE];
  const { cause, changes, known, sequence, isEmptied } = commit[CHANGES];
  const { tables } = store;
  if (sequence !== undefined) Versions.of(store).noteDeletions(changes);
  const changed = new Map<Table, Set<Pk>>();
  const moved = new Map<Table, Set<Pk>>();
  for (const { type, pk, isMoved } of changes) {
    const table = tables.of(planOf(type)).main;
    for (const pks of isMoved ? [changed, moved] : [changed]) {
      pks.set(table, (pks.get(table) ?? new Set<Pk>()).add(pk));
    }
  }
  const concerned = new Set(known.map(([type]) => tables.of(planOf(type)).main));
  const { sequence: _, ...snapshot } = snapshotOf(store, clock.now(), {
    keysOf: (table) => changed.get(table) ?? [],
    concerns: (table) => concerned.has(table),
    isMoved: (table, pk) => moved.get(table)?.has(pk) === true,
  });
  return {
    ...snapshot,
    ...(sequence !== undefined && { sequence }),
    causes: isSecret(cause) ? commit.causes.map(({ kind }) => ({ kind })) : commit.causes,
    ...(isEmptied && { isEmptied }),
  };
}

/** Whether the key and the arguments of a request must not leave the cache. */
function isSecret({ source, args }: Cause): boolean {
  return !!source && !!args && isSecretEndpoint(source as AnyEndpoint);
}
