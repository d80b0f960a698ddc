import { Overlays } from '../optimistic/overlay/overlays';
import { BatchEntry } from '../schema/normalize/batch';
import { type EntityPlan, planOf } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { EntityClass } from '../schema/schema';
import { hookOf } from '../store/hook-of';
import type { Attach } from '../store/store';
import type { InternalRows } from '../store/table';
import type { Tables } from '../store/tables';
import type { Fields } from '../util/plain-data';
import { LeaveLists } from './edits/leave-lists';
import type { Items } from './edits/list-edit';
import { withoutDeleted } from './edits/list-effects';
import { type ListPlan, listPlanOf } from './list-plan';
import { StaleWindows } from './windows/stale-windows';

/** Connects the lists of a Collection to a cache. */
export const attachLists: Attach = (store, table, plan) => {
  table.internal = new InternalLists(store.tables, listPlanOf(plan)!);
  // While an older read of a list is in flight, an edit is stored as a patch on top of the list. Therefore the response
  // to that read does not undo the edit.
  hookOf(store, Overlays).of(table);
  hookOf(store, LeaveLists).add(table, plan);
  hookOf(store, StaleWindows);
  for (const hook of store.hooks) hook.usesRows?.(table);
};

/**
 * Implements InternalRows for a table whose rows are lists. Removes deleted entities from incoming lists. When the id
 * of an entity changes, changes the keys of the lists inside the entity.
 */
class InternalLists implements InternalRows {
  constructor(
    private readonly tables: Tables,
    private readonly list: ListPlan,
  ) {}

  /** @see InternalRows */
  get storedName(): string {
    return this.list.storedName;
  }

  /** @see InternalRows */
  get plans(): readonly EntityPlan[] {
    return this.list.types.map(planOf);
  }

  /** @see InternalRows */
  get isFiltered(): boolean {
    return this.list.isStrict;
  }

  /** From an incoming list, removes the entities that were deleted after the list was requested. @see InternalRows */
  incoming(entry: BatchEntry, order: number): BatchEntry {
    const { tables, list } = this;
    if (!tables.hasTombstones || entry.row === undefined) return entry;
    const { plan, pk, row } = entry;
    const isDeleted = (type: EntityClass, member: Pk) => {
      const table = tables.of(planOf(type));
      return !table.index.has(member) && table.isDeletedAfter(member, order);
    };
    const incoming = row['items'] as Items;
    const items = withoutDeleted(list, incoming, isDeleted);
    return items === incoming ? entry : new BatchEntry(plan, pk, { ...row, items }, 'nothing');
  }

  /** Returns the new key of a nested list when the entity that contains it gets another id. @see InternalRows */
  keyAfter(record: Fields, replace: <T>(value: T) => T): Pk | undefined {
    const args = record['args'] as Fields;
    const next = replace(args);
    return next === args ? undefined : this.list.pkOf(next);
  }
}
