import type { BatchEntry } from '../schema/normalize/batch';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { Fields } from '../util/plain-data';
import type { Deserialized } from './deserialized-values';
import type { Overlay } from './overlay';

/** A table is compacted when it has more free slots than this, and more free slots than rows. */
const FREE_SLOTS = 64;

/** What is known of a type: nothing, a part since rows were evicted, or all that was loaded. */
export type Knowledge = 'unknown' | 'partial' | 'known';

/** How a feature treats its own rows. */
export interface InternalRows {
  /** Adapts a row before it is written as of a moment. */
  incoming(entry: BatchEntry, order: number): BatchEntry;
  /**
   * Returns the key of a row after ids in it were replaced.
   *
   * @param replace returns a value with the ids replaced; the same value when it holds none
   * @returns `undefined` when the row keeps its key
   */
  keyAfter(record: Fields, replace: <T>(value: T) => T): Pk | undefined;
}

/**
 * The rows of one entity type, changed in place.
 *
 * A row has a slot: the index of its record, its write order and its insertion order in parallel arrays. Slots ascend in
 * insertion order. A deleted row leaves a free slot, so that a rollback can put the row back in its place. Free slots are
 * closed when there are many. Readers keep columns of their own, which the table keeps aligned.
 */
export class Table {
  /** The slot of each key. */
  readonly index = new Map<Pk, number>();
  /** The record at each slot: immutable, `undefined` in a free slot. */
  readonly records: (Fields | undefined)[] = [];
  /** The place of each row's last write in the order of all writes. */
  readonly writeOrders: number[] = [];
  /** The place of each row's first write among the first writes of all tables. */
  readonly insertionOrders: number[] = [];
  /** The write order of deletions, kept while an older read is in flight that could bring the rows back. */
  readonly tombstones = new Map<Pk, number>();
  /** The slots of rows that are hidden for now and may show again in their place. */
  readonly hidden = new Map<Pk, number>();
  /** The classes whose entities the rows are. */
  readonly plans: EntityPlan[] = [];
  /** What the deserializers of these classes made of the rows; `undefined` when no class has any. */
  deserialized: Deserialized[] | undefined;
  /** Pending changes over rows; `undefined` while no feature has any. */
  overlay: Overlay | undefined;
  /** Set when the rows are not entities of the application, but a feature's own, such as the lists of a Collection. */
  internal: InternalRows | undefined;
  /** It becomes `known` when an entity is written, or when a response has a list of the type. */
  knowledge: Knowledge = 'unknown';

  /** Grows when rows move to other slots. */
  layout = 0;

  readonly #columns: unknown[][] = [];

  /**
   * @param name the entity's key, for messages and for data that outlives the page
   * @param isEntities whether the rows are entities, and not records of endpoints
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

  /** Whether rows may reference others. */
  get hasReferences(): boolean {
    return !this.isEntities || this.plans.some(({ relations }) => relations.length > 0);
  }

  /** A summary of the table. */
  get info(): { readonly name: string; readonly size: number; readonly known: boolean } {
    return { name: this.name, size: this.size, known: this.isKnown };
  }

  /** The current key of a row, which may have had another one. */
  keyOf(pk: Pk): Pk {
    return this.overlay === undefined ? pk : this.overlay.keyOf(pk);
  }

  /** The record of a key, or `undefined`. */
  get(pk: Pk): Fields | undefined {
    const slot = this.index.get(pk);
    return slot === undefined ? undefined : this.records[slot];
  }

  /** Whether the row was deleted after a moment, so that an older read does not bring it back. */
  isDeletedAfter(pk: Pk, order: number): boolean {
    if (this.tombstones.size === 0) return false;
    const deleted = this.tombstones.get(pk);
    return deleted !== undefined && deleted > order;
  }

  /** Returns a new column for a reader, whose items move with the slots. */
  addColumn<T>(): (T | undefined)[] {
    const column: (T | undefined)[] = [];
    this.#columns.push(column);
    return column;
  }

  /** Appends a new row; returns its slot. */
  append(pk: Pk, record: Fields, order: number, arrival: number): number {
    const slot = this.records.length;
    this.index.set(pk, slot);
    this.records.push(record);
    this.writeOrders.push(order);
    this.insertionOrders.push(arrival);
    return slot;
  }

  /** Removes a row and leaves a free slot. */
  clear(pk: Pk, slot: number): void {
    this.index.delete(pk);
    this.records[slot] = undefined;
    for (const each of this.deserialized ?? []) each.drop(slot);
  }

  /** Puts a row back into the free slot that it left. */
  restore(pk: Pk, slot: number, record: Fields): void {
    this.index.set(pk, slot);
    this.records[slot] = record;
  }

  /** Closes the free slots when there are many. Slots change, their sequence does not. */
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
