import { type Batch, BatchEntry } from '../schema/batch';
import type { EntityPlan } from '../schema/entity-plan';
import type { Page } from '../schema/list-pages';
import type { Pk } from '../schema/pk';
import { sameFields } from '../util/equality';
import { copyFields, type Fields, freezeData } from '../util/plain-data';
import { replaceDeep } from '../util/replace-deep';
import { deserialize, keepDeserialized } from './deserialized';
import { Journal } from './journal';
import { editList, forgetLog, setLog } from './log-steps';
import type { Items } from './list-edit';
import { knownRow, shownRow, stillThere, writeLists } from './lists';
import { isOlder, mergeOver, mergeUnder } from './merge';
import { afterOp, type RowOp, withWrite } from './row-log';
import type { Table } from './table';
import type { Tables } from './tables';

declare const ngDevMode: unknown;

/**
 * Writes into the tables, row by row, each step noted in a {@link Journal}: *whether* something changes
 * is decided here (merge, order in time, equality).
 */
export class Transaction {
  readonly journal = new Journal();
  /** Rows whose place in lists may be another without a change that shows: hidden ones that went, and what is no longer only expected. */
  readonly unsettled: { readonly table: Table; readonly pk: Pk }[] = [];

  /**
   * @param tables what is written to
   * @param order the place of these writes in the order of all writes
   */
  constructor(
    readonly tables: Tables,
    readonly order: number,
  ) {}

  /** The place of the oldest read that may still arrive: one in flight, or one that begins later in the batch. */
  get oldestRead(): number {
    const { oldestRead } = this.tables;
    return this.journal.isBatch ? Math.min(oldestRead, this.order - 1) : oldestRead;
  }

  /** Whether anything was written that a reader would see. */
  get isEmpty(): boolean {
    return this.journal.isEmpty;
  }

  /**
   * Writes a batch, as of the transaction itself or of an earlier moment.
   *
   * @param isLocal whether the application itself says so, and no server
   */
  apply(batch: Batch, order = this.order, isLocal = false): void {
    for (const plan of batch.listed) this.know(this.tables.of(plan));
    let plan: EntityPlan | undefined;
    let table!: Table;
    for (let next = batch.first; next !== undefined; next = next.next) {
      let entry = next;
      if (entry.plan !== plan) {
        plan = entry.plan;
        table = this.tables.of(plan);
      }
      if (table.aliases.size > 0) entry = canonical(entry, table);
      if (entry.plan.list !== undefined) entry = withoutDeleted(this.tables, entry, order);
      if (table.logs.size > 0 && table.logs.has(entry.pk)) {
        const op: RowOp = entry.row === undefined ? { remove: true } : { put: entry.own() };
        this.#log(table, entry.pk, op, order, isLocal);
      } else if (entry.row === undefined) this.#remove(table, entry.pk, order);
      else this.#put(table, entry, entry.row, order);
    }
    for (const write of batch.lists) {
      if ('page' in write) {
        const { rows, pk, page } = write;
        const items = stillThere(this.tables, rows.list!, page.items, order) as Page['items'];
        const op = { ...write, page: { ...page, items } };
        this.write(this.tables.of(rows), rows, pk, op, order);
      } else {
        writeLists(this.tables, write, isLocal ? shownRow : knownRow, (lists, pk, op) =>
          this.write(lists.table, lists.plan, pk, op),
        );
      }
    }
  }

  /** Does one thing to a row, as of the transaction itself or of an earlier moment. */
  write(table: Table, plan: EntityPlan, pk: Pk, op: RowOp, order = this.order): void {
    if ('edit' in op && (this.oldestRead < this.order || table.logs.has(pk)))
      editList(this, { table, plan }, pk, op);
    else if (table.logs.has(pk)) this.#log(table, pk, op, order, false);
    else if ('remove' in op) this.#remove(table, pk, order);
    else if ('put' in op)
      this.#put(table, new BatchEntry(plan, pk, op.put, 'nothing'), op.put, order);
    else {
      const slot = table.index.get(pk);
      const row = afterOp(plan, table.get(pk), op);
      if (row === undefined) return;
      // What is done to a list is done to it as it is by now: an older page is still a page of it.
      const at = slot === undefined ? order : Math.max(order, table.orders[slot]);
      this.#put(table, new BatchEntry(plan, pk, row, 'nothing'), row, at);
    }
  }

  /** Removes an entity, whatever is expected to become of it. */
  remove(table: Table, key: Pk, order = this.order): void {
    const pk = table.keyOf(key);
    if (table.logs.has(pk)) forgetLog(this, table, pk);
    this.#remove(table, pk, order);
  }

  /** Removes every row of a table. */
  removeAll(table: Table): void {
    for (const pk of [...table.logs.keys(), ...table.index.keys()]) this.remove(table, pk);
  }

  /** Shows a row that was not there, in the place that is kept for it, or after all others. */
  appear(table: Table, pk: Pk, record: Fields): void {
    const slot = table.reserved.get(pk);
    if (slot === undefined) {
      this.#append(table, pk, record, this.order);
      return;
    }
    const made = deserialize(table, undefined, slot, record);
    if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(record);
    table.restore(pk, slot, record);
    keepDeserialized(table, slot, made);
    const change = { table, pk, from: -1, to: slot, before: undefined, after: record, order: 0 };
    this.journal.row(change, true);
    this.journal.setIn(table.reserved, pk, undefined);
  }

  /** Puts a record that is no entity, in place of what is there, unless that is younger. */
  putRecord(table: Table, key: string, record: Fields, order = this.order): void {
    const slot = table.index.get(key);
    if (slot === undefined) this.#append(table, key, record, order);
    else if (order >= table.orders[slot]) {
      const existing = table.records[slot]!;
      this.replace(table, key, slot, sameFields(existing, record) ? existing : record, order);
    }
  }

  /** Puts a row as it is, in place of what is there. */
  restore(table: Table, pk: Pk, record: Fields): void {
    if (table.logs.has(pk)) forgetLog(this, table, pk);
    const slot = table.index.get(pk);
    if (slot === undefined) this.#append(table, pk, copyFields(record), this.order);
    else {
      const existing = table.records[slot]!;
      const same = sameFields(existing, record);
      this.replace(table, pk, slot, same ? existing : copyFields(record), this.order);
    }
  }

  /** Empties everything and forgets what was known. */
  reset(epoch: number): void {
    this.journal.assign(this.tables, 'epoch', epoch);
    for (const table of this.tables.all) {
      this.removeAll(table);
      this.#forgetKeys(table);
      if (table.known) this.journal.know(table, false);
      if (table.lost) this.journal.assign(table, 'lost', false);
    }
  }

  /** Forgets which keys were temporary. */
  #forgetKeys({ aliases, origins }: Table): void {
    for (const keys of [aliases, origins]) {
      for (const key of [...keys.keys()]) this.journal.setIn(keys, key, undefined);
    }
  }

  /** Writes to a row that mutations under way have to do with. */
  #log(table: Table, pk: Pk, op: RowOp, order: number, isLocal: boolean): void {
    const log = table.logs.get(pk)!;
    if ('put' in op && log.base === undefined && table.isBuried(pk, order)) return;
    if ('remove' in op) this.bury(table, pk, order);
    setLog(this, table, pk, withWrite(log, op, order, isLocal));
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
      if (table.isBuried(pk, order)) return;
      this.replace(table, pk, slot, mergeUnder(plan, existing, row), table.orders[slot]);
    } else {
      this.replace(table, pk, slot, mergeOver(plan, existing, row), order);
    }
  }

  /** @param after the record, which is ours */
  #append(table: Table, pk: Pk, after: Fields, order: number): void {
    if (table.isBuried(pk, order)) return;
    const made = deserialize(table, undefined, -1, after);
    this.know(table);
    if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(after);
    const to = table.append(pk, after, order, this.tables.arrive());
    keepDeserialized(table, to, made);
    const again = this.journal.mayRepeat || (table.graves.size > 0 && table.graves.has(pk));
    this.journal.row({ table, pk, from: -1, to, before: undefined, after, order: 0 }, again);
  }

  /** Puts another record in place of one. */
  replace(table: Table, pk: Pk, slot: number, after: Fields, order = table.orders[slot]): void {
    const before = table.records[slot]!;
    const had = table.orders[slot];
    if (after === before) {
      if (order > had) this.journal.confirmed(table, slot, had);
    } else {
      keepDeserialized(table, slot, deserialize(table, before, slot, after));
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
    this.bury(table, pk, order);
    if (slot === undefined) return;
    const before = table.records[slot]!;
    table.clear(pk, slot);
    const change = { table, pk, from: slot, to: -1, before, after: undefined };
    this.journal.row({ ...change, order: table.orders[slot] }, true);
  }

  /** Remembers the deletion for as long as a read that began before it is under way. */
  bury(table: Table, pk: Pk, order: number): void {
    if (!this.tables.reading && !this.journal.mayRepeat) return;
    const before = table.graves.get(pk);
    if (before !== undefined && before >= order) return;
    this.journal.setIn(table.graves, pk, order);
    this.tables.hasGraves = true;
  }

  /** Notes that something is known of a table. */
  know(table: Table): void {
    if (table.known) return;
    this.journal.know(table, true);
    if (table.lost) this.journal.assign(table, 'lost', false);
  }
}

/** What is asked for by the key that the server gave, also when it was asked for by the temporary one. */
function canonical(entry: BatchEntry, table: Table): BatchEntry {
  const pk = table.keyOf(entry.pk);
  if (pk === entry.pk) return entry;
  const replace = (value: unknown) => (value === entry.pk ? pk : value);
  return new BatchEntry(entry.plan, pk, replaceDeep(entry.row, replace), 'nothing');
}

/** A list as it came, without entities that were deleted since it was asked for. */
function withoutDeleted(tables: Tables, entry: BatchEntry, order: number): BatchEntry {
  if (!tables.hasGraves || entry.row === undefined) return entry;
  const { plan, pk, row } = entry;
  const had = row['items'] as Items;
  const items = stillThere(tables, plan.list!, had, order);
  return items === had ? entry : new BatchEntry(plan, pk, { ...row, items }, 'nothing');
}
