import type { Pk } from '../schema/entity/pk';
import type { Fields } from '../util/plain-data';
import { hasReferences, References } from '../store/references';
import type { Table } from '../store/table';
import type { Tables } from '../store/tables';

/**
 * Marks the rows that are reachable from rows in use. The mark of a row is the number of the last collection cycle that
 * reached it. A column of the table stores the marks.
 */
export class Marker {
  /** The number of the current collection cycle, or of the last cycle if none is running. */
  cycle = 0;

  /** For each slot of each table, the cycle in which the row at that slot was last marked. */
  readonly #marks = new Map<Table, (number | undefined)[]>();
  /** The tables of the queued records: `#tables[i]` is the table of `#records[i]`. */
  readonly #tables: Table[] = [];
  /** The queued records. Their references have not been visited yet. */
  readonly #records: Fields[] = [];
  /** The queued tables, in which all rows must be marked. Each entry contains an iterator over the remaining keys. */
  readonly #wholeTables: { readonly table: Table; readonly pks: Iterator<Pk> }[] = [];
  /** The tables that {@link addAll} queued in this cycle. */
  readonly #all = new Set<Table>();
  readonly #references: References;

  constructor(tables: Tables) {
    const row = (table: Table, pk: Pk) => this.add(table, pk);
    const all = (table: Table) => this.addAll(table);
    this.#references = new References(tables, { row, all });
  }

  /** Whether the row at a slot has a mark. A new row has none. */
  wasMarked(table: Table, slot: number): boolean {
    return this.#marks.get(table)?.[slot] !== undefined;
  }

  /** Removes the mark of a row, so that the row counts as new. */
  unmark(table: Table, pk: Pk): void {
    const marks = this.#marks.get(table);
    const slot = table.index.get(pk);
    if (marks !== undefined && slot !== undefined) marks[slot] = undefined;
  }

  /** Returns the cycle in which the row at a slot was last marked. Returns the current cycle for a new row. */
  markedIn(table: Table, slot: number): number {
    return this.#marks.get(table)?.[slot] ?? this.cycle;
  }

  /** Marks a row and queues its record. {@link step} then marks the rows that the record references. */
  add(table: Table, pk: Pk): void {
    const slot = table.index.get(pk);
    if (slot === undefined) return;
    let marks = this.#marks.get(table);
    if (marks === undefined) this.#marks.set(table, (marks = table.addColumn<number>()));
    if (marks[slot] === this.cycle) return;
    marks[slot] = this.cycle;
    this.addReferences(table, table.records[slot]!);
  }

  /** Queues a record. {@link step} then marks the rows that the record references. */
  addReferences(table: Table, record: Fields): void {
    if (!hasReferences(table)) return;
    this.#tables.push(table);
    this.#records.push(record);
  }

  /** Begins a collection cycle. */
  begin(): void {
    this.cycle++;
    this.#all.clear();
  }

  /** Queues a table. {@link step} then marks every row of the table. */
  addAll(table: Table): void {
    if (this.#all.has(table)) return;
    this.#all.add(table);
    this.#wholeTables.push({ table, pks: table.index.keys() });
  }

  /** Visits one queued record, or marks one row of a queued table. Returns `false` when the queues are empty. */
  step(): boolean {
    const table = this.#tables.pop();
    if (table === undefined) return this.#markNextOfWholeTable();
    this.#references.visit(table, this.#records.pop()!);
    return true;
  }

  /** Runs all remaining steps. */
  finish(): void {
    while (this.step());
  }

  #markNextOfWholeTable(): boolean {
    const whole = this.#wholeTables.at(-1);
    if (whole === undefined) return false;
    const next = whole.pks.next();
    if (next.done === true) this.#wholeTables.pop();
    else this.add(whole.table, next.value);
    return true;
  }
}
