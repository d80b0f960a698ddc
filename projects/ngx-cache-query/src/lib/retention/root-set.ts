import type { Reader } from '../query/reader';
import { planOf } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { EntityClass } from '../schema/schema';
import type { Change } from '../store/change-set';
import type { Marker } from './marker';
import type { Table } from '../store/table';
import type { RowMarker, Source } from '../graph/source';
import type { Computation } from '../query/computation';
import type { EntityCell } from '../graph/entity-type';
import type { RecordCell } from '../graph/record-cell';

/** Which rows are in use by themselves: watched, read, written or asked for not long ago, or optimistic. */
export class RootSet implements RowMarker {
  /** Whether something is in use that nobody watches, and so will not be for long. */
  isTemporary = false;
  /** Whether every row was looked at. */
  isComplete = false;

  /** The tables of which everything is in use. */
  readonly #wholeTables = new Set<Table>();
  /** What was seen to read what. */
  readonly #seen = new Map<Computation, readonly Source[]>();

  /**
   * @param marker what can be reached from what is in use
   * @param order what was written after it counts as in use
   * @param sweep what was read in it, or later, counts as in use
   * @param kept the classes whose rows are always in use
   */
  constructor(
    private readonly reader: Reader,
    private readonly marker: Marker,
    private readonly order: number,
    private readonly sweep: number,
    kept: readonly EntityClass[],
  ) {
    for (const type of kept) this.#wholeTables.add(reader.store.tables.of(planOf(type)));
  }

  /** Adds what is in use by who reads, and by mutations under way; again, what came since. */
  addRoots(): void {
    const { graph, computations, store } = this.reader;
    for (const computation of computations) {
      const isWatched = computation.observerCount > 0;
      if (!isWatched && computation.readAt < this.sweep) continue;
      this.isTemporary ||= !isWatched;
      this.#addSources(computation);
    }
    for (const { allList, knowledge, table } of graph.types.values()) {
      if (knowledge.isWatched) this.all(table);
      if (allList.readAt < this.sweep) continue;
      this.isTemporary = true;
      this.all(table);
    }
    for (const table of store.tables.all) {
      // What shows when pending mutations are rolled back stays too.
      for (const record of table.overlay?.records ?? NONE) this.marker.addReferences(table, record);
    }
  }

  /** Adds what a commit changed, and what it was. */
  addChange({ table, pk, before, after }: Change): void {
    this.marker.add(table, pk);
    if (before !== undefined) this.marker.addReferences(table, before);
    if (after !== undefined) this.marker.addReferences(table, after);
  }

  /** Adds a row if it is in use by itself. */
  addIfUsed(table: Table, pk: Pk, slot: number, sweep = this.sweep): void {
    if (this.#wholeTables.has(table) || this.#isWatched(table, pk, slot)) this.#add(table, pk);
    else if (this.#isRecent(table, pk, slot, sweep)) {
      this.isTemporary = true;
      this.#add(table, pk);
    }
  }

  /** @see RowMarker */
  row(table: Table, pk: Pk): void {
    this.marker.add(table, pk);
  }

  /** @see RowMarker */
  all(table: Table): void {
    if (this.#wholeTables.has(table)) return;
    this.#wholeTables.add(table);
    // Until then its rows will be looked at in any case.
    if (this.isComplete) this.marker.addAll(table);
  }

  /** @see RowMarker */
  response(key: string): void {
    const { results, requests } = this.reader.store.tables;
    this.marker.add(results, key);
    this.marker.add(requests, key);
  }

  #add(table: Table, pk: Pk): void {
    if (table.isEntities) this.row(table, pk);
    else this.response(String(pk));
  }

  #addSources(computation: Computation): void {
    const { sources } = computation;
    if (this.#seen.get(computation) === sources) return;
    this.#seen.set(computation, sources);
    for (const source of sources) source.markRows(this);
  }

  #isWatched(table: Table, pk: Pk, slot: number): boolean {
    if (table.overlay?.has(pk) === true) return true;
    if (!table.isEntities) {
      const isUnderWay = (table.records[slot]!['fetching'] as number) > 0;
      return isUnderWay || this.#recordCell(table, pk)?.isWatched === true;
    }
    return this.#someCell(table, slot, (cell) => cell.isWatched || cell.isHeld);
  }

  /** Whether it is new, or was written or read by itself; what a read under way may be older than must stay. */
  #isRecent(table: Table, pk: Pk, slot: number, sweep: number): boolean {
    const { tables } = this.reader.store;
    if (table.writeOrders[slot] > Math.min(this.order, tables.oldestRead)) return true;
    if (!this.marker.wasMarked(table, slot)) return true;
    if (!table.isEntities) return (this.#recordCell(table, pk)?.readAt ?? -1) >= sweep;
    return this.#someCell(table, slot, (cell) => cell.readAt >= sweep);
  }

  #someCell(table: Table, slot: number, test: (cell: EntityCell) => boolean): boolean {
    for (const { cells } of this.reader.graph.byTable.get(table) ?? NONE) {
      const cell = cells[slot];
      if (cell !== undefined && test(cell)) return true;
    }
    return false;
  }

  #recordCell(table: Table, pk: Pk): RecordCell | undefined {
    return this.reader.graph.records.get(table)?.get(String(pk));
  }
}

const NONE: readonly never[] = [];
