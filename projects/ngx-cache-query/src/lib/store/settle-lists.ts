import { planOf } from '../schema/entity-plan';
import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import { expectOp } from './layers';
import { contentOf, type ListEdit } from './list-edit';
import { eachList } from './lists';
import type { OpenCall } from './open-call';
import { shownBy, withoutExpectations } from './row-log';
import type { Table } from './table';
import type { Transaction } from './transaction';

/**
 * Takes out of the lists what was deleted since `since`, and what no longer fits where a filter function
 * says so. What is only expected to be deleted stays where it is, and is not shown.
 */
export function settleLists(transaction: Transaction, since: number): void {
  const { tables, journal } = transaction;
  if (tables.lists.length === 0) {
    transaction.unsettled.length = 0;
    return;
  }
  const unsettled = transaction.unsettled.splice(0);
  const changed = journal.changes.slice(since).filter(({ table }) => table.isEntities);
  if (changed.length === 0 && unsettled.length === 0) return;
  for (const lists of tables.lists) {
    const list = lists.plan.list!;
    const isWritten = list.isStrict && changed.some(({ table }) => table === lists.table);
    for (const type of list.types) {
      const table = tables.of(planOf(type));
      const isConcerned = ({ table: its, pk }: { readonly table: Table; readonly pk: Pk }) =>
        its === table && (table.index.has(pk) ? list.isStrict : !table.logs.has(pk));
      const pks = new Set([...changed, ...unsettled].filter(isConcerned).map(({ pk }) => pk));
      // A list that comes now was not there when a mutation was expected to take something out of it.
      if (isWritten) for (const pk of table.logs.keys()) if (table.index.has(pk)) pks.add(pk);
      if (pks.size === 0) continue;
      eachList(lists, (pk, args, items) => {
        const content = contentOf(list, items);
        const removed: unknown[] = [];
        for (const each of pks) {
          const item = list.store({ type, pk: each });
          if (!content.has(list.keyOf(item))) continue;
          const isOut = (row: Fields | undefined) =>
            row === undefined || list.fits(row, args, []) === false;
          if (!isOut(table.get(each))) continue;
          const log = table.logs.get(each);
          const call = log?.entries.filter(({ order }) => order === undefined).at(-1)?.call;
          // What is only expected not to fit is only expected to leave.
          if (call === undefined || isOut(shownBy(withoutExpectations(log!)))) removed.push(item);
          else expectOp(transaction, call as OpenCall, lists, pk, { edit: removalOf([item]) });
        }
        if (removed.length > 0) {
          transaction.write(lists.table, lists.plan, pk, { edit: removalOf(removed) });
        }
      });
    }
  }
}

function removalOf(removed: readonly unknown[]): ListEdit {
  return { verb: 'remove', added: {}, removed };
}
