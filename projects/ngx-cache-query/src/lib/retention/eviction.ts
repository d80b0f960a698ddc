import type { Reader } from '../query/reader';
import type { Pk } from '../schema/entity/pk';
import type { Marker } from './marker';
import { ReferenceCounts, type RowRef } from './reference-counts';
import { evict } from '../store/evict';
import type { Table } from '../store/table';
import type { Source } from '../graph/source';
import type { RootSet } from './root-set';

/**
 * Evicts unused rows in steps. A row is evicted only after the unused rows that reference it. Rows that reference each
 * other in cycles are evicted together in the last step. Therefore a read between two steps never finds a dangling
 * reference.
 */
export class Eviction {
  readonly #counts: ReferenceCounts;
  /** The rows that can be evicted next, because no other unused row references them. */
  readonly #free: RowRef[] = [];
  readonly #touched = new Set<Source>();

  /**
   * @param before the number of a collection cycle; rows that were last marked in an earlier cycle are evicted
   * @param roots receives the rows that came into use after the marking phase
   */
  constructor(
    private readonly reader: Reader,
    private readonly marker: Marker,
    private readonly before: number,
    private readonly roots: RootSet,
  ) {
    this.#counts = new ReferenceCounts(
      reader.store.tables,
      (table, pk) => this.#isUnused(table, pk),
      (row) => this.#free.push(row),
    );
  }

  /** Evicts the given rows. Pauses after each step. */
  *run(rows: readonly RowRef[]): Generator<void, void> {
    for (const row of rows) {
      this.#counts.add(row);
      yield;
    }
    for (const row of rows) {
      this.#counts.settle(row);
      yield;
    }
    // Each removal may append rows to the array. The loop processes them too.
    for (const row of this.#free) {
      this.#addIfUsed(row);
      if (this.#isUnused(row.table, row.pk)) {
        this.#counts.remove(row);
        this.#evict(row);
      }
      yield;
    }
    // The remaining rows reference each other in cycles. They are all evicted in one step, so that no read finds a
    // dangling reference.
    const rest = rows.filter(({ table, pk }) => this.#isUnused(table, pk));
    for (const row of rest) this.#addIfUsed(row);
    for (const row of rest) if (this.#isUnused(row.table, row.pk)) this.#evict(row);
  }

  #addIfUsed({ table, pk }: RowRef): void {
    const slot = table.index.get(pk);
    if (slot === undefined) return;
    this.roots.addIfUsed(table, pk, slot, this.reader.sweep);
    this.marker.finish();
  }

  /** Whether a row still exists and was last marked in a cycle earlier than `before`. */
  #isUnused(table: Table, pk: Pk): boolean {
    const slot = table.index.get(pk);
    return slot !== undefined && this.marker.markedIn(table, slot) < this.before;
  }

  /** Evicts a row and drops its cells. Emits nothing, because only unobserved rows are evicted. */
  #evict({ table, pk }: RowRef): void {
    const { graph } = this.reader;
    const slot = table.index.get(pk)!;
    const types = graph.byTable.get(table) ?? [];
    for (const type of types) {
      const cell = type.cells[slot];
      if (cell !== undefined) type.drop(cell);
    }
    const change = evict(table, pk);
    for (const hook of this.reader.store.hooks) hook.evicted?.(change);
    for (const { observers } of types) {
      for (const observer of observers) observer.rowChanged(change, this.#touched);
    }
    graph.endpointCells.get(table)?.get(String(pk))?.link([]);
    graph.endpointCells.get(table)?.delete(String(pk));
  }
}
