import type { Entity } from '../schema/entity';
import { recycle } from '../util/equality';
import { freeze } from '../util/plain-data';
import { Node } from './node';
import type { Row } from './row';

declare const ngDevMode: unknown;

/** Above this number of changed items and a share of the list, all items are read again. */
const MANY = 1_000;

/**
 * A list of entities that is maintained: a changed row tells the list which item became dirty, so an edit costs one copy
 * of the array and no walk over the items.
 */
export abstract class EntityList extends Node {
  declare value: readonly Entity[] | undefined;
  /** The rows of the items, parallel to the value. */
  rows: readonly Row[] = [];
  /** The value at the end of a batch, which stays if it differs from the one before the batch. */
  protected inner: readonly Entity[] | undefined = undefined;
  /** Whether items may have come, left or moved since the last read. */
  isRegrouped = true;
  #changed: Row[] = [];

  /** Returns the rows that have data, in order; `undefined` if the list is unknown. */
  protected abstract collect(): readonly Row[] | undefined;

  /** Returns the place of a row in {@link rows}, or -1. */
  protected abstract place(row: Row): number;

  override reads(): void {
    // The edges do not depend on what is read.
  }

  override marked(row: Node): void {
    if (this.isRegrouped) return;
    if (this.#changed.push(row as Row) > MANY + this.rows.length / 4) this.isRegrouped = true;
  }

  /** Drops an outdated value. */
  forget(): void {
    if (!this.dirty) return;
    this.value = this.inner = undefined;
    this.rows = this.#changed = [];
    this.isRegrouped = true;
  }

  read(): readonly Entity[] | undefined {
    if (this.dirty) {
      this.value = (this.isRegrouped ? undefined : this.#patch(this.value!)) ?? this.#make();
      this.#changed = [];
      this.dirty = false;
      this.isRegrouped = this.value === undefined;
      if ((typeof ngDevMode === 'undefined' || ngDevMode) && this.value) freeze(this.value);
    }
    return this.value;
  }

  /** Returns the place of a row if the rows arrived in the order of the list, as those of a response often did. */
  protected guess({ arrival }: Row): number {
    return this.rows.length > 0 ? arrival - this.rows[0].arrival : 0;
  }

  /** Replaces the items that have changed. Returns `undefined` if an item has come or left. */
  #patch(last: readonly Entity[]): readonly Entity[] | undefined {
    let all: Entity[] | undefined;
    for (const row of this.#changed) {
      const item = row.read(); // Also if it is not in the list: a dirty row does not tell about its next change.
      const at = this.place(row);
      if (at < 0 && item === undefined) continue;
      if (at < 0 || item === undefined) return undefined;
      if (item !== (all ?? last)[at]) (all ??= last.slice())[at] = item;
    }
    return all ?? last;
  }

  #make(): readonly Entity[] | undefined {
    const rows = this.collect();
    if (rows === undefined) {
      this.forget();
      return undefined;
    }
    this.rows = rows;
    const items = new Array<Entity>(rows.length);
    for (let i = 0; i < rows.length; i++) items[i] = rows[i].read()!;
    const { inner } = this;
    this.inner = undefined;
    const kept = recycle(this.value, items);
    return kept === items ? recycle(inner, items) : kept;
  }
}
