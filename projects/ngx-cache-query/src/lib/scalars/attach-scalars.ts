import { BatchEntry } from '../schema/normalize/batch';
import { type EntityPlan, planOf } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { CommitHook } from '../store/commit-hook';
import { hookOf } from '../store/hook-of';
import type { Attach } from '../store/store';
import type { InternalRows, Table } from '../store/table';
import type { Transaction } from '../store/transaction';
import type { Fields } from '../util/plain-data';
import { ENTITY, type ScalarPlan, scalarPlanOf } from './scalar-plan';

/** Connects the value rows of a `Scalar` to a cache. */
export const attachScalars: Attach = (store, table, plan) => {
  const scalar = scalarPlanOf(plan);
  const entities = store.tables.of(planOf(scalar.type));
  table.internal = new ValueRows(scalar, entities);
  hookOf(store, DropValues).add(table, entities);
  for (const hook of store.hooks) hook.usesRows?.(table);
};

/** Defines how the cache handles the value rows of a `Scalar`. */
class ValueRows implements InternalRows {
  /** @see InternalRows */
  readonly isFiltered = false;

  constructor(
    private readonly scalar: ScalarPlan,
    private readonly entities: Table,
  ) {}

  /** @see InternalRows */
  get storedName(): string {
    return `${this.entities.name} by ${[...this.scalar.fields].join()}`;
  }

  /** @see InternalRows */
  get plans(): readonly EntityPlan[] {
    return [planOf(this.scalar.type)];
  }

  /** Drops values whose entity was deleted after the request began. @see InternalRows */
  incoming(entry: BatchEntry, order: number): BatchEntry {
    const entity = entry.row?.[ENTITY] as Pk | undefined;
    return entity === undefined || !this.entities.isDeletedAfter(entity, order)
      ? entry
      : new BatchEntry(entry.plan, entry.pk, undefined, 'nothing');
  }

  /** Returns the new key of a row whose entity gets another id. @see InternalRows */
  keyAfter(record: Fields, replace: <T>(value: T) => T): Pk | undefined {
    return this.scalar.keyAfter(record, replace);
  }
}

/** Deletes the values of deleted entities. The values are kept while the deletion is pending. */
class DropValues implements CommitHook {
  readonly #tables: { readonly values: Table; readonly entities: Table }[] = [];

  add(values: Table, entities: Table): void {
    this.#tables.push({ values, entities });
  }

  /** @see CommitHook */
  settle(transaction: Transaction, since: number): void {
    const { journal, recheck } = transaction;
    for (const { values, entities } of this.#tables) {
      // The position of each deletion in the write order, or Infinity if this write deletes the entity. Values that were
      // written after the position wait for a new entity.
      const deleted = new Map<unknown, number>();
      const isDeleted = (table: Table, pk: Pk) => table === entities && !table.exists(pk);
      for (const { table, pk, order } of recheck) {
        if (isDeleted(table, pk)) deleted.set(pk, Math.max(order, deleted.get(pk) ?? -1));
      }
      for (const { table, pk } of journal.changes.slice(since)) {
        if (isDeleted(table, pk)) deleted.set(pk, Infinity);
      }
      for (const [pk, slot] of deleted.size > 0 ? [...values.index] : []) {
        const order = deleted.get(values.records[slot]![ENTITY]);
        if (order !== undefined && values.writeOrders[slot] < order) transaction.remove(values, pk);
      }
    }
  }
}
