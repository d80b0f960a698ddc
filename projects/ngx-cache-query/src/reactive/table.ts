import type { Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';
import type { Fields } from '../util/plain-data';
import type { FieldIndex } from './field-index';
import type { Names } from './names';
import { invalidate, isFree } from './node';
import { Row } from './row';
import type { Tables } from './tables';
import { search } from '../util/search';
import type { TypeList } from './type-list';

/** Learns which rows change. */
export interface Feed {
  /**
   * Called after each change of a row, and when an entity inside its instance changes.
   *
   * @param before the record before the change
   */
  rowChanged(row: Row, before: Fields | undefined): void;
  /** Called when the rows become known or unknown. */
  regroup(): void;
}

/**
 * The rows of one Entity class. A row that was never read or referenced is only a record and two numbers: the index then
 * contains its place in the columns instead of the row.
 *
 * If several classes have the same `static key`, each has a table of its own, with instances of its own. The table of
 * the first class is the main table, which is written to; the others mirror its records.
 */
export class Table {
  readonly index = new Map<Pk, Row | number>();
  /** The rows in the order of arrival. A deleted row leaves a gap until the table is compacted. */
  readonly rows: (Row | Fields | undefined)[] = [];
  /** The arrival number at each place in {@link rows}; ascending. */
  readonly arrivals: number[] = [];
  /** The write order at each place in {@link rows} that holds a record. */
  readonly orders: number[] = [];
  /** The lists that contain all rows of the table. */
  readonly lists: TypeList[] = [];
  readonly feeds = new Set<Feed>();
  /** The indexes in use, by their sorted fields. */
  readonly indexes = new Map<string, FieldIndex>();
  /** The table of the first class with the same key, which is written to. */
  readonly main: Table;
  /** The tables of further classes with the same key. */
  readonly mirrors: Table[] = [];
  /** Whether the cache knows the rows: an entity was written, or a response contained a list of this type. */
  isKnown = false;
  /** The rows of a main table with several names, if there are some. */
  names: Names | undefined;
  /** Whether rows were evicted, so that the cache does not know all rows although it has some. */
  isPartial = false;
  /** Whether a class of the table or of its mirrors has deserializers. */
  deserializes: boolean;
  /** The number of gaps in {@link rows}. */
  gaps = 0;
  /** The number of rows that are only a record. */
  records = 0;

  /** @param main the table of the first class with the same key; by default, this table itself */
  constructor(
    readonly plan: Plan,
    readonly tables: Tables,
    main?: Table,
  ) {
    this.main = main ?? this;
    this.deserializes = plan.deserializers.length > 0;
    if (main === undefined) return;
    main.deserializes ||= this.deserializes;
    main.mirrors.push(this);
    for (const row of main.all()) this.addRecord(row.pk, row.data!, row.order, row.arrival);
    this.isKnown = main.isKnown;
  }

  /** The number of rows with data. */
  get size(): number {
    return this.rows.length - this.gaps;
  }

  /** Whether a record can be written without a row: nothing reads all rows, and no other table shows them. */
  get isIdle(): boolean {
    return this.lists.length + this.feeds.size + this.mirrors.length === 0 && !this.deserializes;
  }

  /** Returns the row with a key. Creates an empty one if there is none. */
  row(name: Pk): Row {
    const pk = this.main.names?.first(name) ?? name;
    const known = this.index.get(pk);
    if (typeof known === 'object') return known;
    const row = new Row(this, pk);
    this.index.set(pk, row);
    if (known !== undefined) {
      row.data = this.rows[known] as Fields;
      row.order = this.orders[known];
      row.arrival = this.arrivals[known];
      this.rows[known] = row;
      this.records--;
    }
    return row;
  }

  /** Keeps only the record of a row, which nothing may use. */
  sleep(row: Row): void {
    if (
      row.data === undefined ||
      this.index.get(row.pk) !== row ||
      this.tables.held.has(row) ||
      this.names?.has(row)
    )
      return;
    const at = this.#place(row.arrival);
    this.index.set(row.pk, at);
    this.rows[at] = row.data;
    this.orders[at] = row.order;
    this.records++;
  }

  /** Returns the rows with a key in this table and in those that mirror it. */
  rowsOf(pk: Pk): readonly Row[] {
    const { mirrors } = this.main;
    const row = this.main.row(pk);
    return mirrors.length === 0 ? [row] : [row, ...mirrors.map((table) => table.row(pk))];
  }

  /** Marks what reads the rows with a key, because the key is about to name others. Also rows without data have readers. */
  leave(pk: Pk): void {
    for (const row of this.rowsOf(pk)) invalidate(row, this.tables.journal);
  }

  /** Returns what is known of a row without creating a row. */
  peek(pk: Pk): Pick<Row, 'data' | 'order' | 'arrival'> {
    const known = this.index.get(pk);
    if (typeof known === 'object') return known;
    if (known === undefined) return { data: undefined, order: 0, arrival: 0 };
    return {
      data: this.rows[known] as Fields,
      order: this.orders[known],
      arrival: this.arrivals[known],
    };
  }

  /** Returns the record of a row without creating a row. */
  record(pk: Pk): Fields | undefined {
    return this.main.peek(pk).data;
  }

  /** Returns all rows with data in the order of arrival. Removes the gaps. */
  all(): readonly Row[] {
    this.#wake();
    this.compact();
    return this.rows as Row[];
  }

  /** Creates the rows of all records, because their places are about to change. */
  #wake(): void {
    if (this.records === 0) return;
    this.index.forEach((known, pk) => typeof known === 'number' && this.row(pk));
  }

  /** Adds a record that nothing reads. */
  addRecord(pk: Pk, data: Fields, order: number, arrival = this.tables.arrive()): void {
    this.records++;
    this.index.set(pk, this.rows.push(data) - 1);
    this.arrivals.push(arrival);
    this.orders.push(order);
  }

  /** Adds a row to the end, or at the place of its arrival number. */
  insert(row: Row, arrival = this.tables.arrive()): void {
    const { rows, arrivals, orders } = this;
    row.arrival = arrival;
    const at = this.#place(arrival);
    if (arrivals[at] === arrival) {
      rows[at] = row;
      this.gaps--;
    } else {
      if (at < rows.length) this.#wake();
      rows.splice(at, 0, row);
      arrivals.splice(at, 0, arrival);
      orders.splice(at, 0, 0);
    }
    this.regroup();
  }

  /** Removes a row. It keeps its arrival number, so that an undo brings it back to its place. */
  remove(row: Row): void {
    this.rows[this.#place(row.arrival)] = undefined;
    this.gaps++;
    this.regroup();
  }

  /** Returns the place of an arrival number, or the place at which it belongs. */
  #place(arrival: number): number {
    const { arrivals } = this;
    if (!(arrival <= arrivals[arrivals.length - 1])) return arrivals.length;
    // Without deletions in between, rows that arrived together lie together.
    const guess = arrival - arrivals[0];
    return arrivals[guess] === arrival
      ? guess
      : search(arrivals.length, (i) => arrivals[i] - arrival);
  }

  /** Removes the gaps. */
  compact(): void {
    if (this.gaps === 0) return;
    const { index, rows, arrivals, orders } = this;
    const places: number[] = [];
    let to = 0;
    for (let from = 0; from < rows.length; from++) {
      if (rows[from] === undefined) continue;
      rows[to] = rows[from];
      if (this.records > 0) places[from] = to;
      arrivals[to] = arrivals[from];
      orders[to++] = orders[from];
    }
    rows.length = arrivals.length = orders.length = to;
    this.gaps = 0;
    if (this.records === 0) return;
    index.forEach((known, pk) => typeof known === 'number' && index.set(pk, places[known]));
  }

  /** Tells the lists and feeds that the instance of a row changes. */
  changed(row: Row, before: Fields | undefined): void {
    for (const list of this.lists) list.rowChanged(row);
    for (const feed of this.feeds) feed.rowChanged(row, before);
  }

  /** Tells the lists that rows came, left or moved. */
  regroup(): void {
    for (const list of this.lists) list.regroup();
  }

  /** Makes the rows known or unknown. */
  setKnown(isKnown: boolean): void {
    for (const table of [this, ...this.mirrors]) {
      table.isKnown = isKnown;
      table.isPartial = false;
      table.regroup();
      for (const feed of table.feeds) feed.regroup();
    }
  }

  /** Forgets a row without data, unless something references it. */
  forget(row: Row): void {
    if (this.index.get(row.pk) !== row || !isFree(row) || this.tables.held.has(row)) return;
    this.drop(row);
  }

  /** Removes a row from the index. */
  drop(row: Row): void {
    this.index.delete(row.pk);
    this.names?.drop(row);
  }
}
