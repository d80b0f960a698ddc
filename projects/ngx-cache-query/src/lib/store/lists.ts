import { planOf } from '../schema/entity-plan';
import type { ListWrite } from '../schema/list-change';
import type { ListPlan, Member } from '../schema/list-plan';
import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import { contentOf, type Items, without } from './list-edit';
import { type Call, type RowOp, shownBy, withoutDeletions, withoutExpectations } from './row-log';
import type { Table } from './table';
import type { Lists, Tables } from './tables';

/** The row of an entity by which its lists are chosen. */
export type MemberRow = (table: Table, pk: Pk) => Fields | undefined;

/** Applies an operation to the row of a list. */
export type ListWriter = (lists: Lists, pk: Pk, op: RowOp) => void;

/**
 * Puts entities into lists, and removes them, as a response says. A list gets its edit also when that changes
 * nothing at the moment: other changes in flight may come in between, or be rolled back.
 */
export function writeLists(
  tables: Tables,
  { list: from, ...write }: ListWrite,
  rowOf: MemberRow,
  to: ListWriter,
): void {
  const { verb, call } = write;
  const rows = write.members.map(([, { type, pk }]) => rowOf(tables.of(planOf(type)), pk));
  for (const lists of tables.lists) {
    const list = lists.plan.list!;
    if (verb === 'remove' ? list !== from : list.isMap !== from.isMap) continue;
    const members = write.members.flatMap(([key, member], i) => {
      const own = inList(tables, list, member);
      return own === undefined ? [] : [{ key, row: rows[i], item: list.store(own) }];
    });
    if (members.length === 0) continue;
    const keys = verb === 'move' && list.isMap ? keysIn(lists, list) : undefined;
    eachList(lists, (pk, args, items) => {
      const content = contentOf(list, items);
      const added: Record<string, unknown> = {};
      const removed: unknown[] = [];
      for (const { key, row, item } of members) {
        if (verb === 'remove') {
          if (list.names({}, args, call) === true) removed.push(item);
          continue;
        }
        const fits = row && list.fits(row, args, call);
        if (verb === 'move' && fits === false) removed.push(item);
        if (fits !== true) continue;
        if (verb === 'assign' || !list.isMap) added[key] = item;
        else if (!content.has(list.keyOf(item))) {
          // Only `assign` says under which key of a map. What moves keeps its key, unless another item has it there.
          const name = keys?.get(list.keyOf(item));
          const isTaken = name !== undefined && Object.hasOwn(items, name);
          if (name !== undefined) added[isTaken ? String(list.memberOf(item)!.pk) : name] = item;
        }
      }
      if (removed.length > 0 || Object.keys(added).length > 0) {
        to(lists, pk, { edit: { verb, added, removed } });
      }
    });
  }
}

/** The keys under which items stand in the maps of a Collection. */
function keysIn(lists: Lists, list: ListPlan): ReadonlyMap<unknown, string> {
  const keys = new Map<unknown, string>();
  eachList(lists, (_pk, _args, items) => {
    for (const [key, item] of Object.entries(items)) keys.set(list.keyOf(item), key);
  });
  return keys;
}

/** Items as they were read, without those that were deleted since; the same when there are none. */
export function stillThere(tables: Tables, list: ListPlan, items: Items, order: number): Items {
  if (!tables.hasGraves) return items;
  const isGone = (item: unknown) => {
    const member = list.memberOf(item);
    const table = member && tables.of(planOf(member.type));
    return table !== undefined && !table.index.has(member!.pk) && table.isBuried(member!.pk, order);
  };
  const gone = Object.values(items)
    .filter(isGone)
    .map((item) => list.keyOf(item));
  return gone.length === 0 ? items : without(list, items, new Set(gone));
}

/** The row of an entity as it is shown; of one that is expected to be deleted, without that. */
export function shownRow(table: Table, pk: Pk): Fields | undefined {
  const log = table.logs.get(pk);
  return table.get(pk) ?? (log && shownBy(withoutDeletions(log)));
}

/** The row of an entity as the server said it, in the response of a call or before; none if it was deleted since. */
export function knownRow(table: Table, pk: Pk, call?: Call): Fields | undefined {
  const log = table.logs.get(pk);
  if (log === undefined) return table.get(pk);
  const known = withoutExpectations(log);
  const last = shownBy(known);
  const at = known.entries.findIndex((entry) => entry.call === call);
  if (last === undefined || at < 0) return last;
  return shownBy({ ...known, entries: known.entries.slice(0, at + 1) });
}

/** The entity as a member of a list, which may know its table by another class. */
function inList(tables: Tables, list: ListPlan, { type, pk }: Member): Member | undefined {
  const table = tables.of(planOf(type));
  const own = list.types.find((each) => tables.of(planOf(each)) === table);
  return own === undefined ? undefined : { type: own, pk };
}

/** Visits every list of a Collection. */
export function eachList(
  { table }: Lists,
  visit: (pk: Pk, args: Fields, items: Items) => void,
): void {
  for (const [pk, slot] of table.index) {
    const row = table.records[slot]!;
    visit(pk, row['args'] as Fields, row['items'] as Items);
  }
}
