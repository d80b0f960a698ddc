import { type EntityPlan, planOf } from '../schema/entity-plan';
import type { ListWrite } from '../schema/list-change';
import type { ListPlan, Member } from '../schema/list-plan';
import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import { contentOf, type Items, without } from './list-edit';
import { type RowOp, shownBy, withoutDeletions } from './row-log';
import type { Table } from './table';
import type { Tables } from './tables';

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
    const keys = verb === 'move' && list.isMap ? keysIn(lists, list) : undefined;
    eachList(lists, (pk, args, items) => {
      const content = contentOf(list, items);
      const added: Record<string, unknown> = {};
      const removed: unknown[] = [];
      for (const { key, row, item } of members) {
        const isIn = content.has(list.keyOf(item));
        if (verb === 'remove') {
          if (isIn && list.names({}, args, call) === true) removed.push(item);
          continue;
        }
        const fits = row && list.fits(row, args, call);
        if (isIn && verb === 'move' && fits === false) removed.push(item);
        if (fits !== true) continue;
        // Only `assign` says under which key of a map; what moves keeps the key that it has.
        const name = verb === 'assign' || !list.isMap ? key : keys?.get(list.keyOf(item));
        if (name !== undefined && !(isIn && list.isMap && verb === 'move')) added[name] = item;
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
