import type { Entity } from '../schema/entity/entity';
import type { Pk } from '../schema/entity/pk';
import type { Fields } from '../util/plain-data';
import type { Table } from '../store/table';
import { DROPPED, Node } from './node';
import type { RowMarker } from './source';

/** What a live result keeps of a row. */
export interface Held {
  /** Who keeps it. */
  readonly holder: object;
}

/**
 * What reading needs of one row, made when it is read first: the instance, who shows it, who watches
 * it. A row that is not in its table can have one too, for those who wait for it.
 */
export class Cell<Type extends { readonly table: Table }> extends Node {
  /** The instance made last; when the cell is dirty it is out of date. */
  instance: Entity | undefined;
  /** What is held of the row: of one live result as it is, of several by who holds it. */
  #held: Held | Map<object, Held> | undefined;

  constructor(
    /** The entity type that the cell belongs to. */
    readonly type: Type,
    readonly pk: Pk,
  ) {
    super();
  }

  /** The row's record, or `undefined` while it is not there. */
  get record(): Fields | undefined {
    return this.type.table.get(this.pk);
  }

  /** Whether a live result holds the instance. */
  get isHeld(): boolean {
    return this.#held !== undefined;
  }

  /** What a live result holds of the row. */
  heldBy(holder: object): Held | undefined {
    const held = this.#held;
    if (held instanceof Map) return held.get(holder);
    return held?.holder === holder ? held : undefined;
  }

  /** Notes what a live result holds of the row from now on. */
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

  /** A live result holds nothing of the row any more. */
  unhold(holder: object): void {
    const held = this.#held;
    if (held instanceof Map) held.delete(holder);
    else if (held?.holder === holder) this.#held = undefined;
    if (held instanceof Map && held.size === 0) this.#held = undefined;
  }

  override markRows(retainer: RowMarker): void {
    retainer.row(this.type.table, this.pk);
  }

  purge(): void {
    this.instance = undefined;
  }

  /** Lets go of the instance, and still passes on what changes it. */
  dropInstance(): void {
    this.instance = undefined;
    this.state = DROPPED;
  }
}
