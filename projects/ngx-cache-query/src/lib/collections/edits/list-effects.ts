import type { Effect, EffectWriter } from '../../schema/normalize/effect';
import { type EntityPlan, planOf } from '../../schema/entity/entity-plan';
import type { Pk } from '../../schema/entity/pk';
import type { EntityClass } from '../../schema/schema';
import type { Transaction } from '../../store/transaction';
import { TransactionWriter } from '../../store/transaction-writer';
import type { Fields } from '../../util/plain-data';
import { contentOf, editOf, type Items, type ListOperation, without } from './list-edit';
import { PAGE, type PageChange } from '../pages/list-pages';
import { type ListPlan, listPlanOf, type Member } from '../list-plan';

/** The base class of effects on lists. */
abstract class ListEffect implements Effect {
  abstract apply(writer: EffectWriter): void;

  /** @see Effect */
  commit(transaction: Transaction, order: number, isLocal: boolean): void {
    this.apply(new TransactionWriter(transaction, order, isLocal));
  }
}

/** Merges a page into its list. */
export class PageEffect extends ListEffect {
  constructor(
    private readonly lists: EntityPlan,
    private readonly pk: Pk,
    private readonly change: Omit<PageChange, 'kind'>,
  ) {
    super();
  }

  apply(writer: EffectWriter): void {
    // Only the server knows which items are on a page. Therefore an optimistic response has no effect.
    if (writer.isOptimistic) return;
    const { lists, pk, change } = this;
    const { page } = change;
    const isDeleted = (type: EntityClass, member: Pk) => writer.isDeleted(planOf(type), member);
    const list = listPlanOf(lists)!;
    const items = writer.hasDeletions ? withoutDeleted(list, page.items, isDeleted) : page.items;
    const op = { ...change, kind: PAGE, page: { ...page, items: items as readonly unknown[] } };
    writer.write(lists, pk, op);
  }
}

/**
 * Adds the entities of a response to lists, or removes them from lists. An edit is stored even if it currently changes
 * nothing in the list. The edit may change the list after another pending change is rolled back.
 */
export class EditEffect extends ListEffect {
  /**
   * @param list the plan of the Collection in the schema
   * @param members the entities, each with a key; only `assign` uses the keys
   * @param call the arguments of the call
   */
  constructor(
    private readonly list: ListPlan,
    readonly operation: ListOperation,
    readonly members: readonly (readonly [key: string, member: Member])[],
    readonly call: readonly unknown[],
  ) {
    super();
  }

  apply(writer: EffectWriter): void {
    const { operation, members } = this;
    const entities = members.map(([, { type, pk }]) => writer.row(planOf(type), pk));
    for (const plan of writer.plans) {
      const list = listPlanOf(plan);
      if (list === undefined || !this.#affects(list)) continue;
      const items = members.flatMap(([key, { type, pk }], i): Item[] => {
        const listed = list.classOf(type);
        return listed === undefined
          ? []
          : [{ key, row: entities[i], item: list.store({ type: listed, pk }) }];
      });
      if (items.length === 0) continue;
      const rows = [...writer.rows(plan)];
      const keys = operation === 'move' && list.isMap ? keysIn(rows, list) : undefined;
      const mayEdit = this.#editable(list, rows);
      for (const [pk, row] of rows) {
        if (!mayEdit(row)) continue;
        const { added, removed } = this.#edit(list, row, items, keys);
        if (removed.length > 0 || Object.keys(added).length > 0) {
          const size = list.pageArguments.sizeOf(row);
          writer.write(plan, pk, editOf(operation, { added, removed, size }));
        }
      }
    }
  }

  /**
   * Returns a function that receives the row of a list, and decides whether the list can be edited. If a list is only
   * one page of a longer list, usually only the server knows which items are on that page after an edit. There are two
   * exceptions. A removed entity is no longer on any page. An entity that is added at the beginning appears on the
   * first page.
   */
  #editable(list: ListPlan, rows: readonly Row[]): (row: Fields) => boolean {
    const { operation } = this;
    const pages = list.pageArguments;
    if (operation === 'remove') return () => true;
    if (operation !== 'unshift') return (row) => !pages.isWindow(row);
    const isFirst = pages.firsts(rows.map(([, row]) => row['args'] as Fields));
    return (row) => !pages.isWindow(row) || isFirst(row['args'] as Fields);
  }

  #affects(list: ListPlan): boolean {
    return this.operation === 'remove' ? list === this.list : list.isMap === this.list.isMap;
  }

  /** Returns the items to add to a list, and the items to remove from the list. */
  #edit(
    list: ListPlan,
    row: Fields,
    candidates: readonly Item[],
    keys?: ReadonlyMap<unknown, string>,
  ) {
    const { operation, call } = this;
    const args = row['args'] as Fields;
    const items = row['items'] as Items;
    const content = contentOf(list, items);
    const added: Record<string, unknown> = {};
    const removed: unknown[] = [];
    // For a removal, the parameters identify the list. They take precedence over the body, which can contain new
    // values.
    const isNamed = operation === 'remove' && list.names({}, args, [...call].reverse()) === true;
    for (const { key, row: member, item } of candidates) {
      if (operation === 'remove') {
        if (isNamed) removed.push(item);
        continue;
      }
      const fits = member && list.fits(member, args, call);
      if (operation === 'move' && fits === false) removed.push(item);
      if (fits !== true) continue;
      if (operation === 'assign' || !list.isMap) added[key] = item;
      else if (!content.has(list.keyOf(item))) {
        // Only `assign` provides a key for a map. An item that is moved to a map keeps its key, unless another item of
        // that map has the same key. In that case, the pk of the entity becomes the key.
        const name = keys?.get(list.keyOf(item));
        const isTaken = name !== undefined && Object.hasOwn(items, name);
        if (name !== undefined) added[isTaken ? String(list.memberOf(item)!.pk) : name] = item;
      }
    }
    return { added, removed };
  }
}

/** The key and the row of a list. */
type Row = readonly [pk: Pk, row: Fields];

/** An entity, and the list item that represents it. */
interface Item {
  readonly key: string;
  /** The row of the entity. It determines which lists the entity belongs to. */
  readonly row: Fields | undefined;
  readonly item: unknown;
}

/** Returns the keys under which the maps of a Collection store their items. */
function keysIn(rows: readonly Row[], list: ListPlan) {
  const keys = new Map<unknown, string>();
  for (const [, row] of rows) {
    for (const [key, item] of Object.entries(row['items'] as Items))
      keys.set(list.keyOf(item), key);
  }
  return keys;
}

/**
 * Returns the items without the entities that were deleted after the list was requested. Returns the same object if no
 * item is removed.
 */
export function withoutDeleted(
  list: ListPlan,
  items: Items,
  isDeleted: (type: EntityClass, pk: Pk) => boolean,
): Items {
  const deleted = Object.values(items).filter((item) => {
    const member = list.memberOf(item);
    return member !== undefined && isDeleted(member.type, member.pk);
  });
  return deleted.length === 0
    ? items
    : without(list, items, new Set(deleted.map((item) => list.keyOf(item))));
}
