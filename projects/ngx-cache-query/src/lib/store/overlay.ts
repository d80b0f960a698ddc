import type { Entity } from '../schema/entity/entity';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { RowOp } from '../schema/normalize/row-op';
import type { Fields } from '../util/plain-data';
import type { UndoLog } from './undo-log';

/** A row without its pending changes, and the place of its last write in the order of all writes. */
export interface KnownRow {
  readonly row: Fields | undefined;
  readonly order: number;
}

/**
 * Pending changes over rows of a table, for example the changes of a mutation in flight. The table holds the rows with
 * these changes, and the overlay holds the rows without them. A feature attaches an overlay to a table. A table without
 * an overlay is written directly.
 *
 * An overlay never writes to its table. It returns the record that a row must show, and the transaction writes that
 * record.
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
  /** Returns the base of the row: without optimistic changes, and without changes that are not merged yet. */
  base(pk: Pk): Fields | undefined;
  /**
   * Applies a write to a row that has pending changes, or whose first pending change is this write.
   *
   * @param isLocal whether the write is by the application, not by a server
   * @returns the record that the row shows from now on; `undefined` if the row is hidden
   */
  write(
    undo: UndoLog,
    plan: EntityPlan,
    pk: Pk,
    op: RowOp,
    order: number,
    isLocal: boolean,
  ): Fields | undefined;
  /** Drops the pending changes of a row, and returns the row without them. */
  drop(undo: UndoLog, pk: Pk): KnownRow;
  /** Clears the former keys of all rows. */
  clearKeys(undo: UndoLog): void;
}
