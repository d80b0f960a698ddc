import { type EntityPlan, planOf } from '../schema/entity-plan';
import type { ListWrite } from '../schema/list-change';
import type { ListPlan, Member } from '../schema/list-plan';
import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import { contentOf, type Items } from './list-edit';
import { type RowOp, shownBy, withoutDeletions } from './row-log';
import type { Table } from './table';
import type { Tables } from './tables';
import type { Transaction } from './transaction';

/** The lists of one Collection in one cache. */
export interface Lists {
  readonly table: Table;
  readonly plan: EntityPlan;
}

/** Takes what happens to the row of a list. */
export type ListWriter = (lists: Lists, pk: Pk, op: RowOp) => void;

/** Puts entities into lists, and takes them out, as an answer asks for. */
export function writeLists(
  tables: Tables,
  { list: from, ...write }: ListWrite,
  to: ListWriter,
): void {
  const { verb, call } = write;
  for (const lists of tables.lists) {
    const list = lists.plan.list!;
    if (verb === 'remove' ? list !== from : list.isMap !== from.isMap) continue;
    const members = write.members.flatMap(([key, member]) => {
      const own = inList(tables, list, member);
      return own === undefined ? [] : [{ key, row: rowOf(tables, member), item: list.store(own) }];
    });
    if (members.length === 0) continue;
    eachList(lists, (pk, args, items) => {
      const content = contentOf(list, items);
      const added: Record<string, unknown> = {};
      const removed: unknown[] = [];
      for (const { key, row, item } of members) {
        const isIn = content.has(list.keyOf(item));
        if (verb === 'remove') {
          if (isIn && list.names({}, args, call) !== false) removed.push(item);
          continue;
        }
        const fits = row && list.fits(row, args, call);
        if (isIn && verb === 'move' && fits === false) removed.push(item);
        if (fits === true) added[key] = item;
      }
      if (removed.length > 0 || Object.keys(added).length > 0) {
        to(lists, pk, { edit: { verb, added, removed } });
      }
    });
  }
}

/**
 * Takes out of the lists what was deleted since `since`, and what no longer fits where a filter function
 * says so. What is only expected to be deleted stays where it is, and is not shown.
 */
export function settleLists(transaction: Transaction, since: number): void {
  const { tables, journal } = transaction;
  if (tables.lists.length === 0) return;
  const gone = transaction.gone.splice(0);
  const changed = journal.changes.slice(since).filter(({ table }) => table.isEntities);
  if (changed.length === 0 && gone.length === 0) return;
  for (const lists of tables.lists) {
    const list = lists.plan.list!;
    for (const type of list.types) {
      const table = tables.of(planOf(type));
      const isConcerned = ({ table: its, pk }: { readonly table: Table; readonly pk: Pk }) =>
        its === table && (table.index.has(pk) ? list.isStrict : !table.logs.has(pk));
      const pks = new Set([...changed, ...gone].filter(isConcerned).map(({ pk }) => pk));
      if (pks.size === 0) continue;
      eachList(lists, (pk, args, items) => {
        const content = contentOf(list, items);
        const removed: unknown[] = [];
        for (const each of pks) {
          const item = list.store({ type, pk: each });
          if (!content.has(list.keyOf(item))) continue;
          const row = table.get(each);
          if (row === undefined || list.fits(row, args, []) === false) removed.push(item);
        }
        const edit = { verb: 'remove' as const, added: {}, removed };
        if (removed.length > 0) transaction.write(lists.table, lists.plan, pk, { edit });
      });
    }
  }
}

/** The row of an entity, also of one that does not show because it is expected to be deleted. */
function rowOf(tables: Tables, { type, pk }: Member): Fields | undefined {
  const table = tables.of(planOf(type));
  const log = table.logs.get(pk);
  return table.get(pk) ?? (log && shownBy(withoutDeletions(log)));
}

/** The entity as a member of a list, which may know its table by another class. */
function inList(tables: Tables, list: ListPlan, { type, pk }: Member): Member | undefined {
  const table = tables.of(planOf(type));
  const own = list.types.find((each) => tables.of(planOf(each)) === table);
  return own === undefined ? undefined : { type: own, pk };
}

function eachList({ table }: Lists, visit: (pk: Pk, args: Fields, items: Items) => void): void {
  for (const [pk, slot] of table.index) {
    const row = table.records[slot]!;
    visit(pk, row['args'] as Fields, row['items'] as Items);
  }
}
