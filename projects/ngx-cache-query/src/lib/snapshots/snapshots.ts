import { type CacheHandle, CHANGE_SET, type Commit, PARTS } from '../extensions/cache-extension';
import { hookOf } from '../store/hook-of';
import { changedRows, removedResponses } from './changed-rows';
import { restoring } from './restore-snapshot';
import type { StoreChanges, StoreSnapshot } from './stored-data';
import { snapshotOf } from './take-snapshot';
import { WaitingData } from './waiting-data';

/**
 * Returns the contents of a cache as a snapshot: entities, lists, responses with their arguments and age, and what is
 * known about each class. `JSON.stringify` can convert the snapshot without loss. Three kinds of data are not included:
 * pending changes from mutations, `sensitive` data, and data without a stable name. The last kind includes the entities
 * of classes without a `static key` and the responses of endpoints without a name.
 *
 * @example
 * ```ts
 * class Session implements CacheExtension {
 *   onInit(cache: CacheHandle): void {
 *     const stored: unknown = JSON.parse(sessionStorage.getItem('cache') ?? 'null');
 *     if (isSnapshot(stored)) restoreSnapshot(cache, stored);
 *     addEventListener('pagehide', () =>
 *       sessionStorage.setItem('cache', JSON.stringify(takeSnapshot(cache))),
 *     );
 *   }
 * }
 * ```
 */
export function takeSnapshot(cache: CacheHandle): StoreSnapshot {
  const { reader, environment } = cache[PARTS];
  return snapshotOf(reader, environment.timers.now());
}

/**
 * Writes a snapshot, or changes from another cache, to the cache in one commit. The data replaces rows and responses
 * with the same key. Rows and responses that the data marks as deleted or removed are dropped. All other data stays in
 * the cache. If you call this function in the `onInit` method of an extension, the data is available before the first
 * read.
 *
 * @throws CacheError NCQ4006 if the data is not a snapshot or has a different version; nothing is written in this case
 */
export function restoreSnapshot(cache: CacheHandle, data: StoreSnapshot): void {
  const { reader, writer } = cache[PARTS];
  writer.mayWrite('restoreSnapshot');
  writer.write(restoring(reader.store, data));
}

/**
 * Begins a restore whose data arrives later, for example from a database. Call this function in `onInit`. Data that is
 * written in the meantime is newer, so it is kept. If `reset` or `clear` is called before the data arrives, the data is
 * ignored.
 *
 * @returns a function that restores the data; call it with `undefined` if there is no data
 *
 * @example
 * ```ts
 * class Persistence implements CacheExtension {
 *   onInit(cache: CacheHandle): void {
 *     const restore = beginRestore(cache);
 *     void database.load().then(restore);
 *   }
 * }
 * ```
 */
export function beginRestore(cache: CacheHandle): (data: StoreSnapshot | undefined) => void {
  const { reader, writer } = cache[PARTS];
  const { store } = reader;
  hookOf(store, WaitingData);
  const order = store.beginRead();
  const { epoch } = store;
  let isEnded = false;
  return (data) => {
    if (isEnded) return;
    isEnded = true;
    try {
      if (data !== undefined && store.epoch === epoch) {
        writer.mayWrite('restoreSnapshot');
        writer.write(restoring(store, data, order));
      }
    } finally {
      store.endRead(order);
    }
  };
}

/**
 * Returns a snapshot of the changes that a commit made, so that another cache can restore them. The snapshot contains
 * the changed rows and responses as they are after the commit. Call this function in `onCommit`.
 *
 * @example
 * ```ts
 * class ChangeLog implements CacheExtension {
 *   #cache!: CacheHandle;
 *
 *   onInit(cache: CacheHandle): void {
 *     this.#cache = cache;
 *   }
 *
 *   onCommit(commit: Commit): void {
 *     void database.save(changesOf(this.#cache, commit));
 *   }
 * }
 * ```
 */
export function changesOf(cache: CacheHandle, commit: Commit): StoreChanges {
  const { reader, environment } = cache[PARTS];
  const { causes, [CHANGE_SET]: changes } = commit;
  const snapshot = snapshotOf(reader, environment.timers.now(), () => changedRows(changes));
  const removed = removedResponses(reader.store.tables.results, changes);
  return { ...snapshot, responses: [...snapshot.responses, ...removed], causes };
}
