import { Overlays } from '../../optimistic/overlay/overlays';
import { type EntityPlan, planOf } from '../../schema/entity/entity-plan';
import type { Pk } from '../../schema/entity/pk';
import type { EntityClass } from '../../schema/schema';
import type { CommitHook } from '../../store/commit-hook';
import { hookOf } from '../../store/hook-of';
import type { Store } from '../../store/store';
import type { Table } from '../../store/table';
import type { Transaction } from '../../store/transaction';
import type { Fields } from '../../util/plain-data';
import { contentOf, editOf, type Items } from './list-edit';
import { type ListPlan, listPlanOf } from '../list-plan';

/** The lists of one Collection in one cache. */
interface Lists {
  readonly table: Table;
  readonly plan: EntityPlan;
  readonly list: ListPlan;
}

/**
 * Removes deleted entities from all lists. Entities that no longer match a list are removed only if the list has a
 * filter function. An entity whose deletion is pending is kept in its lists, but is hidden.
 */
export class LeaveLists implements CommitHook {
  readonly #lists: Lists[] = [];
  readonly #overlays: Overlays;

  constructor(store: Store) {
    this.#overlays = hookOf(store, Overlays);
  }

  add(table: Table, plan: EntityPlan): void {
    this.#lists.push({ table, plan, list: listPlanOf(plan)! });
  }

  /** @see CommitHook */
  settle(transaction: Transaction, since: number): void {
    const { journal } = transaction;
    const recheck = [...transaction.recheck];
    const changed = journal.changes.slice(since).filter(({ table }) => table.isEntities);
    if (changed.length === 0 && recheck.length === 0) return;
    const candidates = [...changed, ...recheck];
    for (const lists of this.#lists) {
      const { list } = lists;
      const isWritten = list.isStrict && changed.some(({ table }) => table === lists.table);
      for (const type of list.types) {
        const table = transaction.tables.of(planOf(type));
        const { overlay } = table;
        const mayLeave = (pk: Pk) => (table.index.has(pk) ? list.isStrict : !table.exists(pk));
        const pks = new Set<Pk>();
        for (const row of candidates) if (row.table === table && mayLeave(row.pk)) pks.add(row.pk);
        // If a list was written in this commit, all entities with pending changes must be checked. The list may not
        // have been in the cache when these changes were made.
        if (isWritten && overlay)
          for (const pk of overlay.pks) if (table.index.has(pk)) pks.add(pk);
        if (pks.size > 0) this.#removeFrom(lists, type, table, pks, transaction);
      }
    }
  }

  /** For each list of a Collection, removes the entities of one class that no longer belong to the list. */
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
        const isOut = (record: Fields | undefined) =>
          record === undefined || list.fits(record, args, []) === false;
        if (!isOut(table.get(member))) continue;
        const pending = this.#overlays.pendingOn(table, member);
        // If only pending changes exclude the entity from the list, its removal is pending too. It is rolled back with
        // these changes.
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
