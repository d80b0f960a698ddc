import type { EntityPlan } from '../schema/entity-plan';
import type { Pk } from '../schema/pk';
import { sameFields } from '../util/equality';
import type { OpenCall } from './open-call';
import { afterOp, type RowLog, type RowOp, shownBy, withEdit } from './row-log';
import type { Table } from './table';
import type { Transaction } from './transaction';

/** The log of a row, or a new one. */
export function logOf(table: Table, plan: EntityPlan, pk: Pk): RowLog {
  const log = table.logs.get(pk);
  if (log !== undefined) return log;
  const slot = table.index.get(pk);
  return slot === undefined
    ? { plan, base: undefined, baseOrder: -1, entries: [] }
    : { plan, base: table.records[slot], baseOrder: table.orders[slot], entries: [] };
}

/** Sets the log of a row, and shows what it says. */
export function setLog(transaction: Transaction, table: Table, pk: Pk, log: RowLog): void {
  noteLog(transaction, table, pk, log);
  show(transaction, table, pk, shownBy(log));
}

/** Edits a list that has a log, or needs one because an older read may arrive, which does not undo the edit. */
export function editList(
  transaction: Transaction,
  { table, plan }: { readonly table: Table; readonly plan: EntityPlan },
  pk: Pk,
  op: Extract<RowOp, { readonly edit: unknown }>,
): void {
  const log = logOf(table, plan, pk);
  const next = withEdit(log, op, transaction.order);
  noteAnswered(transaction, table, pk);
  noteLog(transaction, table, pk, next);
  const isOnTop = log.entries.at(-1)?.order !== undefined;
  show(transaction, table, pk, isOnTop ? afterOp(plan, table.get(pk), op) : shownBy(next));
}

/** Forgets what mutations under way are expected to do to a row. */
export function forgetLog(transaction: Transaction, table: Table, pk: Pk): void {
  endLog(transaction, table, pk, table.logs.get(pk)!);
}

/** The row has no mutation left that has to do with it: what is known of it is what is shown. */
export function endLog(
  transaction: Transaction,
  table: Table,
  pk: Pk,
  { base, baseOrder }: RowLog,
): void {
  const { journal, tables } = transaction;
  journal.include(tables.answered, false, table, pk);
  noteLog(transaction, table, pk, undefined);
  show(transaction, table, pk, base);
  const slot = table.index.get(pk);
  if (slot === undefined) {
    if (table.reserved.has(pk)) journal.setIn(table.reserved, pk, undefined);
    transaction.unsettled.push({ table, pk });
  } else {
    journal.confirmed(table, slot, table.orders[slot]);
    table.orders[slot] = baseOrder;
  }
}

/** Replaces the log of a row, and shows nothing. */
export function noteLog(
  { journal }: Transaction,
  table: Table,
  pk: Pk,
  log: RowLog | undefined,
): void {
  journal.setIn(table.logs, pk, log);
}

/** Notes that a mutation is expected to change a row. */
export function noteRow({ journal }: Transaction, call: OpenCall, table: Table, pk: Pk): void {
  journal.include(call.rows, true, table, pk);
}

/** Notes that a response to a row is kept apart, since an older request is in flight. */
export function noteAnswered({ journal, tables }: Transaction, table: Table, pk: Pk): void {
  journal.include(tables.answered, true, table, pk);
}

/** Shows a row as it is by now; one that is hidden keeps its place. */
function show(transaction: Transaction, table: Table, pk: Pk, after: RowLog['base']): void {
  const { journal } = transaction;
  const slot = table.index.get(pk);
  if (slot === undefined) {
    if (after !== undefined) transaction.appear(table, pk, after);
    return;
  }
  const before = table.records[slot]!;
  if (after !== undefined) {
    transaction.replace(table, pk, slot, sameFields(before, after) ? before : after);
    return;
  }
  const order = table.orders[slot];
  table.clear(pk, slot);
  journal.row({ table, pk, from: slot, to: -1, before, after: undefined, order }, true);
  journal.setIn(table.reserved, pk, slot);
}
