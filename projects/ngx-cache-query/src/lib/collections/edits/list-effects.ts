import type { Effect, EffectWriter } from '../../schema/normalize/effect';
import { type EntityPlan, planOf } from '../../schema/entity/entity-plan';
import type { Pk } from '../../schema/entity/pk';
import type { EntityClass } from '../../schema/schema';
import type { Fields } from '../../util/plain-data';
import { contentOf, editOf, type Items, type ListVerb, without } from './list-edit';
import { PAGE, type PageChange } from '../pages/list-pages';
import { type ListPlan, listPlanOf, type Member } from '../list-plan';

/** Puts a page into its list. */
export class PageEffect implements Effect {
  constructor(
    private readonly lists: EntityPlan,
    private readonly pk: Pk,
    private readonly change: Omit<PageChange, 'kind'>,
  ) {}

  apply(writer: EffectWriter): void {
    // Whether a page is complete is not known before the server says it.
    if (writer.isOptimistic) return;
    const { lists, pk, change } = this;
    const { page } = change;
    const isDeleted = (type: EntityClass, its: Pk) => writer.isDeleted(planOf(type), its);
    const list = listPlanOf(lists)!;
    const items = writer.hasDeletions ? withoutDeleted(list, page.items, isDeleted) : page.items;
    const op = { ...change, kind: PAGE, page: { ...page, items: items as readonly unknown[] } };
    writer.write(lists, pk, op);
  }
}

/**
 * Puts entities into lists, and removes them, as a response says. A list gets its edit also when that changes nothing
 * at the moment: other changes in flight may come in between, or be rolled back.
 */
export class EditEffect implements Effect {
  /**
   * @param list the Collection in the schema
   * @param members the entities, for `assign` by key
   * @param call the arguments of the call
   */
  constructor(
    private readonly list: ListPlan,
    private readonly verb: ListVerb,
    private readonly members: readonly (readonly [key: string, member: Member])[],
    private readonly call: readonly unknown[],
  ) {}

  apply(writer: EffectWriter): void {
    const { verb, members } = this;
    const rows = members.map(([, { type, pk }]) => writer.row(planOf(type), pk));
    for (const plan of writer.plans) {
      const list = listPlanOf(plan);
      if (list === undefined || !this.#concerns(list)) continue;
      const own = members.flatMap(([key, { type, pk }], i): Item[] => {
        const its = list.classOf(type);
        return its === undefined
          ? []
          : [{ key, row: rows[i], item: list.store({ type: its, pk }) }];
      });
      if (own.length === 0) continue;
      const keys = verb === 'move' && list.isMap ? keysIn(writer, plan, list) : undefined;
      for (const [pk, row] of writer.rows(plan)) {
        const { added, removed } = this.#edit(list, row, own, keys);
        if (removed.length > 0 || Object.keys(added).length > 0) {
          writer.write(plan, pk, editOf(verb, { added, removed }));
        }
      }
    }
  }

  #concerns(list: ListPlan): boolean {
    return this.verb === 'remove' ? list === this.list : list.isMap === this.list.isMap;
  }

  /** What is added to one list, and what is removed from it. */
  #edit(list: ListPlan, row: Fields, own: readonly Item[], keys?: ReadonlyMap<unknown, string>) {
    const { verb, call } = this;
    const args = row['args'] as Fields;
    const items = row['items'] as Items;
    const content = contentOf(list, items);
    const added: Record<string, unknown> = {};
    const removed: unknown[] = [];
    for (const { key, row: member, item } of own) {
      if (verb === 'remove') {
        if (list.names({}, args, call) === true) removed.push(item);
        continue;
      }
      const fits = member && list.fits(member, args, call);
      if (verb === 'move' && fits === false) removed.push(item);
      if (fits !== true) continue;
      if (verb === 'assign' || !list.isMap) added[key] = item;
      else if (!content.has(list.keyOf(item))) {
        // Only `assign` names the key in a map. What moves keeps its key, unless another item has it there.
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
  /** Its row, by which its lists are chosen. */
  readonly row: Fields | undefined;
  readonly item: unknown;
}

/** The keys of the items in the maps of a Collection. */
function keysIn(writer: EffectWriter, plan: EntityPlan, list: ListPlan) {
  const keys = new Map<unknown, string>();
  for (const [, row] of writer.rows(plan)) {
    for (const [key, item] of Object.entries(row['items'] as Items))
      keys.set(list.keyOf(item), key);
  }
  return keys;
}

/** Items without those that were deleted since they were requested; the same object when there are none. */
export function withoutDeleted(
  list: ListPlan,
  items: Items,
  isDeleted: (type: EntityClass, pk: Pk) => boolean,
): Items {
  const gone = Object.values(items).filter((item) => {
    const member = list.memberOf(item);
    return member !== undefined && isDeleted(member.type, member.pk);
  });
  return gone.length === 0
    ? items
    : without(list, items, new Set(gone.map((each) => list.keyOf(each))));
}
