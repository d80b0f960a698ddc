import type { Entity } from '../schema/entity/entity';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { BatchEntry } from '../schema/normalize/batch';
import type { RowOp } from '../schema/normalize/row-op';
import type { Fields } from '../util/plain-data';
import type { UndoLog } from './undo-log';

/**
 * The transaction that writes to a row with pending changes. At run time, an overlay receives a Transaction. This file
 * cannot import that class, because the class refers to tables, and tables refer to overlays.
 */
export interface Writes {
  readonly journal: UndoLog;
  readonly order: number;
}

/**
 * Pending changes to the rows of a table, such as the changes that a mutation in flight makes. The table holds the rows
 * with these changes applied, and the overlay holds the same rows without the changes. A feature attaches an overlay to
 * a table. Writes to a table without an overlay go directly to the table.
 *
 * An overlay never writes to its table directly. Instead, the transaction writes the record that includes the pending
 * changes.
 */
export interface Overlay {
  /** The keys of the rows with pending changes. */
  readonly pks: Iterable<Pk>;
  /** The records that may become visible again when pending changes are dropped. */
  readonly records: Iterable<Fields>;
  /** Whether a row has pending changes. */
  has(pk: Pk): boolean;
  /** Returns the current key of a row. `pk` can be an earlier key of the row. */
  keyOf(pk: Pk): Pk;
  /** Called after an instance of a row has been created. */
  instantiated(entity: Entity, pk: Pk): void;
  /**
   * Returns the row on which writes by the application are based. Usually, this is the visible row. If a pending
   * deletion hides the row, this is the row that would be visible without the deletion.
   */
  shown(pk: Pk): Fields | undefined;
  /**
   * Returns the row without optimistic changes. The row includes all server responses and local writes, even those that
   * the overlay still stores as separate changes.
   */
  known(pk: Pk): Fields | undefined;
  /**
   * If the key of an entry's row has changed, returns the entry with the new key. Also replaces the earlier key in the
   * fields of the row.
   */
  current(entry: BatchEntry): BatchEntry;
  /**
   * Applies a write and shows the result. Called only if the row has pending changes, or if this write is the first
   * pending change of the row.
   *
   * @param isLocal whether the write was made by the application and not by a server
   */
  write(writes: Writes, plan: EntityPlan, pk: Pk, op: RowOp, order: number, isLocal: boolean): void;
  /**
   * Drops the pending changes to a row and shows the row without them. Does nothing if the row has no pending changes.
   */
  drop(writes: Writes, pk: Pk): void;
  /** Drops the earlier keys of all rows. Afterwards, {@link keyOf} returns every key unchanged. */
  clearKeys(undo: UndoLog): void;
}
