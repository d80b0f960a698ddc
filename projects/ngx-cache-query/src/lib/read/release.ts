import type { Pk } from '../schema/pk';
import type { Reach } from '../store/reach';
import { References } from '../store/references';
import type { Table } from '../store/table';
import type { Source } from './beacon';
import type { Reading, Usage } from './usage';

/** A row that is to be released. */
export interface Candidate {
  readonly table: Table;
  readonly pk: Pk;
}

/**
 * Releases rows that nothing in use leads to, some at a time: first those to which none of the others leads. So
 * whatever is there at any moment leads to all that it ever led to, and whoever comes meanwhile for a row that is
 * still there finds it whole.
 */
export class Release {
  /** From how many of the rows to be released each is led to. */
  readonly #counts = new Map<Table, Map<Pk, number>>();
  /** Rows that none of the others leads to any more. */
  readonly #free: Candidate[] = [];
  readonly #touched = new Set<Source>();
  readonly #references: References;
  /** What a row that leads to another adds to its count. */
  #step: 1 | -1 = 1;

  /**
   * @param before rows that were reached last before that pass are those to be released
   * @param usage what came into use meanwhile
   */
  constructor(
    private readonly reading: Reading,
    private readonly reach: Reach,
    private readonly before: number,
    private readonly usage: Usage,
  ) {
    const row = (table: Table, pk: Pk) => {
      if (this.#isDue(table, pk)) this.#add({ table, pk });
    };
    const all = (table: Table) => {
      for (const pk of table.index.keys()) row(table, pk);
    };
    this.#references = new References(reading.store.tables, { row, all });
  }

  /** Releases rows; it stops after each to be asked to go on. */
  *run(rows: readonly Candidate[]): Generator<void, void> {
    for (const row of rows) {
      this.#count(row, 1);
      yield;
    }
    for (const row of rows) if (this.#countOf(row) === 0) this.#free.push(row);
    // More of them come on the way.
    for (const row of this.#free) {
      this.#releaseUnused(row);
      yield;
    }
    // What is left leads to each other in circles: it goes at once.
    const rest = rows.filter((row) => this.#countOf(row) > 0);
    for (const row of rest) this.#addIfUsed(row);
    for (const row of rest) if (this.#isDue(row.table, row.pk)) this.#letGo(row);
  }

  #releaseUnused(row: Candidate): void {
    this.#addIfUsed(row);
    if (!this.#isDue(row.table, row.pk)) return;
    this.#count(row, -1);
    this.#letGo(row);
  }

  #addIfUsed({ table, pk }: Candidate): void {
    const slot = table.index.get(pk);
    if (slot === undefined) return;
    this.usage.addIfUsed(table, pk, slot, this.reading.sweep);
    this.reach.go();
  }

  /** Whether a row is still to be released. */
  #isDue(table: Table, pk: Pk): boolean {
    const slot = table.index.get(pk);
    return slot !== undefined && this.reach.reachedAt(table, slot) < this.before;
  }

  #countOf({ table, pk }: Candidate): number {
    return this.#counts.get(table)?.get(pk) ?? 0;
  }

  /** Notes that a row leads to others, or does no more. */
  #count({ table, pk }: Candidate, step: 1 | -1): void {
    const record = table.get(pk);
    if (record === undefined || !table.leads) return;
    this.#step = step;
    this.#references.visit(table, record);
  }

  #add(row: Candidate): void {
    let counts = this.#counts.get(row.table);
    if (counts === undefined) this.#counts.set(row.table, (counts = new Map<Pk, number>()));
    const count = (counts.get(row.pk) ?? 0) + this.#step;
    counts.set(row.pk, count);
    if (this.#step === -1 && count === 0) this.#free.push(row);
  }

  /** Lets go of a row and of all that was made of it; nobody is told, since nobody can see it. */
  #letGo({ table, pk }: Candidate): void {
    const { graph } = this.reading;
    const slot = table.index.get(pk)!;
    const before = table.records[slot]!;
    const change = { table, pk, from: slot, to: -1, before, after: undefined, order: 0 };
    for (const type of graph.byTable.get(table) ?? []) {
      const cell = type.cells[slot];
      if (cell !== undefined) type.drop(cell);
      type.indexes.move(change, this.#touched);
    }
    graph.records.get(table)?.get(String(pk))?.link([]);
    graph.records.get(table)?.delete(String(pk));
    table.clear(pk, slot);
    // A list that lost rows is unknown again.
    table.known = false;
    table.lost = true;
  }
}
