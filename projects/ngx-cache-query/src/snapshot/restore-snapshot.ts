import { deserializeAll } from '../reactive/deserialized';
import type { Table } from '../reactive/table';
import { Operation } from '../schema/input';
import { commitAs } from '../store/commit';
import { showRow } from '../store/show-row';
import type { Store } from '../store/store';
import { CacheError } from '../util/cache-error';
import { type Fields, frozen, isPlain } from '../util/plain-data';
import { CACHE, type CacheHandle } from '../extensions/cache-extension';
import { type DeletedRow, type GroupRow, groupsIn, type RowGroup } from './row-group';
import { SNAPSHOT_VERSION, type StoreChanges, type StoreSnapshot } from './stored-data';
import { isStored, tablesNamed } from '../extensions/stored-names';
import { isNewer, Versions } from '../extensions/versions';
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
    const groups = groupsIn(data);
    commitAs(store, { kind: 'restore', origin: data.origin }, () => {
      store.order.last++;
      if ((data as StoreChanges).isEmptied) this.#waiting.clear();
      const found = groups.map((group) => {
        return [group, tablesNamed(store.tables, group).find(isStored)] as const;
      });
      for (const [{ deleted }, table] of found) {
        for (const row of table ? deleted : []) this.#write(table!, row);
      }
      this.#add(found);
      for (const [{ isKnown }, table] of found) {
        if (table && (isKnown || 'causes' in data)) store.setKnown(table, isKnown);
      }
    });
  }

  /** Adds the rows of all tables in the order in which they arrived. */
  #add(found: readonly (readonly [RowGroup, Table | undefined])[]): void {
    const { tables } = this.store;
    const waiting = new Map<RowGroup, GroupRow[]>();
    const rows = found.flatMap(([group, table]) => {
      if (!table) waiting.set(group, []);
      return group.rows.map((row) => ({ group, table, row }));
    });
    for (const { group, table, row } of rows.sort((a, b) => a.row.place - b.row.place)) {
      if (table) this.#write(table, row, row.fields);
      else {
        const order = this.#stamp(row);
        waiting.get(group)!.push({ ...row, order, place: tables.arrive() });
      }
    }
    for (const [group, placed] of waiting) {
      this.#waiting.add({ ...group, rows: placed }, (a, b) => this.isAlive && isNewer(a, b));
    }
  }

  /** @param fields the fields of the row; `undefined` deletes it */
  #write(table: Table, row: DeletedRow, fields?: Fields): void {
    if (!this.#isAccepted(table, row)) return;
    const { store } = this;
    const { pk, origin } = row;
    const order = this.#stamp(row);
    if (fields) deserializeAll(table, pk, frozen(fields), 'restore');
    const target = table.row(pk);
    const operation = new Operation(table.plan, pk, fields, true);
    if (!store.overlay?.write(target, operation, order, fields)) {
      if (fields) showRow(store, target, fields, order, 0);
      // The requests of this cache that are in flight are older, although the other one does not know them.
      else store.remove(target, this.since ?? store.order.last);
    }
    this.#versions.note(table, pk, { order, origin });
  }

  #isAccepted(table: Table, row: DeletedRow): boolean {
    const { since, store } = this;
    if (since !== undefined) return store.known(table, row.pk).order <= since;
    return !this.isAlive || this.#versions.isNewer(table, row.pk, row);
  }

  /** Returns the position in the write order of this cache. What it writes from now on is newer. */
  #stamp({ order }: DeletedRow): number {
    const { store } = this;
    if (this.since !== undefined) return this.since;
    if (this.isOwn) return store.order.last;
    store.order.last = Math.max(store.order.last, order);
    return order;
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
