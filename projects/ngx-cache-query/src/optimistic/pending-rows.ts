import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Plan } from '../schema/plan';
import type { RecordEdit } from '../store/edit-log';
import { followOf } from '../store/followers';
import { mergedPurely } from '../store/merge';
import { showRow } from '../store/show-row';
import type { Store } from '../store/store';
import { type Fields, keep } from '../util/plain-data';
import type { LogEntry, LoggedChange } from './log-entry';
import { type Base, putUnder, shownOver } from './patch';

/**
 * The rows that mutations in flight touch. Each has a base: what the server is known to have. The visible row is the base
 * with the patches of the mutations replayed over it.
 *
 * All changes are made in a batch, and undone with it.
 */
export class PendingRows {
  /** The mutations in the order of their calls. */
  entries: readonly LogEntry[] = [];
  /** Whether mutations have left the log for a moment. The rows that they touch stay in it. */
  protected isReplaying = false;

  protected readonly bases: Map<Row, Base>;

  constructor(protected readonly store: Store) {
    this.bases = store.tables.held as Map<Row, Base>;
  }

  /** @see Overlay */
  known(row: Row): Pick<Row, 'data' | 'order'> {
    return this.bases.get(row) ?? row;
  }

  /** @see Overlay */
  confirmed(row: Row): Fields | undefined {
    const answered = this.entries.filter(({ answeredAt }) => answeredAt !== undefined);
    return shownOver(this.known(row), row, answered).data;
  }

  /** @see Overlay */
  *records(): Iterable<readonly [Row, Fields]> {
    for (const [row, { data }] of this.bases) if (data) yield [row, data];
    for (const { patches } of this.entries) {
      for (const [row, { put }] of patches) if (put) yield [row, put];
    }
  }

  /** Replaces something in all that the log contains. The functions return the same object if it does not contain it. */
  protected replaceIn(
    replaced: (row: Row, fields: Fields) => Fields,
    edited: (edit: RecordEdit) => RecordEdit = (edit) => edit,
  ): void {
    const changed = new Set<Row>();
    for (const [row, base] of [...this.bases]) {
      const data = base.data && replaced(row, base.data);
      if (data === base.data) continue;
      this.setBase(row, { ...base, data });
      changed.add(row);
    }
    for (const { patches } of this.entries) {
      for (const [row, patch] of [...patches]) {
        const put = patch.put && replaced(row, patch.put);
        const edits = patch.edits.map(edited);
        if (put === patch.put && edits.every((edit, i) => edit === patch.edits[i])) continue;
        this.set(patches, row, { ...patch, put, edits });
        changed.add(row);
      }
    }
    this.show(changed);
  }

  /** Lets go of a row that no mutation touches. */
  protected release(row: Row): void {
    const { store } = this;
    const base = this.bases.get(row);
    if (!base || this.isReplaying) return;
    if (this.entries.some(({ patches }) => patches.has(row))) return;
    if (this.#visible(row, base.data) !== base.data) return;
    this.setBase(row, undefined);
    showRow(store, row, base.data, base.order, base.arrival || row.arrival);
    if (!base.data) store.bury(row, base.order);
  }

  /** Merges an answer as its class wants: once, although it may be replayed. Returns the fields that it changes. */
  #merged(row: Row, plan: Plan, put: Fields): Fields | undefined {
    const { data } = this.known(row);
    if (!plan.ownMerge || !data) return undefined;
    const all = mergedPurely(plan, data, put, 0, 1);
    return keep(all, (name, value) => name in put || value !== data[name]);
  }

  /** Adds what a mutation does to a row to its entry. */
  protected patch(
    entry: LogEntry,
    { row, plan, put, edit, creates: isNew }: LoggedChange,
    isAnswer: boolean,
    own: readonly string[] = [],
  ): void {
    const written = isAnswer ? undefined : entry.writtenIn(row.table).get(row.pk);
    if (written === null) return;
    this.track(row);
    this.store.setKnown(row.table, true);
    const last = entry.patches.get(row);
    const before = last ?? entry.before?.get(row);
    const creates = isAnswer || isNew || (before?.creates ?? !row.data);
    if (written) put = put && putUnder(put, written, creates);
    const merged = isAnswer && put ? this.#merged(row, plan, put) : undefined;
    this.set(entry.patches, row, {
      plan,
      put: put && { ...last?.put, ...(merged ?? put) },
      creates,
      merges: isAnswer && !merged,
      own: isAnswer ? own : [...(last?.own ?? []), ...Object.keys(put ?? {})],
      edits: [...(last?.edits ?? []), ...(edit ? [edit] : [])],
    });
  }

  /** Makes the visible rows the result of the log. */
  protected show(rows: Iterable<Row>): void {
    const all = new Set(rows);
    for (const row of all) this.#showRow(row);
    this.showLists(all);
  }

  /** Shows the lists whose filters may reject entities because of pending changes. */
  protected showLists(changed: ReadonlySet<Row>): void {
    const { store } = this;
    for (const table of store.tables.followers) {
      if (![...changed].some(({ plan }) => followOf(table)!.isStrict?.(plan))) continue;
      this.showTable(table);
    }
  }

  /** Shows the rows of a table that pending changes make different from their records. */
  protected showTable(table: Table): void {
    for (const row of [...table.all()]) {
      if (this.#visible(row, row.data) !== row.data) this.track(row);
      if (!this.bases.has(row)) continue;
      this.#showRow(row);
      this.release(row);
    }
  }

  #visible({ table }: Row, data: Fields | undefined): Fields | undefined {
    return data && (followOf(table)?.visible?.(this.store, data) ?? data);
  }

  #showRow(row: Row): void {
    const base = this.bases.get(row);
    if (!base) return;
    const shown = shownOver(base, row, this.entries);
    showRow(
      this.store,
      row,
      this.#visible(row, shown.data),
      row.order,
      base.arrival || row.arrival,
    );
  }

  /** Makes a row one with pending changes. */
  protected track(row: Row): void {
    if (this.bases.has(row)) return;
    if (!row.data) row.arrival = 0; // It gets a new position, and keeps it as long as it has pending changes.
    const { data, order, arrival } = row;
    this.setBase(row, { data, order, arrival });
  }

  protected setBase(row: Row, base: Base | undefined): void {
    this.set(this.bases, row, base);
  }

  /** Sets or deletes an entry of a map, until the batch is undone. */
  protected set<K, T>(map: Map<K, T>, key: K, value: T | undefined): void {
    const before = map.get(key);
    const put = (next: T | undefined) =>
      void (next === undefined ? map.delete(key) : map.set(key, next));
    this.store.undos.push(() => put(before));
    put(value);
  }

  /** Puts an entry at a place among others. */
  protected insert(entry: LogEntry, place: number, others = this.entries): void {
    this.setEntries([...others.slice(0, place), entry, ...others.slice(place)]);
  }

  protected setEntries(entries: readonly LogEntry[]): void {
    const before = this.entries;
    this.store.undos.push(() => (this.entries = before));
    this.entries = entries;
  }
}
