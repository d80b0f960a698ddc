import type { ChangeKind, RowChange } from '../../schema/normalize/row-op';
import type { Fields } from '../../util/plain-data';
import { type ListPlan, listPlanOf } from '../list-plan';

/** The items of a list, of a map by key. */
export type Items = readonly unknown[] | Readonly<Record<string, unknown>>;

/** What becomes of entities in lists. */
export type ListVerb = 'push' | 'unshift' | 'assign' | 'remove' | 'move';

/** What is added to a list, and what is removed from it. */
export interface ListEdit {
  readonly verb: ListVerb;
  /** Items by key; for a list that is no map the keys only order them. */
  readonly added: Readonly<Record<string, unknown>>;
  readonly removed: readonly unknown[];
}

interface EditChange extends RowChange, ListEdit {}

/** How edits are applied; an older read of the list does not undo them. */
const EDIT: ChangeKind = {
  outlivesReads: true,
  apply: (plan, row, changes) =>
    row && editItems(listPlanOf(plan)!, row, changes as readonly EditChange[]),
};

/** The change of a list's row that edits it. */
export function editOf(verb: ListVerb, edit: Partial<ListEdit>): EditChange {
  return { kind: EDIT, verb, added: {}, removed: [], ...edit };
}

/** The keys of the items of each list; items never change. */
const contents = new WeakMap<Items, ReadonlySet<unknown>>();

/** The keys of the items of a list. */
export function contentOf(list: ListPlan, items: Items): ReadonlySet<unknown> {
  let content = contents.get(items);
  if (content === undefined) {
    content = new Set(Object.values(items).map((item) => list.keyOf(item)));
    contents.set(items, content);
  }
  return content;
}

/**
 * The row of a list after edits, one after the other; the same when they change nothing. It is walked
 * once, however many they are.
 */
export function editItems(list: ListPlan, row: Fields, edits: readonly ListEdit[]): Fields {
  const items = row['items'] as Items;
  const had = contentOf(list, items);
  // Most lists have nothing to do with what is moved: these cost no copy of what is in them.
  if (edits.every((edit) => isIdle(list, items, had, edit))) return row;
  const content = new Set(had);
  const taken = new Set<unknown>();
  let [front, back, entries]: [unknown[], unknown[], Record<string, unknown>] = [[], [], {}];
  for (const { verb, added, removed } of edits) {
    const gone = new Set(removed.map((item) => list.keyOf(item)).filter((key) => content.has(key)));
    const stays = (item: unknown) => !gone.has(list.keyOf(item));
    if (gone.size > 0) {
      [front, back] = [front.filter(stays), back.filter(stays)];
      entries = Object.fromEntries(Object.entries(entries).filter(([, item]) => stays(item)));
    }
    for (const key of gone) taken.add(key);
    entries = { ...entries, ...added };
    const more = Object.values(added).filter((item) => {
      const count = content.size;
      return content.add(list.keyOf(item)).size > count;
    });
    // No call takes as many arguments as there may be items.
    if (verb === 'unshift') front = more.concat(front);
    else for (const item of more) back.push(item);
    for (const key of gone) content.delete(key);
  }
  const rest = taken.size === 0 ? items : without(list, items, taken);
  if (!Array.isArray(rest)) return { ...row, items: { ...rest, ...entries } };
  if (taken.size === 0 && front.length === 0 && back.length === 0) return row;
  const array = rest as readonly unknown[];
  const edited = [...front, ...array, ...back];
  contents.set(edited, content);
  return { ...row, items: edited };
}

/** Whether an edit changes nothing of a list. */
function isIdle(
  list: ListPlan,
  items: Items,
  had: ReadonlySet<unknown>,
  { added, removed }: ListEdit,
): boolean {
  const isIn = (item: unknown) => had.has(list.keyOf(item));
  const more = Object.values(added);
  return !removed.some(isIn) && (Array.isArray(items) ? more.every(isIn) : more.length === 0);
}

/** Items without those with these keys. */
export function without(list: ListPlan, items: Items, gone: ReadonlySet<unknown>): Items {
  const stays = (item: unknown) => !gone.has(list.keyOf(item));
  return Array.isArray(items)
    ? items.filter(stays)
    : Object.fromEntries(Object.entries(items).filter(([, item]) => stays(item)));
}
