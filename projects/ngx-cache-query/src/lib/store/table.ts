import type { EntityPlan } from '../schema/entity-plan';
import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import type { Deserialized } from './deserialized';
import type { RowLog } from './row-log';

/** Compact once there are more holes than this, and more holes than rows. */
const HOLES = 64;

/**
 * The rows of one entity type, changed in place.
 *
 * A row is a slot: its record, its order in time and its arrival stand at that index of arrays beside
 * each other, and slots ascend in order of arrival. A deleted row leaves a hole, so that it can be put
 * back in its place; holes are closed when there are many. Readers keep columns of their own beside
 * these, aligned by the table.
 */
export class Table {
  /** The slot of each key. */
  readonly index = new Map<Pk, number>();
  /** The record at each slot: immutable, `undefined` in a hole. */
  readonly records: (Fields | undefined)[] = [];
  /** The place of each row's last write in the order of all writes. */
  readonly orders: number[] = [];
  /** Grows with each row that arrives in any table. */
  readonly arrivals: number[] = [];
  /** When deleted rows were deleted, for as long as an older read may bring them back. */
  readonly graves = new Map<Pk, number>();
  /** What mutations under way have to do with rows. */
  readonly logs = new Map<Pk, RowLog>();
  /** The keys that the server gave in place of temporary ones, by these. */
  readonly aliases = new Map<Pk, Pk>();
  /** The temporary keys that rows had. */
  readonly origins = new Map<Pk, Pk>();
  /** The slots that are kept for rows that do not show for now. */
  readonly reserved = new Map<Pk, number>();
  /** The classes whose entities the rows are. */
  readonly plans: EntityPlan[] = [];
  /** What the deserializers of these classes made of the rows; `undefined` when no class has any. */
  deserialized: Deserialized[] | undefined;
  /** Whether an entity was ever written, or a list of the type described. */
  known = false;
  /** Whether rows were released since it was known: then a list of several types is unknown as well. */
  lost = false;
  /** The last pass of a retention that reached the row at each slot. */
  seen: (number | undefined)[] | undefined;

  /** Grows whenever the slots change. */
  layout = 0;

  readonly #columns: unknown[][] = [];

  /**
   * @param name the entity's key, for people and for what outlives the page
   * @param isEntities whether the rows are entities, and not the results of endpoints
   */
  constructor(
    readonly name: string,
    readonly isEntities = true,
  ) {}

  get size(): number {
    return this.index.size;
  }

  /** Whether the rows are lists. */
  get isOfLists(): boolean {
    return this.plans[0]?.list !== undefined;
  }

  /** Whether rows may lead to others. */
  get leads(): boolean {
    return !this.isEntities || this.plans.some(({ relations }) => relations.length > 0);
  }

  /** What there is to say of the table in a line. */
  get info(): { readonly name: string; readonly size: number; readonly known: boolean } {
    return { name: this.name, size: this.size, known: this.known };
  }

  /** The key by which a row is known by now, of one that was perhaps temporary. */
  keyOf(pk: Pk): Pk {
    return this.aliases.size === 0 ? pk : (this.aliases.get(pk) ?? pk);
  }

  /** The record of a key, or `undefined`. */
  get(pk: Pk): Fields | undefined {
    const slot = this.index.get(pk);
    return slot === undefined ? undefined : this.records[slot];
  }

  /** Whether the row was deleted after that moment: what was read before brings nothing of it back. */
  isBuried(pk: Pk, order: number): boolean {
    if (this.graves.size === 0) return false;
    const grave = this.graves.get(pk);
    return grave !== undefined && grave > order;
  }

  /** A new array of a reader's own, whose items move with the slots. */
  addColumn<T>(): (T | undefined)[] {
    const column: (T | undefined)[] = [];
    this.#columns.push(column);
    return column;
  }

  /** Puts a new row after all others; returns its slot. */
  append(pk: Pk, record: Fields, order: number, arrival: number): number {
    const slot = this.records.length;
    this.index.set(pk, slot);
    this.records.push(record);
    this.orders.push(order);
    this.arrivals.push(arrival);
    return slot;
  }

  /** Takes a row out and leaves a hole. */
  clear(pk: Pk, slot: number): void {
    this.index.delete(pk);
    this.records[slot] = undefined;
    for (const each of this.deserialized ?? []) each.drop(slot);
  }

  /** Puts a row back into the hole that it left. */
  restore(pk: Pk, slot: number, record: Fields): void {
    this.index.set(pk, slot);
    this.records[slot] = record;
  }

  /** Closes the holes when they are many; slots change, their sequence does not. */
  compact(): void {
    const holes = this.records.length - this.size - this.reserved.size;
    if (holes <= HOLES || holes <= this.size) return;
    this.layout++;
    let to = 0;
    const moved = new Map<number, number>();
    const kept = new Set(this.reserved.values());
    for (let from = 0; from < this.records.length; from++) {
      if (this.records[from] === undefined && !kept.has(from)) continue;
      moved.set(from, to);
      this.records[to] = this.records[from];
      this.orders[to] = this.orders[from];
      this.arrivals[to] = this.arrivals[from];
      for (const column of this.#columns) column[to] = column[from];
      to++;
    }
    for (const slots of [this.index, this.reserved]) {
      for (const [pk, slot] of slots) slots.set(pk, moved.get(slot)!);
    }
    for (const column of [this.records, this.orders, this.arrivals, ...this.#columns]) {
      if (column.length > to) column.length = to;
    }
  }
}
