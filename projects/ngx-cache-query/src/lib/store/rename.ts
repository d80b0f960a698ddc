import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import { replaceDeep } from '../util/replace-deep';
import { endLog, noteLog, noteRow, setLog } from './log-steps';
import { Rows } from './open-call';
import { inCallOrder } from './row-log';
import type { Table } from './table';
import type { Transaction } from './transaction';

/** A temporary key, and the one that the server gave. */
export interface Swap {
  readonly table: Table;
  readonly temporary: Pk;
  readonly pk: Pk;
}

/**
 * Gives a row the key that the server gave it, in its place, and wherever mutations under way mention it.
 * When the server's row is there already, it stays where it is and the temporary one goes.
 */
export function rename(transaction: Transaction, { table, temporary, pk }: Swap): void {
  const { tables, journal } = transaction;
  journal.setIn(table.aliases, temporary, pk);
  journal.setIn(table.origins, pk, temporary);
  const log = table.logs.get(temporary);
  const slot = table.index.get(temporary);
  const isThere = table.index.has(pk) || table.logs.has(pk);
  if (slot !== undefined && !isThere) move(transaction, table, temporary, pk, slot);
  const hole = table.reserved.get(temporary);
  if (hole !== undefined) keep(transaction, table, temporary, isThere ? undefined : pk, hole);
  if (log !== undefined) {
    const entries = inCallOrder([...(table.logs.get(pk)?.entries ?? []), ...log.entries]);
    const base = isThere ? baseOf(table, pk) : { base: log.base, baseOrder: log.baseOrder };
    if (isThere) endLog(transaction, table, temporary, { ...log, base: undefined });
    else noteLog(transaction, table, temporary, undefined);
    noteLog(transaction, table, pk, { plan: log.plan, ...base, entries });
  }
  renameLists(transaction, temporary, pk);
  const seen = new Rows();
  for (const call of tables.calls) {
    if (call.rows.has(table, temporary)) noteRow(transaction, call, table, pk);
    for (const [each, key] of call.rows) {
      if (seen.has(each, key)) continue;
      seen.add(each, key);
      mention(transaction, each, key, temporary, pk);
    }
  }
}

/** The lists whose arguments name the entity: those that belong to it, above all. */
function renameLists(transaction: Transaction, temporary: Pk, pk: Pk): void {
  for (const { table, plan } of transaction.tables.lists) {
    for (const [key, slot] of [...table.index]) {
      const args = table.records[slot]!['args'] as Fields;
      const now = withKey(args, temporary, pk);
      if (now === args) continue;
      rename(transaction, { table, temporary: key, pk: plan.list!.pkOf(now) });
    }
  }
}

/** `value` with the new key wherever it held the temporary one; itself when it held none. */
function withKey<T>(value: T, temporary: Pk, pk: Pk): T {
  return replaceDeep(value, (each) => (each === temporary ? pk : each));
}

function baseOf(table: Table, pk: Pk) {
  const { base, baseOrder } = table.logs.get(pk) ?? {
    base: table.get(pk),
    baseOrder: table.orders[table.index.get(pk)!],
  };
  return { base, baseOrder };
}

/** The row stays in its slot and has another key. */
function move({ journal }: Transaction, table: Table, from: Pk, to: Pk, slot: number): void {
  const record = table.records[slot]!;
  const order = table.orders[slot];
  table.index.delete(from);
  journal.row(
    { table, pk: from, from: slot, to: -1, before: record, after: undefined, order },
    true,
  );
  journal.onUndo(() => table.reserved.delete(to));
  table.index.set(to, slot);
  journal.row({ table, pk: to, from: -1, to: slot, before: undefined, after: record, order }, true);
  journal.onUndo(() => table.reserved.set(to, slot)); // so that the slot is not given back
}

/** The slot of a row that does not show for now is kept under its other key, or no longer. */
function keep({ journal }: Transaction, table: Table, from: Pk, to: Pk | undefined, slot: number) {
  journal.setIn(table.reserved, from, undefined);
  if (to !== undefined) journal.setIn(table.reserved, to, slot);
}

/** What is expected of a row mentions the new key in place of the old one. */
function mention(transaction: Transaction, table: Table, key: Pk, temporary: Pk, pk: Pk): void {
  const log = table.logs.get(key);
  if (log === undefined) return;
  const entries = log.entries.map((entry) => {
    const ops = withKey(entry.ops, temporary, pk);
    return ops === entry.ops ? entry : { ...entry, ops };
  });
  if (entries.some((entry, i) => entry !== log.entries[i])) {
    setLog(transaction, table, key, { ...log, entries });
  }
}
