import { lastOrder, withoutOptimistic } from '../../optimistic/overlay/row-overlay';
import { TableOverlay } from '../../optimistic/overlay/table-overlay';
import type { Pk } from '../../schema/entity/pk';
import { planOf } from '../../schema/entity/entity-plan';
import type { Batch } from '../../schema/normalize/batch';
import type { EntityClass } from '../../schema/schema';
import type { Table } from '../../store/table';
import type { Tables } from '../../store/tables';
import { sameData } from '../../util/equality';
import type { Fields } from '../../util/plain-data';
import type { ListOperation } from '../edits/list-edit';
import { EditEffect } from '../edits/list-effects';
import { listPlanOf } from '../list-plan';

/** The changes that a mutation makes to one entity, according to the response to the mutation. */
export interface EntityChange {
  readonly type: EntityClass;
  readonly pk: Pk;
  /**
   * The row before the response is written, without optimistic changes; `undefined` if the entity is not in the cache.
   */
  readonly before: Fields | undefined;
  /**
   * Whether the row was written after the mutation began. If so, {@link before} may already contain the changes that
   * the mutation makes, for example because a stream delivered them earlier.
   */
  readonly isOvertaken: boolean;
  /** The row after the mutation; `undefined` if the entity was deleted. */
  readonly after: Fields | undefined;
  /** The names of the fields that changed. */
  readonly fields: ReadonlySet<string>;
  /** The list operation, such as `push`, that the schema of the mutation describes; `undefined` if there is none. */
  readonly operation: ListOperation | undefined;
  /** The arguments of the mutation. */
  readonly call: readonly unknown[];
}

/** Collects the changes that a response makes to one entity. */
interface Found {
  readonly type: EntityClass;
  readonly pk: Pk;
  /** The fields in the response; `undefined` if the response deletes the entity. */
  incoming: Fields | undefined;
  edit: EditEffect | undefined;
}

/**
 * Returns the changes that a mutation makes to entities. Called before the response to the mutation is written.
 *
 * @param since the last position in the write order when the mutation began
 */
export function changesIn(tables: Tables, batch: Batch, since: number): EntityChange[] {
  const changes: EntityChange[] = [];
  for (const [table, rows] of found(tables, batch)) {
    for (const { type, pk, incoming, edit } of rows.values()) {
      const before = table.overlay === undefined ? table.get(pk) : table.overlay.known(pk);
      const isOvertaken = lastWrite(table, pk) > since;
      const after = incoming && { ...before, ...incoming };
      const names = Object.keys(incoming ?? {});
      const fields = new Set(names.filter((name) => !sameData(before?.[name], incoming![name])));
      const { operation, call = [] } = edit ?? {};
      changes.push({ type, pk, before, isOvertaken, after, fields, operation, call });
    }
  }
  return changes;
}

function found(tables: Tables, batch: Batch): ReadonlyMap<Table, ReadonlyMap<Pk, Found>> {
  const byTable = new Map<Table, Map<Pk, Found>>();
  const at = (type: EntityClass, pk: Pk): Found => {
    const table = tables.of(planOf(type));
    const rows = byTable.get(table) ?? new Map<Pk, Found>();
    const row = rows.get(pk) ?? { type, pk, incoming: {}, edit: undefined };
    byTable.set(table, rows.set(pk, row));
    return row;
  };
  for (let entry = batch.first; entry !== undefined; entry = entry.next) {
    if (listPlanOf(entry.plan) !== undefined) continue;
    const { row } = entry;
    const known = at(entry.plan.type, entry.pk);
    known.incoming = row && { ...known.incoming, ...row };
  }
  for (const edit of batch.effects) {
    if (!(edit instanceof EditEffect)) continue;
    for (const [, { type, pk }] of edit.members) at(type, pk).edit = edit;
  }
  return byTable;
}

/** Returns the position of a row's last write in the write order. Optimistic responses are ignored. */
function lastWrite(table: Table, pk: Pk): number {
  const { overlay } = table;
  const pending = overlay instanceof TableOverlay ? overlay.get(pk) : undefined;
  if (pending !== undefined) return lastOrder(withoutOptimistic(pending));
  const slot = table.index.get(pk);
  return slot === undefined ? -1 : table.writeOrders[slot];
}
