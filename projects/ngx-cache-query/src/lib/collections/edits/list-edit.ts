import type { ChangeKind, RowChange } from '../../schema/normalize/row-op';
import type { Fields } from '../../util/plain-data';
import { type ListPlan, listPlanOf } from '../list-plan';

/** The stored items of a list: an array or, if the list is a map, an object that maps keys to items. */
export type Items = readonly unknown[] | Readonly<Record<string, unknown>>;

/** The operation that causes an edit. */
export type ListOperation = 'push' | 'unshift' | 'assign' | 'remove' | 'move';

/** The items to add to a list, and the items to remove from the list. */
export interface ListEdit {
  readonly operation: ListOperation;
  /**
   * Maps keys to the added items. For an array, the keys are ignored and only the order of the items matters.
   */
  readonly added: Readonly<Record<string, unknown>>;
  readonly removed: readonly unknown[];
  /** The number of items on a full page. If an edit makes the page longer, the last items are removed from the page. */
  readonly size?: number | undefined;
}

interface EditChange extends RowChange, ListEdit {}

/**
 * Applies edits. An edit is kept when the response to an older read of the list arrives, because that response must not
 * undo the edit.
 */
const EDIT: ChangeKind = {
  outlivesReads: true,
  apply: (plan, row, changes) =>
    row && editItems(listPlanOf(plan)!, row, changes as readonly EditChange[]),
};

/** Returns the row operation that applies an edit. */
export function editOf(operation: ListOperation, edit: Partial<ListEdit>): EditChange {
  return { kind: EDIT, operation, added: {}, removed: [], ...edit };
}

/** The keys of the items in each stored list. They are computed only once, because stored items are immutable. */
const contents = new WeakMap<Items, ReadonlySet<unknown>>();

/** Returns the keys of the given items. */
export function contentOf(list: ListPlan, items: Items): ReadonlySet<unknown> {
  let content = contents.get(items);
  if (content === undefined) {
    content = new Set(Object.values(items).map((item) => list.keyOf(item)));
    contents.set(items, content);
  }
  return content;
}

/**
 * Applies the given edits, in order, to the row of a list. Returns the new row, or the same row if the edits change
 * nothing. The items are copied only once for all edits.
 */
export function editItems(list: ListPlan, row: Fields, edits: readonly ListEdit[]): Fields {
  const items = row['items'] as Items;
  const before = contentOf(list, items);
  // A `move` is applied to many lists, but most of them stay the same. These lists must not be copied.
  if (edits.every((edit) => isNoOp(list, items, before, edit))) return row;
  const content = new Set(before);
  const allRemoved = new Set<unknown>();
  let [front, back, entries]: [unknown[], unknown[], Record<string, unknown>] = [[], [], {}];
  for (const { operation, added, removed } of edits) {
    const keys = new Set(removed.map((item) => list.keyOf(item)).filter((key) => content.has(key)));
    const stays = (item: unknown) => !keys.has(list.keyOf(item));
    if (keys.size > 0) {
      [front, back] = [front.filter(stays), back.filter(stays)];
      entries = Object.fromEntries(Object.entries(entries).filter(([, item]) => stays(item)));
    }
    for (const key of keys) allRemoved.add(key);
    entries = { ...entries, ...added };
    const more = Object.values(added).filter((item) => {
      const count = content.size;
      return content.add(list.keyOf(item)).size > count;
    });
    // `push(...more)` would fail if `more` contained more items than a call can have arguments.
    if (operation === 'unshift') front = more.concat(front);
    else for (const item of more) back.push(item);
    for (const key of keys) content.delete(key);
  }
  const rest = allRemoved.size === 0 ? items : without(list, items, allRemoved);
  if (!Array.isArray(rest)) return { ...row, items: { ...rest, ...entries } };
  if (allRemoved.size === 0 && front.length === 0 && back.length === 0) return row;
  const array = rest as readonly unknown[];
  const edited = [...front, ...array, ...back];
  // A server that ignores the page size sends more items. All of them are kept.
  const size = Math.max(edits[0]?.size ?? Infinity, (items as readonly unknown[]).length);
  if (edited.length > size) return { ...row, items: edited.slice(0, size) };
  contents.set(edited, content);
  return { ...row, items: edited };
}

/** Whether an edit leaves a list unchanged. */
function isNoOp(
  list: ListPlan,
  items: Items,
  content: ReadonlySet<unknown>,
  { added, removed }: ListEdit,
): boolean {
  const isIn = (item: unknown) => content.has(list.keyOf(item));
  const more = Object.values(added);
  return !removed.some(isIn) && (Array.isArray(items) ? more.every(isIn) : more.length === 0);
}

/** Returns the items whose keys are not in `keys`. */
export function without(list: ListPlan, items: Items, keys: ReadonlySet<unknown>): Items {
  const stays = (item: unknown) => !keys.has(list.keyOf(item));
  return Array.isArray(items)
    ? items.filter(stays)
    : Object.fromEntries(Object.entries(items).filter(([, item]) => stays(item)));
}
