import { type Batch, BatchEntry } from '../schema/normalize/batch';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import { applyOp, outlivesReads, type RowOp } from '../schema/normalize/row-op';
import { type Fields, freezeData } from '../util/plain-data';
import { deserialize, keepDeserialized } from './deserialized-values';
import { Journal } from './journal';
import { isOlder, mergeOver, mergeUnder } from './merge';
import type { Table } from './table';
import type { Tables } from './tables';

declare const ngDevMode: unknown;

/** A row that commit hooks must check again. */
export interface RecheckedRow {
  readonly table: Table;
  readonly pk: Pk;
  /** The write order of the last known write or deletion of the row; -1 if there is none. */
  readonly order: number;
}

/**
 * Writes rows to the tables, and records each change in a {@link Journal}. Decides whether a write changes a row. The
 * decision depends on the write order, on the merge functions, and on whether the new data differs from the existing
 * data.
 */
export class Transaction {
  readonly journal = new Journal();
  /** Rows that commit hooks must check again even though their visible records did not change. */
  readonly recheck: RecheckedRow[] = [];

  /**
   * @param tables the tables to write to
   * @param order the position of the transaction in the write order
   */
  constructor(
    readonly tables: Tables,
    readonly order: number,
  ) {}

  /**
   * The position of the oldest read whose response may still arrive. In a batch, this position is always lower than
   * {@link order}, because reads that begin during the batch count as older than the batch.
   */
  get oldestRead(): number {
    const { oldestRead } = this.tables;
    return this.journal.isBatch ? Math.min(oldestRead, this.order - 1) : oldestRead;
  }

  /** Whether nothing was written. */
  get isEmpty(): boolean {
    return this.journal.isEmpty;
  }

  /**
   * Applies the operations of a normalized input.
   *
   * @param order the write order of the operations; by default, the write order of the transaction
   * @param isLocal whether the write was made by the application and not by a server
   */
  apply(batch: Batch, order = this.order, isLocal = false): void {
    this.journal.isLocal ||= isLocal;
    for (const plan of batch.listedPlans) this.know(this.tables.of(plan));
    let plan: EntityPlan | undefined;
    let table!: Table;
    for (let next = batch.first; next !== undefined; next = next.next) {
      let entry = next;
      if (entry.plan !== plan) {
        plan = entry.plan;
        table = this.tables.of(plan);
      }
      const { overlay, internal } = table;
      if (overlay !== undefined) entry = overlay.current(entry);
      if (internal !== undefined) entry = internal.incoming(entry, order);
      if (overlay !== undefined && overlay.has(entry.pk)) {
        overlay.write(this, entry.plan, entry.pk, entry.op, order, isLocal);
      } else if (entry.row === undefined) this.#remove(table, entry.pk, order);
      else this.#put(table, entry, entry.row, order);
    }
    for (const effect of batch.effects) effect.commit(this, order, isLocal);
  }

  /**
   * Applies one operation to a row.
   *
   * @param order the write order of the operation; by default, the write order of the transaction
   */
  write(plan: EntityPlan, pk: Pk, op: RowOp, order = this.order): void {
    const table = this.tables.of(plan);
    const { overlay } = table;
    const isApart = outlivesReads(op) && this.oldestRead < this.order;
    if (overlay !== undefined && (isApart || overlay.has(pk))) {
      overlay.write(this, plan, pk, op, order, false);
    } else if ('remove' in op) this.#remove(table, pk, order);
    else if ('put' in op) {
      this.#put(table, new BatchEntry(plan, pk, op.put, 'nothing'), op.put, order);
    } else {
      const slot = table.index.get(pk);
      const row = applyOp(plan, table.get(pk), op);
      if (row === undefined) return;
      // A row change is applied to the current row even if the change is older. For example, a page that arrives late
      // is still added to its list.
      const at = slot === undefined ? order : Math.max(order, table.writeOrders[slot]);
      this.#put(table, new BatchEntry(plan, pk, row, 'nothing'), row, at);
    }
  }

  /** Removes a row and drops its pending changes. */
  remove(table: Table, key: Pk, order = this.order): void {
    const pk = table.keyOf(key);
    table.overlay?.drop(this, pk);
    this.#remove(table, pk, order);
  }

  /** Removes every row of a table. */
  removeAll(table: Table): void {
    for (const pk of [...(table.overlay?.pks ?? []), ...table.index.keys()]) this.remove(table, pk);
  }

  /** Empties every table. */
  reset(epoch: number): void {
    this.journal.assign(this.tables, 'epoch', epoch);
    for (const table of this.tables.all) {
      this.removeAll(table);
      table.overlay?.clearKeys(this.journal);
      if (table.knowledge !== 'unknown') this.journal.know(table, 'unknown');
    }
  }

  /**
   * Adds a tombstone for a deleted row, if the response to a read could restore the row. In a batch, this also applies
   * to a read that begins after the deletion: the cache treats it as older than the batch, so its response could
   * restore the row.
   */
  leaveTombstone(table: Table, pk: Pk, order: number): void {
    if (!this.tables.reading && !this.journal.mayRepeat) return;
    const before = table.tombstones.get(pk);
    if (before !== undefined && before >= order) return;
    this.journal.setIn(table.tombstones, pk, order);
    this.tables.hasTombstones = true;
  }

  /** Marks a table as known. */
  know(table: Table): void {
    if (!table.isKnown) this.journal.know(table, 'known');
  }

  #put(table: Table, entry: BatchEntry, row: Fields, order: number): void {
    const { plan, pk } = entry;
    const slot = table.index.get(pk);
    if (slot === undefined) {
      this.append(table, pk, entry.own(), order);
      return;
    }
    const existing = table.records[slot]!;
    if (isOlder(plan, table.writeOrders[slot], order, existing, row)) {
      if (table.isDeletedAfter(pk, order)) return;
      this.replace(table, pk, slot, mergeUnder(plan, existing, row), table.writeOrders[slot]);
    } else {
      this.replace(table, pk, slot, mergeOver(plan, existing, row), order);
    }
  }

  /** @param after the record; the table stores it without copying it */
  append(table: Table, pk: Pk, after: Fields, order: number): void {
    const { deserialized } = table;
    const deleted = table.tombstones.get(pk) ?? 0;
    if (deleted > order) return;
    const made = deserialized && deserialize(deserialized, undefined, -1, after);
    this.know(table);
    if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(after);
    const to = table.append(pk, after, order, this.tables.nextInsertionOrder());
    if (made) keepDeserialized(deserialized, to, made);
    const again = this.journal.mayRepeat || deleted > 0;
    this.journal.row({ table, pk, from: -1, to, before: undefined, after, order: 0 }, again);
  }

  /** Replaces the record of a row. If the new record is the same object, only the write order changes. */
  replace(
    table: Table,
    pk: Pk,
    slot: number,
    after: Fields,
    order = table.writeOrders[slot],
  ): void {
    const before = table.records[slot]!;
    const had = table.writeOrders[slot];
    if (after === before) {
      if (order > had) this.journal.confirmed(table, slot, had);
    } else {
      const { deserialized: all } = table;
      if (all) keepDeserialized(all, slot, deserialize(all, before, slot, after));
      if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(after);
      table.records[slot] = after;
      const change = { table, pk, from: slot, to: slot, before, after, order: had };
      this.journal.row(change, had >= order);
    }
    if (order > had) table.writeOrders[slot] = order;
  }

  #remove(table: Table, pk: Pk, order: number): void {
    const slot = table.index.get(pk);
    if (slot !== undefined && order < table.writeOrders[slot]) return;
    this.leaveTombstone(table, pk, order);
    if (slot !== undefined) this.clear(table, pk, slot);
  }

  /** Removes a row. Its slot becomes free. */
  clear(table: Table, pk: Pk, slot: number): void {
    const before = table.records[slot]!;
    const order = table.writeOrders[slot];
    table.clear(pk, slot);
    this.journal.row({ table, pk, from: slot, to: -1, before, after: undefined, order }, true);
  }
}
