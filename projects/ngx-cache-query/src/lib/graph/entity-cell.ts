import type { Entity } from '../schema/entity/entity';
import type { Pk } from '../schema/entity/pk';
import type { Fields } from '../util/plain-data';
import type { Table } from '../store/table';
import { DROPPED, Node } from './node';
import type { RowMarker } from './source';

/** The data that an incremental result keeps for a row. */
export interface Held {
  /** The part of an incremental result that keeps the data. */
  readonly holder: object;
}

/**
 * The read side of one row, created at its first read: the instance, the edges, and the version stream. A key without
 * a row can have a cell too, so that subscribers are notified when the row is added.
 */
export class Cell<Type extends { readonly table: Table }> extends Node {
  /** The last instance; it is out of date while the cell is dirty. */
  instance: Entity | undefined;
  /** The data that incremental results keep for the row; with several of them, by holder. */
  #held: Held | Map<object, Held> | undefined;

  constructor(
    readonly type: Type,
    readonly pk: Pk,
  ) {
    super();
  }

  /** The row's record, or `undefined` without a row. */
  get record(): Fields | undefined {
    return this.type.table.get(this.pk);
  }

  /** Whether an incremental result keeps data for the row. */
  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** The data that a holder keeps for the row. */
  heldBy(holder: object): Held | undefined {
    const held = this.#held;
    if (held instanceof Map) return held.get(holder);
    return held?.holder === holder ? held : undefined;
  }

  /** Replaces the data that a holder keeps for the row. */
  hold(next: Held): void {
    const held = this.#held;
    if (held instanceof Map) held.set(next.holder, next);
    else if (held === undefined || held.holder === next.holder) this.#held = next;
    else {
      this.#held = new Map([
        [held.holder, held],
        [next.holder, next],
      ]);
    }
  }

  /** Drops the data that a holder keeps for the row. */
  unhold(holder: object): void {
    const held = this.#held;
    if (held instanceof Map) held.delete(holder);
    else if (held?.holder === holder) this.#held = undefined;
    if (held instanceof Map && held.size === 0) this.#held = undefined;
  }

  override markRows(marker: RowMarker): void {
    marker.row(this.type.table, this.pk);
  }

  purge(): void {
    this.instance = undefined;
  }

  /** Drops the instance. Changes of its children still reach the dependents. */
  dropInstance(): void {
    this.instance = undefined;
    this.state = DROPPED;
  }
}
