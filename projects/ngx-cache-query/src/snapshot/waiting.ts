import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import { endpointOf } from '../requests/target';
import type { WriteCause, Witness } from '../store/commit';
import type { Store } from '../store/store';
import { getOrInsert } from '../util/get-or-insert';
import { type Fields, frozen } from '../util/plain-data';
import type { RowGroup } from './row-group';
import { isStored, storedNameOf, tablesNamed, textOfName } from '../extensions/stored-names';
import { type Version, Versions } from '../extensions/versions';

const all = new WeakMap<Store, Waiting>();

/**
 * Keeps restored rows until the cache uses their class, their Collection or their endpoint. Lists and responses that
 * may not be up to date any more are dropped or become stale.
 */
export class Waiting implements Witness {
  readonly #groups = new Map<string, RowGroup>();
  /** What the open write has changed: the places of rows in the order of arrival before it; `undefined` for new ones. */
  readonly #touched = new Map<Table, Map<Pk, number | undefined>>();
  readonly #store: Store;

  private constructor(store: Store) {
    this.#store = store;
    store.witnesses.push(this);
    store.tables.created = (table) => this.#place(table);
    store.emptied.push(() => this.#groups.clear());
    store.evicted.push(() => this.#drop(({ kind }) => kind !== 'entities'));
  }

  static of(store: Store): Waiting {
    return getOrInsert(all, store, () => new Waiting(store));
  }

  get groups(): Iterable<RowGroup> {
    return this.#groups.values();
  }

  /**
   * Adds rows, which replace those with the same keys, except those that are kept. If the open write fails, it takes
   * them back.
   */
  add(group: RowGroup, isKept: (mine: Version, row: Version) => boolean = () => false): void {
    const key = textOfName(group);
    const before = this.#groups.get(key);
    const rows = new Map(before?.rows.map((row) => [row.pk, row]));
    for (const row of group.rows) {
      const mine = rows.get(row.pk);
      if (!mine || !isKept(mine, row)) rows.set(row.pk, row);
    }
    const isKnown = group.isKnown || before?.isKnown === true;
    this.#groups.set(key, { ...before, ...group, isKnown, rows: [...rows.values()] });
    this.#store.undos.push(() => {
      if (!this.#groups.has(key)) this.#takeBack(group, before);
      else if (before) this.#groups.set(key, before);
      else this.#groups.delete(key);
    });
  }

  /** Drops all rows. If the open write fails, they come back. */
  clear(): void {
    const before = [...this.#groups];
    this.#groups.clear();
    this.#store.undos.push(() => {
      for (const [key, group] of before) this.#groups.set(key, group);
    });
  }

  /** @see Witness */
  touch(table: Table, pk?: Pk, data?: Fields, arrival?: number): void {
    if (this.#groups.size === 0 || pk === undefined) return;
    const rows = getOrInsert(this.#touched, table, () => new Map<Pk, number | undefined>());
    if (!rows.has(pk)) rows.set(pk, data && arrival);
  }

  /** @see Witness */
  end(cause: WriteCause): void {
    if (this.#groups.size > 0) this.#outdate(cause);
    this.#touched.clear();
  }

  #outdate({ kind }: WriteCause): void {
    if (kind === 'restore') return;
    if (kind === 'mutation') {
      // It may have added an entity to a list although the entity did not change.
      this.#drop(({ kind: of }) => of === 'lists');
      return this.patchResponses({ stale: true });
    }
    for (const [table, rows] of this.#touched) {
      const { plan } = table;
      if (endpointOf(plan.type) || plan.follow) continue;
      for (const [pk, before] of rows) {
        const { arrival, data } = table.peek(pk);
        // A row that was deleted and created again has left its lists.
        const isUpdate = data && arrival === before;
        this.#drop(
          ({ of, isFiltered }) => !!of?.includes(plan.name) && (!isUpdate || !!isFiltered),
        );
      }
    }
  }

  /** Drops groups. With a list, responses may have lost a part. */
  #drop(test: (group: RowGroup) => boolean): void {
    for (const [key, group] of this.#groups) {
      if (!test(group)) continue;
      this.#groups.delete(key);
      this.patchResponses({ stale: true });
    }
  }

  /** Changes all responses that wait. */
  patchResponses(change: Fields): void {
    for (const [key, group] of this.#groups) {
      if (group.kind !== 'responses') continue;
      const rows = group.rows.map((row) => {
        return { ...row, fields: row.fields && { ...row.fields, ...change } };
      });
      this.#groups.set(key, { ...group, rows });
    }
  }

  /** Fills a new table. There is no commit, because nothing has read the table. */
  #place(table: Table): void {
    const name = this.#groups.size > 0 ? storedNameOf(table) : undefined;
    const group = name && this.#groups.get(textOfName(name));
    if (!group || !isStored(table)) return;
    this.#groups.delete(textOfName(group));
    const versions = Versions.of(this.#store);
    const rows = [...group.rows].sort((a, b) => a.place - b.place);
    for (const { pk, fields, order, origin, at = order, place } of rows) {
      if (fields) table.addRecord(pk, frozen(fields), at, place);
      else this.#store.bury(table.row(pk), at);
      versions.note(table, pk, { order, origin, at });
    }
    if (group.isKnown) table.setKnown(true);
  }

  /** Takes rows out of the table that was filled with them. Those that waited before them come back. */
  #takeBack(group: RowGroup, before: RowGroup | undefined): void {
    const store = this.#store;
    for (const table of tablesNamed(store.tables, group)) {
      for (const { pk } of group.rows) store.change(table.row(pk), undefined, 0);
      for (const { pk, fields, order, place } of before?.rows ?? [])
        store.change(table.row(pk), frozen(fields), order, place);
      store.setKnown(table, before?.isKnown === true);
    }
  }
}
