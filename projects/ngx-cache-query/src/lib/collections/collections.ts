import { Overlays } from '../optimistic/overlay/overlays';
import { BatchEntry } from '../schema/normalize/batch';
import { type EntityPlan, planOf } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { EntityClass } from '../schema/schema';
import type { CommitHook } from '../store/commit-hook';
import type { Attach, Store } from '../store/store';
import type { InternalRows, Table } from '../store/table';
import type { Tables } from '../store/tables';
import type { Transaction } from '../store/transaction';
import type { Fields } from '../util/plain-data';
import { contentOf, editOf, type Items } from './edits/list-edit';
import { withoutDeleted } from './edits/list-effects';
import { type ListPlan, listPlanOf } from './list-plan';

/** The lists of one Collection in one cache. */
interface Lists {
  readonly table: Table;
  readonly plan: EntityPlan;
  readonly list: ListPlan;
}

/** Attaches the lists of a Collection to a cache. */
export const attachLists: Attach = (store, table, plan) => {
  table.internal = new InternalLists(store.tables, listPlanOf(plan)!);
  // An edit lies over its list for as long as an older read of the list is in flight.
  store.hook(Overlays).of(table);
  store.hook(Collections).add(table, plan);
};

/** How rows that are lists are treated. */
class InternalLists implements InternalRows {
  constructor(
    private readonly tables: Tables,
    private readonly list: ListPlan,
  ) {}

  /** @see InternalRows Drops entities that were deleted since the list was requested. */
  incoming(entry: BatchEntry, order: number): BatchEntry {
    const { tables, list } = this;
    if (!tables.hasTombstones || entry.row === undefined) return entry;
    const { plan, pk, row } = entry;
    const isDeleted = (type: EntityClass, its: Pk) => {
      const table = tables.of(planOf(type));
      return !table.index.has(its) && table.isDeletedAfter(its, order);
    };
    const had = row['items'] as Items;
    const items = withoutDeleted(list, had, isDeleted);
    return items === had ? entry : new BatchEntry(plan, pk, { ...row, items }, 'nothing');
  }

  /** @see InternalRows A list that belongs to an entity has the entity's id among its arguments. */
  keyAfter(record: Fields, replace: <T>(value: T) => T): Pk | undefined {
    const args = record['args'] as Fields;
    const next = replace(args);
    return next === args ? undefined : this.list.pkOf(next);
  }
}

/**
 * Removes from all lists what was deleted, and what no longer fits where a filter function says so. What is only
 * pending to be deleted stays where it is, and is not shown.
 */
export class Collections implements CommitHook {
  readonly #lists: Lists[] = [];
  readonly #overlays: Overlays;

  constructor(store: Store) {
    this.#overlays = store.hook(Overlays);
  }

  add(table: Table, plan: EntityPlan): void {
    this.#lists.push({ table, plan, list: listPlanOf(plan)! });
  }

  /** @see CommitHook */
  settle(transaction: Transaction, since: number): void {
    const { journal } = transaction;
    const recheck = transaction.recheck.splice(0);
    const changed = journal.changes.slice(since).filter(({ table }) => table.isEntities);
    if (changed.length === 0 && recheck.length === 0) return;
    const concerned = [...changed, ...recheck];
    for (const lists of this.#lists) {
      const { list } = lists;
      const isWritten = list.isStrict && changed.some(({ table }) => table === lists.table);
      for (const type of list.types) {
        const table = transaction.tables.of(planOf(type));
        const { overlay } = table;
        const mayLeave = (pk: Pk) =>
          table.index.has(pk) ? list.isStrict : overlay?.has(pk) !== true;
        const pks = new Set<Pk>();
        for (const each of concerned)
          if (each.table === table && mayLeave(each.pk)) pks.add(each.pk);
        // A list that arrives now was not there when an optimistic update removed something from it.
        if (isWritten && overlay)
          for (const pk of overlay.pks) if (table.index.has(pk)) pks.add(pk);
        if (pks.size > 0) this.#removeFrom(lists, type, table, pks, transaction);
      }
    }
  }

  /** Removes entities of one class from the lists of one Collection, where they do not belong. */
  #removeFrom(
    { table: lists, plan, list }: Lists,
    type: EntityClass,
    table: Table,
    pks: ReadonlySet<Pk>,
    transaction: Transaction,
  ): void {
    for (const [pk, slot] of lists.index) {
      const row = lists.records[slot]!;
      const args = row['args'] as Fields;
      const content = contentOf(list, row['items'] as Items);
      const removed: unknown[] = [];
      for (const member of pks) {
        const item = list.store({ type, pk: member });
        if (!content.has(list.keyOf(item))) continue;
        const isOut = (its: Fields | undefined) =>
          its === undefined || list.fits(its, args, []) === false;
        if (!isOut(table.get(member))) continue;
        const pending = this.#overlays.pendingOn(table, member);
        // What only pending changes move out leaves the list only as long as they are pending.
        if (pending === undefined || isOut(table.overlay!.known(member))) removed.push(item);
        else {
          const edit = editOf('remove', { removed: [item] });
          this.#overlays.expect(transaction, pending, plan, pk, edit);
        }
      }
      if (removed.length > 0) transaction.write(plan, pk, editOf('remove', { removed }));
    }
  }
}
