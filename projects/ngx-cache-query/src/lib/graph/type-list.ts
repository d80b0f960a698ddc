import type { Entity } from '../schema/entity/entity';
import type { Pk } from '../schema/entity/pk';
import type { Fields } from '../util/plain-data';
import type { Table } from '../store/table';
import { sameItems } from '../util/equality';
import { Node, CURRENT } from './node';

declare const ngDevMode: unknown;

/** The part of a cell that {@link TypeList} uses. */
interface Member {
  readonly pk: Pk;
}

/** The part of an entity type that {@link TypeList} uses. */
interface Members<Cell> {
  readonly table: Table;
  readonly isWatched: boolean;
  cellAt(slot: number, pk: Pk): Cell;
}

/** Returns the instance of a cell for the given record. The relations of the instance may be set later. */
export type Begin<Cell> = (cell: Cell, record: Fields | undefined) => Entity | undefined;

/**
 * All entities of one type in insertion order. If entities were added, removed or moved, the list is built again.
 * Otherwise, the instances of changed entities are replaced in a copy of the list.
 */
export class TypeList<Cell extends Member = Member> extends Node {
  value: readonly Entity[] | undefined;
  /** The slot of each item; `undefined` if the index of every item equals its slot. */
  slots: readonly number[] | undefined;
  /**
   * The cells of the entities that have changed since the list was last read; `undefined` if the whole list must be
   * built again.
   */
  #changed: Cell[] | undefined;
  /** The layout of the table when the list was last read. */
  #layout = 0;
  /** A list that was read in a batch. See {@link adopt}. */
  #drafted: readonly Entity[] | undefined;

  constructor(readonly type: Members<Cell>) {
    super();
  }

  /** Whether the list is up to date. */
  get isCurrent(): boolean {
    return !this.isDirty && this.#layout === this.type.table.layout;
  }

  /** Marks the list as outdated because entities were added, removed or moved. */
  membersChanged(): void {
    this.outdate();
    this.#changed = undefined;
  }

  /** Marks the list as outdated because the entity of `cell` changed. */
  memberChanged(cell: Cell): void {
    if (this.value === undefined) return;
    if (!this.isDirty) this.#changed = [];
    this.outdate();
    this.#changed?.push(cell);
    if (this.#changed !== undefined && this.#changed.length > this.value.length) {
      this.#changed = undefined;
    }
  }

  /** Returns the list. Updates it first if it is outdated. */
  read(begin: Begin<Cell>): readonly Entity[] {
    if (this.isCurrent) return this.value!;
    const { layout } = this.type.table;
    if (this.#layout !== layout) this.membersChanged();
    this.#layout = layout;
    const isPatched = this.#changed !== undefined;
    const next = isPatched ? this.#patch(begin) : this.#readAll(begin);
    const drafted = this.#drafted;
    this.#drafted = undefined;
    this.#changed = [];
    this.state = CURRENT;
    if (isPatched && next === this.value) return next;
    if (!isPatched && this.value !== undefined && sameItems(this.value, next)) return this.value;
    if (drafted !== undefined && sameItems(drafted, next)) return (this.value = drafted);
    if (typeof ngDevMode === 'undefined' || ngDevMode) Object.freeze(next);
    return (this.value = next);
  }

  /**
   * Keeps a list that was read in a batch, so that the next read can return the same array. The next read returns this
   * array only if the array contains exactly the current items.
   */
  adopt(value: readonly Entity[]): void {
    if (this.isDirty) this.#drafted = value;
  }

  /** Drops only the value and keeps the list, because the list of a type exists as long as the type. */
  dropFrom(): void {
    this.purge();
  }

  purge(): void {
    this.value = this.#drafted = undefined;
    this.slots = undefined;
    this.membersChanged();
  }

  #readAll(begin: Begin<Cell>): Entity[] {
    const { index, records } = this.type.table;
    const list: Entity[] = [];
    if (index.size === records.length) {
      this.slots = undefined;
      for (const [pk, slot] of index) {
        list[slot] = begin(this.type.cellAt(slot, pk), records[slot])!;
      }
      return list;
    }
    const pks: Pk[] = [];
    for (const [pk, slot] of index) pks[slot] = pk;
    const slots: number[] = [];
    pks.forEach((pk, slot) => {
      slots.push(slot);
      list.push(begin(this.type.cellAt(slot, pk), records[slot])!);
    });
    this.slots = slots;
    return list;
  }

  #patch(begin: Begin<Cell>): readonly Entity[] {
    const last = this.value!;
    let list: Entity[] | undefined;
    const { index, records } = this.type.table;
    for (const cell of this.#changed!) {
      const slot = index.get(cell.pk);
      if (slot === undefined) continue;
      const entity = begin(cell, records[slot]);
      if (entity === undefined) continue;
      const place = this.#placeOf(slot);
      if (entity !== last[place]) (list ??= last.slice())[place] = entity;
    }
    return list ?? last;
  }

  #placeOf(slot: number): number {
    if (this.slots === undefined) return slot;
    let [low, high] = [0, this.slots.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.slots[middle] < slot) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}
