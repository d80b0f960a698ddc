import type { Batch, BatchEntry } from '../schema/batch';
import type { EntityPlan } from '../schema/entity-plan';
import type { Pk } from '../schema/pk';
import { sameFields } from '../util/equality';
import { copyFields, type Fields, freezeData } from '../util/plain-data';
import { Journal } from './journal';
import { isOlder, mergeOver, mergeUnder } from './merge';
import type { Table } from './table';
import type { Tables } from './tables';

declare const ngDevMode: unknown;

/**
 * Writes into the tables, row by row, each step noted in a {@link Journal}: *whether* something changes
 * is decided here (merge, order in time, equality).
 */
export class Transaction {
  readonly journal = new Journal();

  /**
   * @param tables what is written to
   * @param order the place of these writes in the order of all writes
   */
  constructor(
    readonly tables: Tables,
    readonly order: number,
  ) {}

  /** Whether anything was written that a reader would see. */
  get isEmpty(): boolean {
    return this.journal.isEmpty;
  }

  /** Writes a batch, as of the transaction itself or of an earlier moment. */
  apply(batch: Batch, order = this.order): void {
    for (const plan of batch.listed) this.#know(this.tables.of(plan));
    let plan: EntityPlan | undefined;
    let table!: Table;
    for (let entry = batch.first; entry !== undefined; entry = entry.next) {
      if (entry.plan !== plan) {
        plan = entry.plan;
        table = this.tables.of(plan);
      }
      if (entry.row === undefined) this.#remove(table, entry.pk, order);
      else this.#put(table, entry, entry.row, order);
    }
  }

  /** Removes an entity. */
  remove(table: Table, pk: Pk): void {
    this.#remove(table, pk, this.order);
  }

  /** Removes every row of a table. */
  removeAll(table: Table): void {
    for (const pk of [...table.index.keys()]) this.#remove(table, pk, this.order);
  }

  /** Puts a record that is no entity, in place of what is there, unless that is younger. */
  putRecord(table: Table, key: string, record: Fields, order = this.order): void {
    const slot = table.index.get(key);
    if (slot === undefined) this.#append(table, key, record, order);
    else if (order >= table.orders[slot]) {
      const existing = table.records[slot]!;
      this.#update(table, key, slot, sameFields(existing, record) ? existing : record, order);
    }
  }

  /** Puts a row as it is, in place of what is there. */
  restore(table: Table, pk: Pk, record: Fields): void {
    const slot = table.index.get(pk);
    if (slot === undefined) this.#append(table, pk, copyFields(record), this.order);
    else {
      const existing = table.records[slot]!;
      const same = sameFields(existing, record);
      this.#update(table, pk, slot, same ? existing : copyFields(record), this.order);
    }
  }

  /** Empties everything and forgets what was known. */
  reset(epoch: number): void {
    const before = this.tables.epoch;
    this.tables.epoch = epoch;
    this.journal.quietly(() => (this.tables.epoch = before));
    for (const table of this.tables.all) {
      this.removeAll(table);
      if (table.known) {
        this.journal.knowledge(table);
        table.known = false;
      }
    }
  }

  #put(table: Table, entry: BatchEntry, row: Fields, order: number): void {
    const { plan, pk } = entry;
    const slot = table.index.get(pk);
    if (slot === undefined) {
      this.#append(table, pk, entry.own(), order);
      return;
    }
    const existing = table.records[slot]!;
    if (isOlder(plan, table.orders[slot], order, existing, row)) {
      if (isBuried(table, pk, order)) return;
      this.#update(table, pk, slot, mergeUnder(plan, existing, row), table.orders[slot]);
    } else {
      this.#update(table, pk, slot, mergeOver(plan, existing, row), order);
    }
  }

  /** @param after the record, which is ours */
  #append(table: Table, pk: Pk, after: Fields, order: number): void {
    if (isBuried(table, pk, order)) return;
    this.#know(table);
    if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(after);
    const to = table.append(pk, after, order, this.tables.arrive());
    const again = this.journal.mayRepeat || (table.graves.size > 0 && table.graves.has(pk));
    this.journal.row({ table, pk, from: -1, to, before: undefined, after, order: 0 }, again);
  }

  #update(table: Table, pk: Pk, slot: number, after: Fields, order: number): void {
    const before = table.records[slot]!;
    const had = table.orders[slot];
    if (after === before) {
      if (order > had) this.journal.confirmed(table, slot, had);
    } else {
      if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(after);
      table.records[slot] = after;
      const change = { table, pk, from: slot, to: slot, before, after, order: had };
      this.journal.row(change, had >= order);
    }
    if (order > had) table.orders[slot] = order;
  }

  #remove(table: Table, pk: Pk, order: number): void {
    const slot = table.index.get(pk);
    if (slot !== undefined && order < table.orders[slot]) return;
    this.#bury(table, pk, order);
    if (slot === undefined) return;
    const before = table.records[slot]!;
    table.clear(pk, slot);
    const change = { table, pk, from: slot, to: -1, before, after: undefined };
    this.journal.row({ ...change, order: table.orders[slot] }, true);
  }

  /** Remembers the deletion for as long as a read that began before it is under way. */
  #bury(table: Table, pk: Pk, order: number): void {
    if (!this.tables.reading && !this.journal.mayRepeat) return;
    const before = table.graves.get(pk);
    if (before !== undefined && before >= order) return;
    table.graves.set(pk, order);
    this.tables.hasGraves = true;
    this.journal.quietly(() => {
      if (before === undefined) table.graves.delete(pk);
      else table.graves.set(pk, before);
    });
  }

  #know(table: Table): void {
    if (table.known) return;
    this.journal.knowledge(table);
    table.known = true;
  }
}

/** Whether the row was deleted after that moment: what was read before brings nothing of it back. */
function isBuried(table: Table, pk: Pk, order: number): boolean {
  if (table.graves.size === 0) return false;
  const grave = table.graves.get(pk);
  return grave !== undefined && grave > order;
}
