import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import { References } from './references';
import type { Table } from './table';
import type { Tables } from './tables';

/**
 * The rows that can be reached from those that are in use, and when each was reached last: counted in passes,
 * in a column beside the rows.
 */
export class Reach {
  /** The pass that is made, or was made last. */
  pass = 0;

  /** What was reached and may lead on. */
  readonly #tables: Table[] = [];
  readonly #records: Fields[] = [];
  readonly #references: References;

  constructor(tables: Tables) {
    const row = (table: Table, pk: Pk) => this.add(table, pk);
    const all = (table: Table) => {
      for (const pk of table.index.keys()) this.add(table, pk);
    };
    this.#references = new References(tables, { row, all });
  }

  /** Whether the row at a slot was ever reached: one that is new was not. */
  knows(table: Table, slot: number): boolean {
    return table.seen?.[slot] !== undefined;
  }

  /** The pass in which the row at a slot was reached last; one that is new counts as reached. */
  reachedAt(table: Table, slot: number): number {
    return table.seen?.[slot] ?? this.pass;
  }

  /** Adds a row to what is in use; follow it with {@link go}. */
  add(table: Table, pk: Pk): void {
    const slot = table.index.get(pk);
    if (slot === undefined) return;
    const seen = (table.seen ??= table.addColumn());
    if (seen[slot] === this.pass) return;
    seen[slot] = this.pass;
    this.addWhereLeads(table, table.records[slot]!);
  }

  /** Adds all that a record leads to. */
  addWhereLeads(table: Table, record: Fields): void {
    if (!table.leads) return;
    this.#tables.push(table);
    this.#records.push(record);
  }

  /**
   * Goes on from what was added.
   *
   * @param most how many records to look into
   * @returns whether there is more
   */
  go(most = Infinity): boolean {
    for (let left = most; left > 0; left--) {
      const table = this.#tables.pop();
      if (table === undefined) return false;
      this.#references.visit(table, this.#records.pop()!);
    }
    return this.#tables.length > 0;
  }
}
