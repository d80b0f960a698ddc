import type { Effect, EffectWriter } from '../../schema/normalize/effect';
import { type EntityPlan, planOf } from '../../schema/entity/entity-plan';
import type { Pk } from '../../schema/entity/pk';
import type { EntityClass } from '../../schema/schema';
import type { Fields } from '../../util/plain-data';
import { contentOf, editOf, type Items, type ListOperation, without } from './list-edit';
import { PAGE, type PageChange } from '../pages/list-pages';
import { type ListPlan, listPlanOf, type Member } from '../list-plan';

/** Merges a page into its list. */
export class PageEffect implements Effect {
  constructor(
    private readonly lists: EntityPlan,
    private readonly pk: Pk,
    private readonly change: Omit<PageChange, 'kind'>,
  ) {}

  apply(writer: EffectWriter): void {
    // Only the server knows which items are on a page.
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
 * Adds the entities of a response to lists, and removes them. A list gets its edit even if that has no effect at present:
 * it may have one after another pending change is rolled back.
 */
export class EditEffect implements Effect {
  /**
   * @param list the Collection in the schema
   * @param members the entities, each with its key; only `assign` uses the key
   * @param call the arguments of the call
   */
  constructor(
    private readonly list: ListPlan,
    private readonly operation: ListOperation,
    private readonly members: readonly (readonly [key: string, member: Member])[],
    private readonly call: readonly unknown[],
  ) {}

  apply(writer: EffectWriter): void {
    const { operation, members } = this;
    const rows = members.map(([, { type, pk }]) => writer.row(planOf(type), pk));
    for (const plan of writer.plans) {
      const list = listPlanOf(plan);
      if (list === undefined || !this.#affects(list)) continue;
      const items = members.flatMap(([key, { type, pk }], i): Item[] => {
        const listed = list.classOf(type);
        return listed === undefined
          ? []
          : [{ key, row: rows[i], item: list.store({ type: listed, pk }) }];
      });
      if (items.length === 0) continue;
      const keys = operation === 'move' && list.isMap ? keysIn(writer, plan, list) : undefined;
      for (const [pk, row] of writer.rows(plan)) {
        const { added, removed } = this.#edit(list, row, items, keys);
        if (removed.length > 0 || Object.keys(added).length > 0) {
          writer.write(plan, pk, editOf(operation, { added, removed }));
        }
      }
    }
  }

  #affects(list: ListPlan): boolean {
    return this.operation === 'remove' ? list === this.list : list.isMap === this.list.isMap;
  }

  /** Returns the items to add to one list, and those to remove from it. */
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
    for (const { key, row: member, item } of candidates) {
      if (operation === 'remove') {
        if (list.names({}, args, call) === true) removed.push(item);
        continue;
      }
      const fits = member && list.fits(member, args, call);
      if (operation === 'move' && fits === false) removed.push(item);
      if (fits !== true) continue;
      if (operation === 'assign' || !list.isMap) added[key] = item;
      else if (!content.has(list.keyOf(item))) {
        // Only `assign` has a key for a map. A moved item keeps its key, unless another item has that key there.
        const name = keys?.get(list.keyOf(item));
        const isTaken = name !== undefined && Object.hasOwn(items, name);
        if (name !== undefined) added[isTaken ? String(list.memberOf(item)!.pk) : name] = item;
      }
    }
    return { added, removed };
  }
}

/** An entity as an item of a list. */
interface Item {
  readonly key: string;
  /** The row of the entity, which determines its lists. */
  readonly row: Fields | undefined;
  readonly item: unknown;
}

/** Returns the keys of the items in the maps of a Collection. */
function keysIn(writer: EffectWriter, plan: EntityPlan, list: ListPlan) {
  const keys = new Map<unknown, string>();
  for (const [, row] of writer.rows(plan)) {
    for (const [key, item] of Object.entries(row['items'] as Items))
      keys.set(list.keyOf(item), key);
  }
  return keys;
}

/** Returns the items without entities that were deleted after the request; the same object if there are none. */
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
