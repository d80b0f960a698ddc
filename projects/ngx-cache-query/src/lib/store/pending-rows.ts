import type { Pk } from '../schema/entity/pk';
import { sameFields } from '../util/equality';
import { type Fields, freezeData } from '../util/plain-data';
import { deserialize, keepDeserialized } from './deserialized-values';
import type { Table } from './table';
import type { Transaction } from './transaction';

declare const ngDevMode: unknown;

// Functions that write rows with pending changes. They are not methods of Transaction, so that applications without
// overlays do not bundle them.

/** The state of a row, not including pending changes: the row and its write order. */
export interface KnownRow {
  readonly row: Fields | undefined;
  readonly order: number;
}

/**
 * Sets the visible record of a row to `record`, which includes the pending changes. If `record` is `undefined`, the row
 * is hidden but keeps its slot.
 */
export function show(
  transaction: Transaction,
  table: Table,
  pk: Pk,
  record: Fields | undefined,
): void {
  const slot = table.index.get(pk);
  if (slot === undefined) {
    if (record !== undefined) appear(transaction, table, pk, record);
    return;
  }
  if (record === undefined) {
    transaction.clear(table, pk, slot);
    transaction.journal.setIn(table.hidden, pk, slot);
    return;
  }
  const before = table.records[slot]!;
  transaction.replace(table, pk, slot, sameFields(before, record) ? before : record);
}

/** Writes the known state of a row back to its table. Called after all pending changes to the row have been dropped. */
export function showKnown(
  transaction: Transaction,
  table: Table,
  pk: Pk,
  { row, order }: KnownRow,
): void {
  const { journal } = transaction;
  show(transaction, table, pk, row);
  const slot = table.index.get(pk);
  if (slot === undefined) {
    if (table.hidden.has(pk)) journal.setIn(table.hidden, pk, undefined);
    transaction.recheck.push({ table, pk, order });
  } else {
    journal.confirmed(table, slot, table.writeOrders[slot]);
    table.writeOrders[slot] = order;
  }
}

/** Changes the key of a row. The row keeps its slot, even if it is hidden. */
export function rekey({ journal }: Transaction, table: Table, from: Pk, to: Pk): void {
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
    // A rollback undoes these steps in reverse order. While it undoes the change that adds `to`, the slot must count as
    // hidden. Otherwise the rollback would remove the slot.
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

/** Shows a row that was not visible. A hidden row appears in its previous slot, and a new row after all other rows. */
function appear(transaction: Transaction, table: Table, pk: Pk, record: Fields): void {
  const slot = table.hidden.get(pk);
  if (slot === undefined) {
    transaction.append(table, pk, record, transaction.order);
    return;
  }
  const { deserialized } = table;
  const made = deserialized && deserialize(deserialized, undefined, slot, record);
  if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(record);
  table.restore(pk, slot, record);
  if (made) keepDeserialized(deserialized, slot, made);
  const change = { table, pk, from: -1, to: slot, before: undefined, after: record, order: 0 };
  transaction.journal.row(change, true);
  transaction.journal.setIn(table.hidden, pk, undefined);
}
