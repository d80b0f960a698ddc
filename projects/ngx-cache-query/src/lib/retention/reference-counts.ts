import type { Pk } from '../schema/entity/pk';
import { hasReferences, References } from '../store/references';
import type { Table } from '../store/table';
import type { Tables } from '../store/tables';

/** A row, identified by its table and key. */
export interface RowRef {
  readonly table: Table;
  readonly pk: Pk;
}

/** Counts the references from a set of rows. A reference points to a single row or to a whole table. */
export class ReferenceCounts {
  readonly #rowCounts = new Map<Table, Map<Pk, number>>();
  readonly #tableCounts = new Map<Table, number>();
  /** Rows that are not referenced individually, but through a reference to their whole table. */
  readonly #held = new Map<Table, RowRef[]>();
  readonly #references: References;
  /** The number that is added for each reference: 1 in {@link add}, -1 in {@link remove}. */
  #step: 1 | -1 = 1;

  /**
   * @param isCounted whether a row belongs to the set
   * @param onFree called with each row that is no longer referenced from the set
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

  /** Adds the references in a row to the counts. */
  add(row: RowRef): void {
    this.#step = 1;
    this.#visit(row);
  }

  /** Subtracts the references in a row from the counts. Must be called before the row is evicted. */
  remove(row: RowRef): void {
    this.#step = -1;
    this.#visit(row);
  }

  /** Calls `onFree` as soon as no counted row references `row` or its whole table. */
  settle(row: RowRef): void {
    const { table, pk } = row;
    if ((this.#rowCounts.get(table)?.get(pk) ?? 0) > 0) return;
    if ((this.#tableCounts.get(table) ?? 0) === 0) {
      this.onFree(row);
      return;
    }
    const held = this.#held.get(table);
    if (held === undefined) this.#held.set(table, [row]);
    else held.push(row);
  }

  #visit({ table, pk }: RowRef): void {
    const record = table.get(pk);
    if (record !== undefined && hasReferences(table)) this.#references.visit(table, record);
  }

  #countRow(table: Table, pk: Pk): void {
    if (!this.isCounted(table, pk)) return;
    let counts = this.#rowCounts.get(table);
    if (counts === undefined) this.#rowCounts.set(table, (counts = new Map<Pk, number>()));
    counts.set(pk, (counts.get(pk) ?? 0) + this.#step);
    if (this.#step === -1) this.settle({ table, pk });
  }

  #countAll(table: Table): void {
    const count = (this.#tableCounts.get(table) ?? 0) + this.#step;
    this.#tableCounts.set(table, count);
    if (this.#step === 1 || count > 0) return;
    for (const row of this.#held.get(table) ?? []) this.settle(row);
    this.#held.delete(table);
  }
}
