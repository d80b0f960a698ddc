import { deserializeAll } from '../reactive/deserialized';
import type { Table } from '../reactive/table';
import { Operation } from '../schema/input';
import { commitAs } from '../store/commit';
import { showRow } from '../store/show-row';
import type { Store } from '../store/store';
import { CacheError } from '../util/cache-error';
import { frozen, isPlain } from '../util/plain-data';
import { CACHE, type CacheHandle } from '../extensions/cache-extension';
import { type GroupRow, groupsIn } from './row-group';
import { SNAPSHOT_VERSION, type StoreChanges, type StoreSnapshot } from './stored-data';
import { isStored, tablesNamed } from '../extensions/stored-names';
import { isNewer, type Version, Versions } from '../extensions/versions';
import { Waiting } from './waiting';

declare const ngDevMode: unknown;

/** Whether a value is a snapshot in the format of the current version. */
export function isSnapshot(value: unknown): value is StoreSnapshot {
  return isPlain(value) && value['version'] === SNAPSHOT_VERSION;
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
 * Writes a snapshot or changes to a cache.
 *
 * @param since the position at which a restore has begun, if it is older than everything that was written since then
 * @returns whether the data could be applied: changes cannot if earlier changes of the same cache are missing
 * @throws CacheError NCQ4006 if the data has another version
 */
export function restore(store: Store, data: StoreSnapshot, since?: number): boolean {
  if (!isSnapshot(data)) throw notSnapshot();
  const versions = Versions.of(store);
  const { origin, sequence } = data;
  const isOwn = origin === versions.origin;
  const last = versions.seen.get(origin);
  const isChange = 'causes' in data;
  if (isChange && sequence !== undefined && !isOwn) {
    if (sequence <= (last ?? 0)) return true;
    if (sequence !== (last ?? 0) + 1) {
      versions.seen.set(origin, last ?? 0);
      return false;
    }
  }
  new Restore(store, isChange || (last !== undefined && !isOwn), since, isOwn).run(data);
  if (sequence !== undefined && !isOwn) {
    store.onCommit((failure) => {
      if (!failure) versions.seen.set(origin, Math.max(sequence, last ?? 0));
    });
  }
  return true;
}

class Restore {
  readonly #versions: Versions;
  readonly #waiting: Waiting;

  /**
   * @param isAlive whether the other cache exchanges changes with this one, so that older data never replaces newer
   * @param isOwn whether this cache returns to its own past
   */
  constructor(
    private readonly store: Store,
    private readonly isAlive: boolean,
    private readonly since: number | undefined,
    private readonly isOwn: boolean,
  ) {
    this.#versions = Versions.of(store);
    this.#waiting = Waiting.of(store);
  }

  run(data: StoreSnapshot): void {
    const { store } = this;
    const { order, tables } = store;
    const groups = groupsIn(data);
    commitAs(store, { kind: 'restore', origin: data.origin }, () => {
      order.last++;
      if ((data as StoreChanges).isEmptied) this.#waiting.clear();
      const found = groups.map((group) => {
        const table = tablesNamed(tables, group).find(isStored);
        return { group, table, waiting: [] as GroupRow[] };
      });
      // All tables get their rows in the order in which these arrived.
      const rows = found.flatMap((to) => to.group.rows.map((row) => ({ row, to })));
      for (const { row, to } of rows.sort((a, b) => a.row.place - b.row.place)) {
        if (to.table) this.#write(to.table, row);
        else to.waiting.push({ ...row, ...this.#stamp(row), place: tables.arrive() });
      }
      for (const { group, table, waiting } of found) {
        if (!table) {
          const isKept = (mine: Version, row: Version) => this.isAlive && isNewer(mine, row);
          this.#waiting.add({ ...group, rows: waiting }, isKept);
        } else if (group.isKnown || 'causes' in data) store.setKnown(table, group.isKnown);
      }
    });
  }

  #write(table: Table, row: GroupRow): void {
    if (!this.#isAccepted(table, row)) return;
    const { store } = this;
    const { fields, pk, origin } = row;
    const { order, at } = this.#stamp(row);
    if (fields) deserializeAll(table, pk, frozen(fields), 'restore');
    const target = table.row(pk);
    const operation = new Operation(table.plan, pk, fields, true);
    if (!store.overlay?.write(target, operation, at, fields)) {
      if (fields) showRow(store, target, fields, at, 0);
      else store.remove(target, at);
    }
    this.#versions.note(table, pk, { order, origin, at });
  }

  #isAccepted(table: Table, row: GroupRow): boolean {
    const { since, store } = this;
    if (since !== undefined) return store.known(table, row.pk).order <= since;
    return !this.isAlive || !isNewer(this.#versions.of(table, row.pk), row);
  }

  /** Returns the positions in the write order of all caches, and of this one. What it writes from now on is newer. */
  #stamp(row: GroupRow): { readonly order: number; readonly at: number } {
    const { isAlive, isOwn, since, store } = this;
    const clock = store.order;
    const order = since ?? (isOwn ? clock.last : row.order);
    clock.last = Math.max(clock.last, order);
    // The requests of this cache that are in flight are older, although the other one does not know them.
    return { order, at: isAlive && since === undefined ? clock.last : order };
  }
}

/** Error NCQ4006. */
function notSnapshot(): CacheError {
  return new CacheError(
    'NCQ4006',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `restoreSnapshot: expected a snapshot of version ${SNAPSHOT_VERSION}. Nothing was restored. Discard data that another version ` +
        `of the application stored.`,
    { source: 'restoreSnapshot' },
  );
}
