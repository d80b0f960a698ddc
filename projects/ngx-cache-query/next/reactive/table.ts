import type { Pk } from '../schema/pk';
import type { Plan } from '../schema/plan';
import type { Fields } from '../util/plain-data';
import { isFree } from './node';
import { type EntityNode, Face, Row } from './row';
import type { Tables } from './tables';
import type { TypeList } from './type-list';

/** Learns which rows change. Called before each change of a row, and when an entity inside its instance changes. */
export interface Feed {
  /** The class whose instances the feed needs. */
  readonly plan: Plan;
  add(node: EntityNode): void;
}

/**
 * The rows of one Entity class, or of several classes with the same `static key`. A row that was never read or
 * referenced is only a record and two numbers: the index then contains its arrival number in place of the row.
 */
export class Table {
  readonly index = new Map<Pk, Row | number>();
  /** The rows in the order of arrival. A deleted row leaves a gap until the table is compacted. */
  readonly rows: (Row | Fields | undefined)[] = [];
  /** The arrival number at each place in {@link rows}; ascending. */
  readonly arrivals: number[] = [];
  /** The write order at each place in {@link rows} that holds a record. */
  readonly orders: number[] = [];
  gaps = 0;
  /** Whether the cache knows the rows: an entity was written, or a response contained a list of this type. */
  isKnown = false;
  /** The lists that contain all rows of the table. */
  readonly lists: TypeList[] = [];
  readonly feeds = new Set<Feed>();
  /** Further names of rows, such as the ids that a server gave to created entities. */
  readonly names = new Map<Row, Pk>();
  /** The classes of the table. The rows themselves are the nodes of the instances of the first one. */
  readonly plans: Plan[];
  /** The number of rows that are only a record. */
  #records = 0;
  readonly #faces = new Map<Plan, Map<Row, Face>>();

  constructor(
    readonly plan: Plan,
    readonly tables: Tables,
  ) {
    this.plans = [plan];
  }

  /** The number of rows with data. */
  get size(): number {
    return this.rows.length - this.gaps;
  }

  /** Returns the row with a key. Creates an empty one if there is none. */
  row(pk: Pk): Row {
    const known = this.index.get(pk);
    if (typeof known === 'object') return known;
    const row = new Row(this, pk);
    this.index.set(pk, row);
    if (known !== undefined) {
      const at = this.place(known);
      row.data = this.rows[at] as Fields;
      row.order = this.orders[at];
      row.arrival = known;
      this.rows[at] = row;
      this.#records--;
    }
    return row;
  }

  /** Returns the record of a row without creating a row. */
  record(pk: Pk): Fields | undefined {
    const known = this.index.get(pk);
    if (typeof known === 'object') return known.data;
    return known === undefined ? undefined : (this.rows[this.place(known)] as Fields);
  }

  /** Returns the node of the instance of a row. */
  node(plan: Plan, pk: Pk): EntityNode {
    const row = this.row(pk);
    return plan === this.plan ? row : this.face(plan, row);
  }

  face(plan: Plan, row: Row): EntityNode {
    if (plan === this.plan) return row;
    let faces = this.#faces.get(plan);
    if (faces === undefined) this.#faces.set(plan, (faces = new Map<Row, Face>()));
    let face = faces.get(row);
    if (face === undefined) faces.set(row, (face = new Face(row, plan)));
    return face;
  }

  /** Returns the nodes of all instances of a row. */
  nodes(row: Row): readonly EntityNode[] {
    if (this.#faces.size === 0) return [row];
    const nodes: EntityNode[] = [row];
    for (const faces of this.#faces.values()) {
      const face = faces.get(row);
      if (face !== undefined) nodes.push(face);
    }
    return nodes;
  }

  /** Returns all rows with data in the order of arrival. Removes the gaps. */
  all(): readonly Row[] {
    if (this.#records > 0) {
      for (const [pk, known] of this.index) if (typeof known === 'number') this.row(pk);
    }
    this.#compact();
    return this.rows as Row[];
  }

  /** Adds a record that nothing reads. */
  addRecord(pk: Pk, data: Fields, order: number): void {
    const arrival = this.tables.arrive();
    this.#records++;
    this.index.set(pk, arrival);
    this.rows.push(data);
    this.arrivals.push(arrival);
    this.orders.push(order);
    this.regroup();
  }

  /** Adds a row to the end, or at the place of its arrival number. */
  insert(row: Row, arrival?: number): void {
    const { rows, arrivals, orders } = this;
    row.arrival = arrival ?? this.tables.arrive();
    const at = arrival === undefined ? rows.length : this.place(row.arrival);
    if (arrivals[at] === row.arrival) {
      rows[at] = row;
      this.gaps--;
    } else if (at === rows.length) {
      rows.push(row);
      arrivals.push(row.arrival);
      orders.push(0);
    } else {
      rows.splice(at, 0, row);
      arrivals.splice(at, 0, row.arrival);
      orders.splice(at, 0, 0);
    }
    this.regroup();
  }

  /** Removes a row. It keeps its arrival number, so that an undo brings it back to its place. */
  remove(row: Row): void {
    this.rows[this.place(row.arrival)] = undefined;
    this.gaps++;
    this.regroup();
  }

  /** Returns the place of an arrival number, or the place at which it belongs. */
  place(arrival: number): number {
    const { arrivals } = this;
    // Without deletions in between, rows that arrived together lie together.
    const guess = arrival - arrivals[0];
    if (arrivals[guess] === arrival) return guess;
    let from = 0;
    let to = arrivals.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (arrivals[middle] < arrival) from = middle + 1;
      else to = middle;
    }
    return from;
  }

  #compact(): void {
    if (this.gaps === 0) return;
    const { rows, arrivals, orders } = this;
    let to = 0;
    for (let from = 0; from < rows.length; from++) {
      if (rows[from] === undefined) continue;
      rows[to] = rows[from];
      arrivals[to] = arrivals[from];
      orders[to++] = orders[from];
    }
    rows.length = arrivals.length = orders.length = to;
    this.gaps = 0;
  }

  /** Tells the lists and feeds that the instance of a row changes. */
  changed(node: EntityNode): void {
    for (const list of this.lists) list.add(node);
    for (const feed of this.feeds) if (feed.plan === node.plan) feed.add(node);
  }

  /** Tells the lists that rows came, left or moved. */
  regroup(): void {
    for (const list of this.lists) list.regroup();
  }

  /** Returns the number of rows that nothing shows. */
  unused(): number {
    let count = this.size;
    for (const row of this.index.values()) {
      if (row instanceof Row && row.data && !this.nodes(row).every(isFree)) count--;
    }
    return this.lists.some((list) => !isFree(list)) ? 0 : count;
  }

  /** Forgets a row without data, unless something references it. */
  forget(row: Row): void {
    if (this.names.has(row) || !this.nodes(row).every(isFree)) return;
    this.index.delete(row.pk);
    for (const faces of this.#faces.values()) faces.delete(row);
  }
}
