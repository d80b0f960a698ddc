import type { Reader } from '../query/reader';
import type { Pk } from '../schema/entity/pk';
import type { AnyEndpoint } from '../requests/endpoint';
import type { Fields } from '../util/plain-data';
import type { KeptRows } from './kept-rows';
import type { Change } from '../store/change-set';
import type { Marker } from './marker';
import type { Table } from '../store/table';
import type { RowMarker, Source } from '../graph/source';
import type { Computation } from '../query/computation';
import type { EntityCell } from '../graph/entity-type';
import type { EndpointCell } from '../graph/endpoint-cell';

/**
 * The rows from which the marking phase of a collection cycle starts: observed rows, rows that were read or written
 * recently, records of requests in flight, rows with pending changes, and rows that are never evicted.
 */
export class RootSet implements RowMarker {
  /**
   * Whether some rows are in use without an observer, for example because they were just read. These rows soon count as
   * unused, so another cycle must follow.
   */
  isTemporary = false;
  /** Whether {@link addIfUsed} has been called for every row. */
  isComplete = false;

  /** The tables in which all rows are in use. */
  readonly #wholeTables: Set<Table>;
  /** Maps each computation to the sources whose rows this set contains. */
  readonly #added = new Map<Computation, readonly Source[]>();

  /**
   * @param marker receives the rows in use
   * @param order a position in the write order; rows that were written later are in use
   * @param sweep the number of a sweep; data that was read in or after this sweep is in use
   * @param kept the rows that are never evicted
   * @param fresh how long an unused row stays in the cache, and the current time, both in milliseconds
   */
  constructor(
    private readonly reader: Reader,
    private readonly marker: Marker,
    private readonly order: number,
    private readonly sweep: number,
    private readonly kept: KeptRows,
    private readonly fresh: { readonly time: number; readonly now: number },
  ) {
    this.#wholeTables = kept.wholeTables();
  }

  /**
   * Adds the rows that computations, lists and overlays use. A later call adds only rows that have come into use since
   * the previous call.
   */
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
      // A rollback may restore the records of an overlay, so the rows that they reference must stay.
      for (const record of table.overlay?.records ?? NONE) this.marker.addReferences(table, record);
    }
  }

  /** Adds a changed row, together with the rows that it references before or after the change. */
  addChange({ table, pk, before, after }: Change): void {
    this.marker.add(table, pk);
    if (before !== undefined) this.marker.addReferences(table, before);
    if (after !== undefined) this.marker.addReferences(table, after);
  }

  /** Adds a row if it belongs to the root set. */
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
    // Before the set is complete, no extra work is needed for this table: `addIfUsed` is called for each of its rows
    // before that row can be evicted.
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
    if (this.#added.get(computation) === sources) return;
    this.#added.set(computation, sources);
    for (const source of sources) source.markRows(this);
  }

  #isWatched(table: Table, pk: Pk, slot: number): boolean {
    if (table.overlay?.has(pk) === true || this.kept.has(table, pk)) return true;
    if (!table.isEntities) {
      const isFetching = (table.records[slot]!['fetching'] as number) > 0;
      return isFetching || this.#endpointCell(table, pk)?.isWatched === true;
    }
    return this.#someCell(table, slot, (cell) => cell.isWatched || cell.held !== undefined);
  }

  /** Whether a row is new, or was read or written recently. */
  #isRecent(table: Table, pk: Pk, slot: number, sweep: number): boolean {
    const { tables } = this.reader.store;
    // A row that is newer than a read in flight must not be evicted. Otherwise, the outdated response to that read
    // would be stored.
    if (table.writeOrders[slot] > Math.min(this.order, tables.oldestRead)) return true;
    if (!this.marker.wasMarked(table, slot)) return true;
    if (!table.isEntities) {
      return (
        (this.#endpointCell(table, pk)?.readAt ?? -1) >= sweep || this.#isFresh(table.get(pk)!)
      );
    }
    return this.#someCell(table, slot, (cell) => cell.readAt >= sweep);
  }

  /**
   * Whether an unused response must stay in the cache because it is still fresh. This is the case only if the
   * `dataExpiryLength` of its endpoint is longer than the time for which unused rows are kept.
   */
  #isFresh({ endpoint, fetchedAt }: Fields): boolean {
    const { time, now } = this.fresh;
    const length = (endpoint as AnyEndpoint).refresh.dataExpiryLength ?? 0;
    return length > time && now - ((fetchedAt as number | undefined) ?? 0) < length;
  }

  #someCell(table: Table, slot: number, test: (cell: EntityCell) => boolean): boolean {
    for (const { cells } of this.reader.graph.byTable.get(table) ?? NONE) {
      const cell = cells[slot];
      if (cell !== undefined && test(cell)) return true;
    }
    return false;
  }

  #endpointCell(table: Table, pk: Pk): EndpointCell | undefined {
    return this.reader.graph.endpointCells.get(table)?.get(String(pk));
  }
}

const NONE: readonly never[] = [];
