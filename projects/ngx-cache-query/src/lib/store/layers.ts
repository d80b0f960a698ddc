import type { Batch, BatchEntry } from '../schema/batch';
import type { EntityPlan } from '../schema/entity-plan';
import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import { knownRow, type MemberRow, shownRow, writeLists } from './lists';
import { endLog, forgetLog, logOf, noteAnswered, noteLog, noteRow, setLog } from './log-steps';
import { type OpenCall, Rows } from './open-call';
import { withoutRevivals } from './overtaken';
import { type Entry, inCallOrder, type RowOp, settled, withOp } from './row-log';
import { rename, type Swap } from './rename';
import { sendWaiting } from './waiting-calls';
import type { Table } from './table';
import type { Transaction } from './transaction';

/** Shows what a mutation is expected to do, until it ends. */
export function expectWrites(transaction: Transaction, batch: Batch, call: OpenCall): void {
  const { tables } = transaction;
  for (const plan of batch.listed) transaction.know(tables.of(plan));
  for (let each = batch.first; each !== undefined; each = each.next) {
    const { plan, pk } = each;
    expectOp(transaction, call, { table: tables.of(plan), plan }, pk, opOf(each));
  }
  for (const write of batch.lists) {
    if ('page' in write) continue;
    writeLists(tables, write, shownRow, (lists, pk, op) =>
      expectOp(transaction, call, lists, pk, op),
    );
  }
}

/** Shows one thing that a mutation is expected to do to a row. */
export function expectOp(
  transaction: Transaction,
  call: OpenCall,
  { table, plan }: { readonly table: Table; readonly plan: EntityPlan },
  pk: Pk,
  op: RowOp,
): void {
  const creates = table.get(pk) === undefined;
  const log = logOf(table, plan, pk);
  const ops = [creates ? op : sameKeys(op, table.get(pk)!)];
  const asked = ops.flatMap((each) => ('put' in each ? Object.keys(each.put) : []));
  const entry = { call, ops, order: undefined, creates, asked, wasExpected: true };
  const entries = withEntry(log.entries, entry);
  noteRow(transaction, call, table, pk);
  setLog(transaction, table, pk, { ...log, entries });
}

/**
 * Puts what a mutation answered in place of what was expected of it, and ends it.
 *
 * @param swaps the keys that the server gave in place of temporary ones
 */
export function answerCall(
  transaction: Transaction,
  batch: Batch,
  call: OpenCall,
  swaps: readonly Swap[],
): void {
  const { tables, order } = transaction;
  for (const swap of swaps) rename(transaction, swap);
  sendWaiting(transaction, swaps);
  const isAlone = tables.oldestCall === call;
  const said = new Rows();
  const write = (table: Table, plan: EntityPlan, pk: Pk, op: RowOp) => {
    const isFirst = !said.has(table, pk);
    said.add(table, pk);
    // A deletion must be known as long as an older version may come, an edit as long as an older list may.
    const isKept =
      ('remove' in op && plan.ownShouldReorder && tables.calls.size > 1) ||
      ('edit' in op && transaction.oldestRead < order);
    if (isAlone && !isKept && !table.logs.has(pk)) {
      transaction.write(table, plan, pk, op);
      return;
    }
    if ('remove' in op) transaction.bury(table, pk, order);
    const log = logOf(table, plan, pk);
    const before = log.entries.find((entry) => entry.call === call);
    const { asked, wasExpected } = before ?? { asked: [], wasExpected: false };
    const others = isFirst ? log.entries.filter((entry) => entry.call !== call) : log.entries;
    const entry = { call, ops: [op], order, creates: true, asked, wasExpected };
    noteAnswered(transaction, table, pk);
    const entries = withEntry(others, entry);
    setLog(transaction, table, pk, withoutRevivals({ ...log, entries }));
  };
  for (const plan of batch.listed) transaction.know(tables.of(plan));
  for (let each = batch.first; each !== undefined; each = each.next) {
    write(tables.of(each.plan), each.plan, each.pk, opOf(each));
  }
  dropExpected(transaction, call, said);
  const known: MemberRow = (table, pk) => knownRow(table, pk, call);
  for (const lists of batch.lists) {
    if ('page' in lists) write(tables.of(lists.rows), lists.rows, lists.pk, lists);
    else writeLists(tables, lists, known, ({ table, plan }, pk, op) => write(table, plan, pk, op));
  }
  endCall(transaction, call);
}

/** Takes back what a mutation was expected to do, and ends it. */
export function dropCall(transaction: Transaction, call: OpenCall): void {
  if (!transaction.tables.calls.has(call)) return;
  dropExpected(transaction, call, new Rows());
  endCall(transaction, call);
}

/** Ends a mutation whose rows cannot be taken back one by one, since a class throws: they are what is known of them. */
export function forgetCall(transaction: Transaction, call: OpenCall): void {
  if (!transaction.tables.calls.has(call)) return;
  for (const [table, pk] of call.rows) {
    if (table.logs.has(pk)) forgetLog(transaction, table, pk);
  }
  endCall(transaction, call);
}

function dropExpected(transaction: Transaction, call: OpenCall, except: Rows): void {
  for (const [table, pk] of call.rows) {
    const log = table.logs.get(pk);
    if (log === undefined || except.has(table, pk)) continue;
    const entries = log.entries.filter((entry) => entry.call !== call);
    setLog(transaction, table, pk, { ...log, entries });
  }
}

/** From now on the mutation says nothing more: answers that only waited for it become what is known. */
function endCall(transaction: Transaction, call: OpenCall): void {
  const { tables, journal, unsettled } = transaction;
  for (const [table, pk] of call.rows) if (table.isEntities) unsettled.push({ table, pk });
  const isOldest = tables.oldestCall === call;
  journal.include(tables.calls, false, call);
  settleLogs(transaction, [...call.rows, ...(isOldest ? tables.answered : [])]);
}

/** Makes responses part of what is known of rows, where no older request is in flight any more. */
export function settleLogs(
  transaction: Transaction,
  rows: Iterable<readonly [Table, Pk]> = [...transaction.tables.answered],
  oldestRead = transaction.oldestRead,
): void {
  const { tables } = transaction;
  const oldestCall = tables.oldestCall?.order ?? Infinity;
  for (const [table, pk] of rows) {
    const log = table.logs.get(pk);
    if (log === undefined) continue;
    const next = settled(log, oldestCall, oldestRead);
    if (next.entries.length === 0) endLog(transaction, table, pk, next);
    else if (next !== log) noteLog(transaction, table, pk, next);
  }
}

/** Keys that are given as texts, as in a URL, are those that the row has. */
function sameKeys(op: RowOp, row: Fields): RowOp {
  if (!('put' in op)) return op;
  const isSpelt = ([name, value]: [string, unknown]) =>
    typeof value !== typeof row[name] && String(value) === String(row[name]);
  const fields = Object.entries(op.put);
  return fields.some(isSpelt)
    ? { put: Object.fromEntries(fields.filter((field) => !isSpelt(field))) }
    : op;
}

/** Entries with one more, in the order of their calls; what one call does to a row is one entry. */
function withEntry(entries: readonly Entry[], entry: Entry): readonly Entry[] {
  const own = entries.find(({ call }) => call === entry.call);
  if (own !== undefined) {
    const both = { ...withOp(own, ...entry.ops), asked: [...own.asked, ...entry.asked] };
    return entries.map((each) => (each === own ? both : each));
  }
  return inCallOrder([...entries, entry]);
}

function opOf(entry: BatchEntry): RowOp {
  return entry.row === undefined ? { remove: true } : { put: entry.own() };
}
