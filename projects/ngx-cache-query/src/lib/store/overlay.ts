import type { Entity } from '../schema/entity/entity';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { BatchEntry } from '../schema/normalize/batch';
import type { RowOp } from '../schema/normalize/row-op';
import type { Fields } from '../util/plain-data';
import type { UndoLog } from './undo-log';

/**
 * The transaction that writes to a row with pending changes. An overlay receives the Transaction itself. This file does
 * not name the class, because a Transaction refers to tables, and tables refer to overlays.
 */
export interface Writes {
  readonly journal: UndoLog;
  readonly order: number;
}

/**
 * Pending changes over rows of a table, for example the changes of a mutation in flight. The table holds the rows with
 * these changes, and the overlay holds the rows without them. A feature attaches an overlay to a table. Writes to a
 * table without an overlay go directly to the table.
 *
 * An overlay never writes to its table directly. It makes the transaction show the record that results from the pending
 * changes.
 */
export interface Overlay {
  /** The keys of the rows with pending changes. */
  readonly pks: Iterable<Pk>;
  /** The records that rows may show again when pending changes are dropped. */
  readonly records: Iterable<Fields>;
  /** Whether a row has pending changes. */
  has(pk: Pk): boolean;
  /** Returns the current key of a row. `pk` may be a key that the row had before. */
  keyOf(pk: Pk): Pk;
  /** Called after an instance of a row was made. */
  instantiated(entity: Entity, pk: Pk): void;
  /**
   * Returns the row on which the application bases its writes: the row as shown, or as it was before a pending
   * deletion.
   */
  shown(pk: Pk): Fields | undefined;
  /** Returns the row without optimistic changes, but with the responses and local writes that are not merged into the base. */
  known(pk: Pk): Fields | undefined;
  /** Returns the entry under the current key of its row. Fields of the row that contain the key are changed too. */
  current(entry: BatchEntry): BatchEntry;
  /**
   * Applies a write to a row that has pending changes, or whose first pending change is this write, and shows the row.
   *
   * @param isLocal whether the write is by the application, not by a server
   */
  write(writes: Writes, plan: EntityPlan, pk: Pk, op: RowOp, order: number, isLocal: boolean): void;
  /** Drops the pending changes of a row, and shows the row without them. Does nothing if the row has none. */
  drop(writes: Writes, pk: Pk): void;
  /** Clears the former keys of all rows. */
  clearKeys(undo: UndoLog): void;
}
