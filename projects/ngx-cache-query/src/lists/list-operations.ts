import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Input } from '../schema/input';
import type { Pk } from '../schema/pk';
import { planOf } from '../schema/plan';
import type { Edit } from '../store/edit-log';
import type { Store } from '../store/store';
import { getOrInsert } from '../util/get-or-insert';
import type { Fields } from '../util/plain-data';
import type { ListEffect } from './list-change';
import { editOf, itemOf } from './list-edit';
import type { Items, ListKind } from './list-kind';
import type { PageArguments } from './page-arguments';
import { fieldsAfter } from './transitions';

/** What an input writes to each row, in order, by the identity of the class and the key. */
export type Written = ReadonlyMap<unknown, ReadonlyMap<Pk, readonly (Fields | undefined)[]>>;

/**
 * Returns what `push`, `unshift`, `assign`, `remove` or `move` does to some lists of a Collection.
 *
 * @param isShown whether the rows count as they are shown, and not as the server has answered them
 */
export function operationEdits(
  kind: ListKind,
  store: Store,
  table: Table,
  isShown: boolean,
  effect: ListEffect,
  lists: readonly Row[],
): Edit[] {
  const { kind: of, operation, members, call } = effect;
  if (operation === 'remove' ? kind !== of : kind.isMap !== of.isMap) return [];
  const { fits, names, paging } = kind.rulesIn(store);
  const rows = table.all();
  const all = rows.map(({ data }) => data!['args'] as Fields);
  return lists.flatMap((row): Edit[] => {
    const { items, args } = row.data as { items: Items; args: Fields };
    if (!isEditable(paging, operation, row.data!, all)) return [];
    const added: Record<string, unknown> = {};
    const removed: unknown[] = [];
    for (const [key, member] of members) {
      const type = kind.classOf(member.type);
      if (type === undefined) continue;
      const item = itemOf(kind, store.tables, type, member.pk);
      if (operation === 'remove') {
        // The parameters identify the list. They take precedence over the body, which can contain new values.
        if (names({}, args, [...call].reverse()) === true) removed.push(item);
        continue;
      }
      const fields = fieldsAfter(store, { plan: planOf(type), pk: member.pk }, isShown);
      const isIn = fields && fits(fields, args, call);
      if (operation === 'move' && isIn === false) removed.push(item);
      if (isIn !== true) continue;
      const name = operation === 'assign' || !kind.isMap ? key : keyIn(kind, rows, items, item);
      if (name !== undefined) added[name] = item;
    }
    // Also if the list has the item already: another pending change that added it may be taken back.
    if (removed.length + Object.keys(added).length === 0) return [];
    return [
      {
        row,
        edit: editOf(kind, store, { added, removed, isFirst: operation === 'unshift' }),
      },
    ];
  });
}

/** Returns what an input writes. */
export function writtenBy({ first }: Input): Written {
  const written = new Map<unknown, Map<Pk, (Fields | undefined)[]>>();
  for (let next = first; next !== undefined; next = next.next) {
    const { identity } = next.plan;
    const byKey = getOrInsert(written, identity, () => new Map<Pk, (Fields | undefined)[]>());
    getOrInsert(byKey, next.pk, () => []).push(next.row);
  }
  return written;
}

/**
 * Whether an operation can change a list. Usually, only the server knows which items are in a window. But a removed
 * entity is in none, and an entity that is added at the beginning is on the first page.
 */
function isEditable(
  paging: PageArguments,
  operation: string,
  list: Fields,
  all: readonly Fields[],
): boolean {
  if (operation === 'remove' || !paging.isWindow(list)) return true;
  return operation === 'unshift' && paging.isFirst(list['args'] as Fields, all);
}

/**
 * Returns the key of an item that is moved to a map. It keeps its key, unless another item of the map has it; then its
 * primary key becomes the key. `undefined` if the map has the item, or if no map has it.
 */
function keyIn(kind: ListKind, rows: readonly Row[], items: Items, item: unknown) {
  const wanted = kind.keyOf(item);
  if (kind.contentOf(items).has(wanted)) return undefined;
  for (const { data } of rows) {
    for (const [key, each] of Object.entries((data as { items: Items }).items)) {
      if (kind.keyOf(each) !== wanted) continue;
      return Object.hasOwn(items, key) ? String(kind.memberOf(item)!.pk) : key;
    }
  }
  return undefined;
}
