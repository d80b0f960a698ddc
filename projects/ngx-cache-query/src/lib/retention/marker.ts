import type { Pk } from '../schema/entity/pk';
import type { Fields } from '../util/plain-data';
import { References } from './references';
import type { Table } from '../store/table';
import type { Tables } from '../store/tables';

/**
 * The rows that can be reached from those that are in use, and when each was reached last: counted in passes,
 * in a column beside the rows.
 */
export class Marker {
  /** The pass that is made, or was made last. */
  cycle = 0;

  /** The pass in which the row at each slot was reached last. */
  readonly #marks = new Map<Table, (number | undefined)[]>();
  /** What was reached and may lead on. */
  readonly #tables: Table[] = [];
  readonly #records: Fields[] = [];
  /** Tables of which every row is reached, each with the rows that are left. */
  readonly #wholes: { readonly table: Table; readonly pks: Iterator<Pk> }[] = [];
  /** Tables that were added as a whole. */
  readonly #all = new Set<Table>();
  readonly #references: References;

  constructor(tables: Tables) {
    const row = (table: Table, pk: Pk) => this.add(table, pk);
    const all = (table: Table) => this.addAll(table);
    this.#references = new References(tables, { row, all });
  }

  /** Whether the row at a slot was ever reached: one that is new was not. */
  wasMarked(table: Table, slot: number): boolean {
    return this.#marks.get(table)?.[slot] !== undefined;
  }

  /** A row counts as one that is new. */
  unmark(table: Table, pk: Pk): void {
    const seen = this.#marks.get(table);
    const slot = table.index.get(pk);
    if (seen !== undefined && slot !== undefined) seen[slot] = undefined;
  }

  /** The pass in which the row at a slot was reached last; one that is new counts as reached. */
  markedIn(table: Table, slot: number): number {
    return this.#marks.get(table)?.[slot] ?? this.cycle;
  }

  /** Adds a row to what is in use; what it leads to comes with {@link step}. */
  add(table: Table, pk: Pk): void {
    const slot = table.index.get(pk);
    if (slot === undefined) return;
    let seen = this.#marks.get(table);
    if (seen === undefined) this.#marks.set(table, (seen = table.addColumn<number>()));
    if (seen[slot] === this.cycle) return;
    seen[slot] = this.cycle;
    this.addReferences(table, table.records[slot]!);
  }

  /** Adds all that a record leads to. */
  addReferences(table: Table, record: Fields): void {
    if (!table.hasReferences) return;
    this.#tables.push(table);
    this.#records.push(record);
  }

  /** Begins a pass. */
  begin(): void {
    this.cycle++;
    this.#all.clear();
  }

  /** Adds every row of a table. */
  addAll(table: Table): void {
    if (this.#all.has(table)) return;
    this.#all.add(table);
    this.#wholes.push({ table, pks: table.index.keys() });
  }

  /** Goes one step on from what was added; returns whether there was one. */
  step(): boolean {
    const table = this.#tables.pop();
    if (table === undefined) return this.#nextOfWhole();
    this.#references.visit(table, this.#records.pop()!);
    return true;
  }

  /** Goes on until there is no more. */
  finish(): void {
    while (this.step());
  }

  #nextOfWhole(): boolean {
    const whole = this.#wholes.at(-1);
    if (whole === undefined) return false;
    const next = whole.pks.next();
    if (next.done === true) this.#wholes.pop();
    else this.add(whole.table, next.value);
    return true;
  }
}
