import type { Pk } from '../schema/entity/pk';
import { References } from './references';
import type { Table } from '../store/table';
import type { Tables } from '../store/tables';

/** A row by its table and key. */
export interface RowRef {
  readonly table: Table;
  readonly pk: Pk;
}

/** Counts, of some rows, from how many of the others each is led to, by itself or with all rows of its table. */
export class ReferenceCounts {
  readonly #counts = new Map<Table, Map<Pk, number>>();
  readonly #wholes = new Map<Table, number>();
  /** Rows that none leads to by itself, but with all of their table. */
  readonly #held = new Map<Table, RowRef[]>();
  readonly #references: References;
  /** What a reference that is found adds to a count. */
  #step: 1 | -1 = 1;

  /**
   * @param isCounted whether a row is one of those that count
   * @param onFree is called with a row that none of the others leads to any more
   */
  constructor(
    tables: Tables,
    private readonly isCounted: (table: Table, pk: Pk) => boolean,
    private readonly onFree: (row: RowRef) => void,
  ) {
    this.#references = new References(tables, {
      row: (table, pk) => this.#countRow(table, pk),
      all: (table) => this.#countAll(table),
    });
  }

  /** Counts where a row leads. */
  add(row: RowRef): void {
    this.#step = 1;
    this.#visit(row);
  }

  /** A row leads nowhere any more. */
  remove(row: RowRef): void {
    this.#step = -1;
    this.#visit(row);
  }

  /** Of a row that was counted: tells whether it is free, or will be. */
  settle(row: RowRef): void {
    const { table, pk } = row;
    if ((this.#counts.get(table)?.get(pk) ?? 0) > 0) return;
    if ((this.#wholes.get(table) ?? 0) === 0) {
      this.onFree(row);
      return;
    }
    const held = this.#held.get(table);
    if (held === undefined) this.#held.set(table, [row]);
    else held.push(row);
  }

  #visit({ table, pk }: RowRef): void {
    const record = table.get(pk);
    if (record !== undefined && table.hasReferences) this.#references.visit(table, record);
  }

  #countRow(table: Table, pk: Pk): void {
    if (!this.isCounted(table, pk)) return;
    let counts = this.#counts.get(table);
    if (counts === undefined) this.#counts.set(table, (counts = new Map<Pk, number>()));
    counts.set(pk, (counts.get(pk) ?? 0) + this.#step);
    if (this.#step === -1) this.settle({ table, pk });
  }

  #countAll(table: Table): void {
    const count = (this.#wholes.get(table) ?? 0) + this.#step;
    this.#wholes.set(table, count);
    if (this.#step === 1 || count > 0) return;
    for (const row of this.#held.get(table) ?? []) this.settle(row);
    this.#held.delete(table);
  }
}
