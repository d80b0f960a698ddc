import type { ListVerb } from '../schema/list-change';
import type { ListPlan } from '../schema/list-plan';
import type { Fields } from '../util/plain-data';

/** The items of a list, of a map by key. */
export type Items = readonly unknown[] | Readonly<Record<string, unknown>>;

/** What comes into a list, and what leaves it. */
export interface ListEdit {
  readonly verb: ListVerb;
  /** Items by key; of a list that is no map the keys only put them in order. */
  readonly added: Readonly<Record<string, unknown>>;
  readonly removed: readonly unknown[];
}

/** What was found to be in a list; items never change. */
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

/** The row of a list after an edit; the same when that changes nothing. */
export function editItems(list: ListPlan, row: Fields, { verb, added, removed }: ListEdit): Fields {
  const items = row['items'] as Items;
  const content = contentOf(list, items);
  const gone = new Set(removed.map((item) => list.keyOf(item)).filter((key) => content.has(key)));
  const rest = gone.size === 0 ? items : without(list, items, gone);
  if (!Array.isArray(rest)) return { ...row, items: { ...rest, ...added } };
  const seen = new Set(content);
  const more = Object.values(added).filter((item) => {
    const count = seen.size;
    return seen.add(list.keyOf(item)).size > count;
  });
  if (gone.size === 0 && more.length === 0) return row;
  const array = rest as readonly unknown[];
  return { ...row, items: verb === 'unshift' ? [...more, ...array] : [...array, ...more] };
}

function without(list: ListPlan, items: Items, gone: ReadonlySet<unknown>): Items {
  const stays = (item: unknown) => !gone.has(list.keyOf(item));
  return Array.isArray(items)
    ? items.filter(stays)
    : Object.fromEntries(Object.entries(items).filter(([, item]) => stays(item)));
}
