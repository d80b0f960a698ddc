import type { BatchEntry } from '../schema/normalize/batch';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { Fields } from '../util/plain-data';
import type { Deserialized } from './deserialized-values';
import type { Overlay } from './overlay';

/** A table is compacted if it has more free slots than this number, and also more free slots than rows. */
const FREE_SLOTS = 64;

/**
 * What the cache has of an entity type: nothing, a part of the loaded data (because rows were evicted), or all loaded
 * data.
 */
export type Knowledge = 'unknown' | 'partial' | 'known';

/** Defines how a feature handles its own rows. */
export interface InternalRows {
  /** The name of the table in a snapshot. The name is the same in every build of the application. */
  readonly storedName: string;
  /**
   * The Entity classes that the rows refer to. If snapshots exclude one of these classes, they also exclude the rows.
   */
  readonly plans: readonly EntityPlan[];
  /**
   * Whether an entity update can affect the rows. If `false`, only an added or deleted entity can affect them. Only
   * entities of the classes in {@link plans} count.
   */
  readonly isFiltered: boolean;
  /**
   * Adapts an incoming row before it is written.
   *
   * @param order the position of the row in the write order
   */
  incoming(entry: BatchEntry, order: number): BatchEntry;
  /**
   * Returns the key that a row has after ids in the row are replaced.
   *
   * @param replace replaces ids in a value; returns the same value if it contains none of these ids
   * @returns the new key, or `undefined` if the key does not change
   */
  keyAfter(record: Fields, replace: <T>(value: T) => T): Pk | undefined;
}

/**
 * The rows of one entity type. They are changed in place.
 *
 * Each row has a slot. The slot is the row's index in parallel arrays, which hold the record, the write order and the
 * insertion order of each row. Rows that are inserted later have higher slots. A deleted row leaves a free slot, so
 * that a rollback can restore the row in the same slot. When there are many free slots, the table removes them, and the
 * rows after them move to other slots. Code that reads the table can add its own arrays with `addColumn`.
 */
export class Table {
  /** The slot of each key. */
  readonly index = new Map<Pk, number>();
  /** The immutable record in each slot; `undefined` in a free slot. */
  readonly records: (Fields | undefined)[] = [];
  /** The write order of each row, by slot. The write order is the position of the row's last write among all writes. */
  readonly writeOrders: number[] = [];
  /**
   * The insertion order of each row, by slot. The rows of all tables are numbered in the order in which they are added.
   */
  readonly insertionOrders: number[] = [];
  /**
   * The write order of each deletion, by key. A tombstone is kept as long as a read that could restore the row is in
   * flight.
   */
  readonly tombstones = new Map<Pk, number>();
  /** The slots of hidden rows. A hidden row keeps its slot, because it may be shown again. */
  readonly hidden = new Map<Pk, number>();
  /** The Entity classes that share the rows. */
  readonly plans: EntityPlan[] = [];
  /**
   * The deserialized values of the rows, with one item for each class that has deserializers; `undefined` if there is
   * no such class.
   */
  deserialized: Deserialized[] | undefined = undefined;
  /** Pending changes to rows; `undefined` until a feature attaches its overlay. */
  overlay: Overlay | undefined = undefined;
  /**
   * Set if the rows belong to a feature, for example if they are the lists of a Collection. Not set if the rows are
   * entities of the application.
   */
  internal: InternalRows | undefined = undefined;
  /**
   * How much is known about the entity type. The value becomes `known` when an entity of the type is written, or when a
   * response contains a list of such entities.
   */
  knowledge: Knowledge = 'unknown';

  /** Increases when rows move to other slots. */
  layout = 0;

  readonly #columns: unknown[][] = [];

  /**
   * @param name the key of the Entity class, used in messages and in stored data
   * @param isEntities whether the rows are entities, and not responses or request records
   */
  constructor(
    readonly name: string,
    readonly isEntities = true,
  ) {}

  get size(): number {
    return this.index.size;
  }

  get isKnown(): boolean {
    return this.knowledge === 'known';
  }

  /** Returns the current key of a row. `pk` can be an earlier key of the row. */
  keyOf(pk: Pk): Pk {
    return this.overlay === undefined ? pk : this.overlay.keyOf(pk);
  }

  /** Returns the record of a row, or `undefined` if there is no such row. */
  get(pk: Pk): Fields | undefined {
    const slot = this.index.get(pk);
    return slot === undefined ? undefined : this.records[slot];
  }

  /** Whether a row exists. A row that is hidden only by a pending deletion counts as existing. */
  exists(pk: Pk): boolean {
    return this.index.has(pk) || this.overlay?.shown(pk) !== undefined;
  }

  /** Whether the row was deleted after `order`. If so, a read that began at `order` must not restore the row. */
  isDeletedAfter(pk: Pk, order: number): boolean {
    return (this.tombstones.get(pk) ?? 0) > order;
  }

  /**
   * Adds an array in which the caller stores one item per slot. When rows move to other slots, the table moves the
   * items too.
   */
  addColumn<T>(): (T | undefined)[] {
    const column: (T | undefined)[] = [];
    this.#columns.push(column);
    return column;
  }

  /** Appends a new row, and returns its slot. */
  append(pk: Pk, record: Fields, writeOrder: number, insertionOrder: number): number {
    const slot = this.records.length;
    this.index.set(pk, slot);
    this.records.push(record);
    this.writeOrders.push(writeOrder);
    this.insertionOrders.push(insertionOrder);
    return slot;
  }

  /** Removes a row and leaves a free slot. */
  clear(pk: Pk, slot: number): void {
    this.index.delete(pk);
    this.records[slot] = undefined;
    for (const each of this.deserialized ?? []) each.drop(slot);
  }

  /** Restores a row in its previous slot. */
  restore(pk: Pk, slot: number, record: Fields): void {
    this.index.set(pk, slot);
    this.records[slot] = record;
  }

  /** Removes the free slots if there are many of them. Rows move to other slots, but keep their order. */
  compact(): void {
    const free = this.records.length - this.size - this.hidden.size;
    if (free <= FREE_SLOTS || free <= this.size) return;
    this.layout++;
    let to = 0;
    const moved = new Map<number, number>();
    const kept = new Set(this.hidden.values());
    for (let from = 0; from < this.records.length; from++) {
      if (this.records[from] === undefined && !kept.has(from)) continue;
      moved.set(from, to);
      this.records[to] = this.records[from];
      this.writeOrders[to] = this.writeOrders[from];
      this.insertionOrders[to] = this.insertionOrders[from];
      for (const column of this.#columns) column[to] = column[from];
      to++;
    }
    for (const slots of [this.index, this.hidden]) {
      for (const [pk, slot] of slots) slots.set(pk, moved.get(slot)!);
    }
    for (const column of [this.records, this.writeOrders, this.insertionOrders, ...this.#columns]) {
      if (column.length > to) column.length = to;
    }
  }
}
