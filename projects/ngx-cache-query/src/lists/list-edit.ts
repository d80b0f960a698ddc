import { firstName } from '../reactive/names';
import type { Tables } from '../reactive/tables';
import type { Pk } from '../schema/pk';
import type { EntityClass } from '../schema/schema';
import type { RecordEdit } from '../store/edit-log';
import type { Store } from '../store/store';
import { mapped } from '../util/mapped';
import type { Fields } from '../util/plain-data';
import { edited, type ItemChange, joined } from './edited-items';
import type { Items, ListKind } from './list-kind';

/** An edit of a list. */
export interface ListEdit extends RecordEdit {
  readonly change: ItemChange;
}

/** Returns the edit that adds items to a list and removes others. */
export function editOf(kind: ListKind, store: Store, change: ItemChange): ListEdit {
  const { paging } = kind.rulesIn(store);
  // A row that a pending mutation has added by its temporary id may have another first name by now.
  const current = (): ItemChange => {
    const first = firstNames(kind, store.tables);
    return first ? mappedChange(change, first) : change;
  };
  return {
    change,
    renamed: (renaming) =>
      editOf(
        kind,
        store,
        mappedChange(change, (item) => renaming.value(kind.item, item)),
      ),
    join: (next) => {
      const both = joined(kind, change, (next as Partial<ListEdit>).change);
      return both && editOf(kind, store, both);
    },
    apply: (list) => {
      const { items, pages, served = items } = list as { items: Items } & Fields;
      const next = edited(kind, items, current(), paging.sizeOf(list));
      if (next === items) return list;
      // What the response contained is the first page. What was added is behind it.
      return { ...list, items: next, ...(kind.merge && !pages && { served }) };
    },
    asIn: ({ items }) => {
      const { added, removed, isFirst } = current();
      const touched = [...Object.values(added), ...removed];
      const isTouched = kind.testFor(touched);
      const present = Object.entries(items as Items).filter(([, item]) => isTouched(item));
      const isIn = kind.contentOf(items as Items);
      const absent = touched.filter((item) => !isIn.has(kind.keyOf(item)));
      return editOf(kind, store, { added: Object.fromEntries(present), removed: absent, isFirst });
    },
  };
}

/** Returns the edit that removes items from a list. */
export function removal(kind: ListKind, store: Store, removed: readonly unknown[]): ListEdit {
  return editOf(kind, store, { added: {}, removed, isFirst: false });
}

/** Returns a function that replaces an item by its first name; `undefined` if no row has two names. */
export function firstNames(
  kind: ListKind,
  tables: Tables,
): ((item: unknown) => unknown) | undefined {
  if (!kind.types.some((type) => tables.for(type).main.names)) return undefined;
  return (item) => {
    const member = kind.memberOf(item);
    return member ? itemOf(kind, tables, member.type, member.pk) : item;
  };
}

/** Returns the item that a list contains for an entity: by its first name. */
export function itemOf(kind: ListKind, tables: Tables, type: EntityClass, pk: Pk): unknown {
  return kind.store({ type, pk: firstName(tables.for(type).main, pk) });
}

function mappedChange(change: ItemChange, map: (item: unknown) => unknown): ItemChange {
  return { ...change, added: mapped(change.added, map), removed: mapped(change.removed, map) };
}
