import type { Reader } from '../query/reader';
import type { Pk } from '../schema/entity/pk';
import type { Marker } from './marker';
import { ReferenceCounts, type RowRef } from './reference-counts';
import type { Table } from '../store/table';
import type { Source } from '../graph/source';
import type { RootSet } from './root-set';

/**
 * Releases rows that nothing in use leads to, some at a time: first those to which none of the others leads. So
 * whatever is there at any moment leads to all that it ever led to, and whoever comes meanwhile for a row that is
 * still there finds it whole.
 */
export class Eviction {
  readonly #counts: ReferenceCounts;
  /** Rows that none of the others leads to any more. */
  readonly #free: RowRef[] = [];
  readonly #touched = new Set<Source>();

  /**
   * @param before rows that were reached last before that pass are those to be released
   * @param roots what came into use meanwhile
   */
  constructor(
    private readonly reader: Reader,
    private readonly marker: Marker,
    private readonly before: number,
    private readonly roots: RootSet,
  ) {
    this.#counts = new ReferenceCounts(
      reader.store.tables,
      (table, pk) => this.#isDue(table, pk),
      (row) => this.#free.push(row),
    );
  }

  /** Releases rows; it stops after each to be asked to go on. */
  *run(rows: readonly RowRef[]): Generator<void, void> {
    for (const row of rows) {
      this.#counts.add(row);
      yield;
    }
    for (const row of rows) {
      this.#counts.settle(row);
      yield;
    }
    // More of them come on the way.
    for (const row of this.#free) {
      this.#addIfUsed(row);
      if (this.#isDue(row.table, row.pk)) {
        this.#counts.remove(row);
        this.#evict(row);
      }
      yield;
    }
    // What is left leads to each other in circles: it goes at once.
    const rest = rows.filter(({ table, pk }) => this.#isDue(table, pk));
    for (const row of rest) this.#addIfUsed(row);
    for (const row of rest) if (this.#isDue(row.table, row.pk)) this.#evict(row);
  }

  #addIfUsed({ table, pk }: RowRef): void {
    const slot = table.index.get(pk);
    if (slot === undefined) return;
    this.roots.addIfUsed(table, pk, slot, this.reader.sweep);
    this.marker.finish();
  }

  /** Whether a row is still to be released. */
  #isDue(table: Table, pk: Pk): boolean {
    const slot = table.index.get(pk);
    return slot !== undefined && this.marker.markedIn(table, slot) < this.before;
  }

  /** Lets go of a row and of all that was made of it; nobody is told, since nobody can see it. */
  #evict({ table, pk }: RowRef): void {
    const { graph, store } = this.reader;
    const slot = table.index.get(pk)!;
    const types = graph.byTable.get(table) ?? [];
    for (const type of types) {
      const cell = type.cells[slot];
      if (cell !== undefined) type.drop(cell);
    }
    const change = store.evict(table, pk);
    for (const { observers } of types) {
      for (const each of observers) each.rowChanged(change, this.#touched);
    }
    graph.records.get(table)?.get(String(pk))?.link([]);
    graph.records.get(table)?.delete(String(pk));
  }
}
