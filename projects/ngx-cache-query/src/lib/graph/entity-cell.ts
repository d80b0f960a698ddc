import type { Entity } from '../schema/entity/entity';
import type { Pk } from '../schema/entity/pk';
import type { Fields } from '../util/plain-data';
import type { Table } from '../store/table';
import { DROPPED, Node } from './node';
import type { RowMarker } from './source';

/** The data that an incremental result keeps for one row. */
export interface Held {
  /** The part of the incremental result that stores the data of this object. */
  readonly holder: object;
}

/** The entity type that owns a cell. */
export interface CellOwner {
  readonly table: Table;
  /** Removes a cell and the edges to its children. */
  drop(cell: Cell<CellOwner>): void;
}

/**
 * The graph node of one row. It holds the instance of the row, the edges and the version stream. A cell is created when
 * the row is read for the first time. A key without a row can also have a cell, so that subscribers are notified when
 * the row is added.
 */
export class Cell<Type extends CellOwner> extends Node {
  /** The last instance. It is outdated while the cell is dirty. */
  instance: Entity | undefined = undefined;
  /**
   * The data that incremental results store for the row. If several results store data, this is a map from each holder
   * to its data.
   */
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

  /** Drops the instance but keeps the edges, so that changes to the children still reach the cell. */
  dropInstance(): void {
    this.instance = undefined;
    this.state = DROPPED;
  }
}
