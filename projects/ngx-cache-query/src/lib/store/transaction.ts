import { type Batch, BatchEntry } from '../schema/normalize/batch';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import { applyOp, outlivesReads, type RowOp } from '../schema/normalize/row-op';
import { sameFields } from '../util/equality';
import { copyFields, type Fields, freezeData } from '../util/plain-data';
import { replaceDeep } from '../util/replace-deep';
import { deserialize, keepDeserialized } from './deserialized-values';
import { Journal } from './journal';
import { isOlder, mergeOver, mergeUnder } from './merge';
import type { KnownRow, Overlay } from './overlay';
import { StoreWriter } from './effect-writer';
import type { Table } from './table';
import type { Tables } from './tables';

declare const ngDevMode: unknown;

/**
 * Writes to the tables row by row, and adds each step to a {@link Journal}. It decides whether a write changes a row:
 * by the order of writes, the merge functions and equality.
 */
export class Transaction {
  readonly journal = new Journal();
  /** Rows that commit hooks must check again, although their visible records did not change. */
  readonly recheck: { readonly table: Table; readonly pk: Pk }[] = [];

  /**
   * @param tables the tables to write to
   * @param order the place of these writes in the order of all writes
   */
  constructor(
    readonly tables: Tables,
    readonly order: number,
  ) {}

  /**
   * The place of the oldest read whose response may still arrive: a read in flight, or one that begins later in the
   * batch.
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
   * Writes the operations of a normalized input.
   *
   * @param order the write order of the operations, by default that of the transaction
   * @param isLocal whether the write is by the application, not by a server
   */
  apply(batch: Batch, order = this.order, isLocal = false): void {
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
      if (overlay !== undefined) entry = withCurrentKey(entry, overlay);
      if (internal !== undefined) entry = internal.incoming(entry, order);
      if (overlay !== undefined && overlay.has(entry.pk)) {
        this.#writeOver(overlay, table, entry.plan, entry.pk, entry.op, order, isLocal);
      } else if (entry.row === undefined) this.#remove(table, entry.pk, order);
      else this.#put(table, entry, entry.row, order);
    }
    if (batch.effects.length === 0) return;
    const writer = new TransactionWriter(this, order, isLocal);
    for (const effect of batch.effects) effect.apply(writer);
  }

  /**
   * Applies one operation to a row.
   *
   * @param order the write order of the operation, by default that of the transaction
   */
  write(plan: EntityPlan, pk: Pk, op: RowOp, order = this.order): void {
    const table = this.tables.of(plan);
    const { overlay } = table;
    const isApart = outlivesReads(op) && this.oldestRead < this.order;
    if (overlay !== undefined && (isApart || overlay.has(pk))) {
      this.#writeOver(overlay, table, plan, pk, op, order, false);
    } else if ('remove' in op) this.#remove(table, pk, order);
    else if ('put' in op) {
      this.#put(table, new BatchEntry(plan, pk, op.put, 'nothing'), op.put, order);
    } else {
      const slot = table.index.get(pk);
      const row = applyOp(plan, table.get(pk), op);
      if (row === undefined) return;
      // A row change is applied to the current row even if the change is older. For example, an older page is still
      // added to its list.
      const at = slot === undefined ? order : Math.max(order, table.writeOrders[slot]);
      this.#put(table, new BatchEntry(plan, pk, row, 'nothing'), row, at);
    }
  }

  /** Removes a row and its pending changes. */
  remove(table: Table, key: Pk, order = this.order): void {
    const pk = table.keyOf(key);
    this.dropOverlay(table, pk);
    this.#remove(table, pk, order);
  }

  /** Removes every row of a table. */
  removeAll(table: Table): void {
    for (const pk of [...(table.overlay?.pks ?? []), ...table.index.keys()]) this.remove(table, pk);
  }

  /** Writes a row that is not an entity, such as a response. It replaces an existing row that is not newer. */
  putRecord(table: Table, key: string, record: Fields, order = this.order): void {
    const slot = table.index.get(key);
    if (slot === undefined) this.#append(table, key, record, order);
    else if (order >= table.writeOrders[slot]) {
      const existing = table.records[slot]!;
      this.#replace(table, key, slot, sameFields(existing, record) ? existing : record, order);
    }
  }

  /** Puts a row without merging. The row replaces the existing row and its pending changes. */
  restore(table: Table, pk: Pk, record: Fields): void {
    this.dropOverlay(table, pk);
    const slot = table.index.get(pk);
    if (slot === undefined) this.#append(table, pk, copyFields(record), this.order);
    else {
      const existing = table.records[slot]!;
      const same = sameFields(existing, record);
      this.#replace(table, pk, slot, same ? existing : copyFields(record), this.order);
    }
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
   * Makes a row show `record`, which includes its pending changes. If `record` is `undefined`, the row is hidden and
   * keeps its slot.
   */
  show(table: Table, pk: Pk, record: Fields | undefined): void {
    const slot = table.index.get(pk);
    if (slot === undefined) {
      if (record !== undefined) this.#appear(table, pk, record);
      return;
    }
    if (record === undefined) {
      this.#clear(table, pk, slot);
      this.journal.setIn(table.hidden, pk, slot);
      return;
    }
    const before = table.records[slot]!;
    this.#replace(table, pk, slot, sameFields(before, record) ? before : record);
  }

  /** Makes a row show its record without pending changes, after all of them were dropped. */
  showKnown(table: Table, pk: Pk, { row, order }: KnownRow): void {
    this.show(table, pk, row);
    const slot = table.index.get(pk);
    if (slot === undefined) {
      if (table.hidden.has(pk)) this.journal.setIn(table.hidden, pk, undefined);
      this.recheck.push({ table, pk });
    } else {
      this.journal.confirmed(table, slot, table.writeOrders[slot]);
      table.writeOrders[slot] = order;
    }
  }

  /** Drops the pending changes of a row. */
  dropOverlay(table: Table, pk: Pk): void {
    const { overlay } = table;
    if (overlay?.has(pk) === true) this.showKnown(table, pk, overlay.drop(this.journal, pk));
  }

  /** Gives a row another key. The row stays in its slot, even if it is hidden. */
  rekey(table: Table, from: Pk, to: Pk): void {
    const { journal } = this;
    const slot = table.index.get(from);
    if (slot !== undefined) {
      const record = table.records[slot]!;
      const [gone, here] = [
        { from: slot, to: -1 },
        { from: -1, to: slot },
      ];
      const order = table.writeOrders[slot];
      table.index.delete(from);
      journal.row({ table, pk: from, ...gone, before: record, after: undefined, order }, true);
      // A rollback undoes these steps in reverse order. While it undoes the change that adds `to`, the slot must count
      // as hidden. Otherwise the slot would be removed.
      journal.onUndo(() => table.hidden.delete(to));
      table.index.set(to, slot);
      journal.row({ table, pk: to, ...here, before: undefined, after: record, order }, true);
      journal.onUndo(() => table.hidden.set(to, slot));
    }
    const hidden = table.hidden.get(from);
    if (hidden !== undefined) {
      journal.setIn(table.hidden, from, undefined);
      journal.setIn(table.hidden, to, hidden);
    }
  }

  /**
   * Leaves a tombstone for a deleted row, if an older read that could bring the row back is in flight or may still
   * begin.
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

  /** Writes to a row that has pending changes, or whose first pending change is this write. */
  #writeOver(
    overlay: Overlay,
    table: Table,
    plan: EntityPlan,
    pk: Pk,
    op: RowOp,
    order: number,
    isLocal: boolean,
  ): void {
    if ('put' in op && overlay.base(pk) === undefined && table.isDeletedAfter(pk, order)) return;
    if ('remove' in op) this.leaveTombstone(table, pk, order);
    this.show(table, pk, overlay.write(this.journal, plan, pk, op, order, isLocal));
  }

  #put(table: Table, entry: BatchEntry, row: Fields, order: number): void {
    const { plan, pk } = entry;
    const slot = table.index.get(pk);
    if (slot === undefined) {
      this.#append(table, pk, entry.own(), order);
      return;
    }
    const existing = table.records[slot]!;
    if (isOlder(plan, table.writeOrders[slot], order, existing, row)) {
      if (table.isDeletedAfter(pk, order)) return;
      this.#replace(table, pk, slot, mergeUnder(plan, existing, row), table.writeOrders[slot]);
    } else {
      this.#replace(table, pk, slot, mergeOver(plan, existing, row), order);
    }
  }

  /** @param after the record, which the table keeps without a copy */
  #append(table: Table, pk: Pk, after: Fields, order: number): void {
    if (table.isDeletedAfter(pk, order)) return;
    const made = deserialize(table, undefined, -1, after);
    this.know(table);
    if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(after);
    const to = table.append(pk, after, order, this.tables.nextInsertionOrder());
    keepDeserialized(table, to, made);
    const again = this.journal.mayRepeat || (table.tombstones.size > 0 && table.tombstones.has(pk));
    this.journal.row({ table, pk, from: -1, to, before: undefined, after, order: 0 }, again);
  }

  /** Shows a row that was not shown: a hidden row in its former slot, a new row after all others. */
  #appear(table: Table, pk: Pk, record: Fields): void {
    const slot = table.hidden.get(pk);
    if (slot === undefined) {
      this.#append(table, pk, record, this.order);
      return;
    }
    const made = deserialize(table, undefined, slot, record);
    if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(record);
    table.restore(pk, slot, record);
    keepDeserialized(table, slot, made);
    const change = { table, pk, from: -1, to: slot, before: undefined, after: record, order: 0 };
    this.journal.row(change, true);
    this.journal.setIn(table.hidden, pk, undefined);
  }

  #replace(
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
      keepDeserialized(table, slot, deserialize(table, before, slot, after));
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
    if (slot !== undefined) this.#clear(table, pk, slot);
  }

  #clear(table: Table, pk: Pk, slot: number): void {
    const before = table.records[slot]!;
    const order = table.writeOrders[slot];
    table.clear(pk, slot);
    this.journal.row({ table, pk, from: slot, to: -1, before, after: undefined, order }, true);
  }
}

/** Applies the effects of an input in the transaction that writes the input. */
class TransactionWriter extends StoreWriter {
  constructor(
    private readonly transaction: Transaction,
    order: number,
    private readonly isLocal: boolean,
  ) {
    super(transaction.tables, order);
  }

  row(plan: EntityPlan, pk: Pk): Fields | undefined {
    const table = this.tables.of(plan);
    const { overlay } = table;
    if (overlay === undefined) return table.get(pk);
    return this.isLocal ? overlay.shown(pk) : overlay.known(pk);
  }

  write(plan: EntityPlan, pk: Pk, op: RowOp): void {
    // An operation that outlives older reads has the write order of the transaction, not that of its input.
    this.transaction.write(plan, pk, op, outlivesReads(op) ? undefined : this.order);
  }
}

/** Returns the entry under the current key of its row. Fields of the row that contain the key are changed too. */
function withCurrentKey(entry: BatchEntry, overlay: Overlay): BatchEntry {
  const pk = overlay.keyOf(entry.pk);
  if (pk === entry.pk) return entry;
  const replace = (value: unknown) => (value === entry.pk ? pk : value);
  return new BatchEntry(entry.plan, pk, replaceDeep(entry.row, replace), 'nothing');
}
