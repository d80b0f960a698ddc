import type { BatchEntry } from '../schema/normalize/batch';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { Fields } from '../util/plain-data';
import type { Deserialized } from './deserialized-values';
import type { Overlay } from './overlay';

/** A table is compacted when it has more free slots than this number, and more free slots than rows. */
const FREE_SLOTS = 64;

/** What is known of an entity type: nothing, only a part because rows were evicted, or everything that was loaded. */
export type Knowledge = 'unknown' | 'partial' | 'known';

/** How a feature treats its own rows. */
export interface InternalRows {
  /** The name of the table in a snapshot. It is the same in every build of the application. */
  readonly storedName: string;
  /** The entity classes that the rows belong to. If one of them is not stored, the rows are not either. */
  readonly plans: readonly EntityPlan[];
  /** Whether a change of such an entity may change the rows, and not only a new or a deleted entity. */
  readonly isFiltered: boolean;
  /**
   * Adapts an incoming row before it is written.
   *
   * @param order the age of the row, as a position in the write order
   */
  incoming(entry: BatchEntry, order: number): BatchEntry;
  /**
   * Returns the key that a row has after the ids in it are replaced.
   *
   * @param replace returns a value with its ids replaced, or the same value if it contains none
   * @returns `undefined` if the row keeps its key
   */
  keyAfter(record: Fields, replace: <T>(value: T) => T): Pk | undefined;
}

/**
 * The rows of one entity type, changed in place.
 *
 * Each row has a slot: an index into parallel arrays that hold its record, its write order and its insertion order.
 * Slots ascend in insertion order. A deleted row leaves a free slot, so that a rollback can put the row back in its
 * place. When there are many free slots, the table removes them, and the rows behind them move to other slots. Code
 * that reads the table can add arrays of its own with `addColumn`.
 */
export class Table {
  /** The slot of each key. */
  readonly index = new Map<Pk, number>();
  /** The immutable record at each slot; `undefined` in a free slot. */
  readonly records: (Fields | undefined)[] = [];
  /** The write order at each slot: the place of the row's last write in the order of all writes. */
  readonly writeOrders: number[] = [];
  /** The insertion order at each slot: the place of the row's first write among the first writes of all rows. */
  readonly insertionOrders: number[] = [];
  /** The write order of each deletion. It is kept while an older read is in flight that could bring the row back. */
  readonly tombstones = new Map<Pk, number>();
  /** The slots of hidden rows. A hidden row keeps its slot, because it may be shown again. */
  readonly hidden = new Map<Pk, number>();
  /** The entity classes that share the rows. */
  readonly plans: EntityPlan[] = [];
  /**
   * The deserialized values of the rows, one item for each class with deserializers; `undefined` if no class has any.
   */
  deserialized: Deserialized[] | undefined = undefined;
  /** Pending changes over rows; `undefined` until a feature attaches its overlay. */
  overlay: Overlay | undefined = undefined;
  /**
   * Set when the rows belong to a feature, such as the lists of a Collection, and are not entities of the application.
   */
  internal: InternalRows | undefined = undefined;
  /**
   * What is known of the type. It becomes `known` when an entity is written, or when a response contains a list of the
   * type.
   */
  knowledge: Knowledge = 'unknown';

  /** Increases when rows move to other slots. */
  layout = 0;

  readonly #columns: unknown[][] = [];

  /**
   * @param name the key of the entity class, for messages and for data that outlives the page
   * @param isEntities whether the rows are entities, not responses or request records
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

  /** Returns the current key of a row. `pk` may be a key that the row had before. */
  keyOf(pk: Pk): Pk {
    return this.overlay === undefined ? pk : this.overlay.keyOf(pk);
  }

  /** Returns the record of a row, or `undefined`. */
  get(pk: Pk): Fields | undefined {
    const slot = this.index.get(pk);
    return slot === undefined ? undefined : this.records[slot];
  }

  /** Whether the row was deleted after `order`. If so, a read that began at `order` must not bring the row back. */
  isDeletedAfter(pk: Pk, order: number): boolean {
    return (this.tombstones.get(pk) ?? 0) > order;
  }

  /** Adds an array in which the caller keeps one item per slot. When rows move to other slots, the table moves the items. */
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

  /** Puts a row back into the slot that it had before. */
  restore(pk: Pk, slot: number, record: Fields): void {
    this.index.set(pk, slot);
    this.records[slot] = record;
  }

  /** Removes the free slots if there are many. Rows move to other slots, but keep their order. */
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
