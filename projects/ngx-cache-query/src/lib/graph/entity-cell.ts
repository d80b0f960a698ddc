import type { Entity } from '../schema/entity/entity';
import type { Pk } from '../schema/entity/pk';
import type { Fields } from '../util/plain-data';
import type { Table } from '../store/table';
import { DROPPED, Node } from './node';
import type { RowMarker } from './source';

/** The data that an incremental result keeps for one row. */
export interface Held {
  /** The part of the incremental result that keeps this data. */
  readonly holder: object;
}

/** The entity type of a cell. */
export interface CellOwner {
  readonly table: Table;
  /** Removes a cell and its edges to children. */
  drop(cell: Cell<CellOwner>): void;
}

/**
 * The read side of one row: the instance, the edges, and the version stream. A cell is created when the row is first
 * read. A key without a row can have a cell too, so that subscribers are notified when the row is added.
 */
export class Cell<Type extends CellOwner> extends Node {
  /** The last instance. While the cell is dirty, this instance is out of date. */
  instance: Entity | undefined = undefined;
  /** The data that incremental results keep for the row. If several results keep data, it is stored by holder. */
  held: Held | Map<object, Held> | undefined = undefined;

  constructor(
    readonly type: Type,
    readonly pk: Pk,
  ) {
    super();
  }

  /** The record of the row, or `undefined` if the cell has no row. */
  get record(): Fields | undefined {
    return this.type.table.get(this.pk);
  }

  override markRows(marker: RowMarker): void {
    marker.row(this.type.table, this.pk);
  }

  dropFrom(): void {
    this.type.drop(this);
  }

  purge(): void {
    this.instance = undefined;
  }

  /** Drops the instance but keeps the edges, so that changes of the children still reach the dependents. */
  dropInstance(): void {
    this.instance = undefined;
    this.state = DROPPED;
  }
}
