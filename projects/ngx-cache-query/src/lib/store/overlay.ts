import type { Entity } from '../schema/entity/entity';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { RowOp } from '../schema/normalize/row-op';
import type { Fields } from '../util/plain-data';
import type { UndoLog } from './undo-log';

/** A row without what is still pending, and its last write in the order of all writes. */
export interface KnownRow {
  readonly row: Fields | undefined;
  readonly order: number;
}

/**
 * What lies over some rows of a table: changes that are pending, as of a mutation in flight. The table shows the
 * rows with them; the overlay remembers the rows without them. A feature attaches it to a table; a table that has
 * none is written directly.
 *
 * An overlay never writes to the table: it returns what the row shows, and the transaction shows it.
 */
export interface Overlay {
  /** The keys of the rows that something lies over. */
  readonly pks: Iterable<Pk>;
  /** The records that may show again. */
  readonly records: Iterable<Fields>;
  /** Whether something lies over a row. */
  has(pk: Pk): boolean;
  /** The current key of a row, which may have had another one. */
  keyOf(pk: Pk): Pk;
  /** Called when an instance of a row was made. */
  instantiated(entity: Entity, pk: Pk): void;
  /** The row by which the application decides: as it is shown; one whose deletion is pending, as it was. */
  shown(pk: Pk): Fields | undefined;
  /** The row by which a server decides: without what is pending. */
  known(pk: Pk): Fields | undefined;
  /** The row without anything that lies over it. */
  base(pk: Pk): Fields | undefined;
  /**
   * Takes a write to a row that something lies over, or will.
   *
   * @param isLocal whether the application itself writes, and no server
   * @returns what the row shows from now on
   */
  write(
    undo: UndoLog,
    plan: EntityPlan,
    pk: Pk,
    op: RowOp,
    order: number,
    isLocal: boolean,
  ): Fields | undefined;
  /** Drops what lies over a row; returns the row without it. */
  drop(undo: UndoLog, pk: Pk): KnownRow;
  /** Clears the keys that rows had before. */
  clearKeys(undo: UndoLog): void;
}
