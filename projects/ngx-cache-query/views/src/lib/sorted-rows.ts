import type { Order, Row } from './row';
import type { RowSet } from './row-set';
import { sortRows } from './sort-rows';

/** Up to so many changes are made one by one. */
const FEW = 4;

/** Takes an item out and puts another one in, for the price of the items between the two. */
export function moveItem<T>(items: T[], from: number, to: number, item: T): void {
  for (let i = from; i < to; i++) items[i] = items[i + 1];
  for (let i = from; i > to; i--) items[i] = items[i - 1];
  items[to] = item;
}

/** A copy with one more item. It begins with room for it: otherwise all would be copied twice. */
export function copyWith<T>(items: readonly T[], at: number, item: T): T[] {
  const copy = items.concat([item]);
  copy.pop();
  copy.splice(at, 0, item);
  return copy;
}

/** Rows in their order, in one array: found by binary search, moved by splice. */
export class SortedRows {
  rows: Row[] = [];

  constructor(private readonly order: Order) {}

  /** Where the row is; it must be there. A comparator that is no order costs speed, not truth. */
  indexOf(row: Row): number {
    const at = this.place(row);
    return this.rows[at] === row ? at : this.rows.indexOf(row);
  }

  /** How many rows come before this one. */
  place(row: Row): number {
    const { rows } = this;
    const { compare } = this.order;
    let [low, high] = [0, rows.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(rows[middle], row) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Puts a row in; returns where. */
  insert(row: Row): number {
    const at = this.place(row);
    this.rows.splice(at, 0, row);
    return at;
  }

  /** Takes a row out; returns where it was. */
  remove(row: Row): number {
    const at = this.indexOf(row);
    this.rows.splice(at, 1);
    return at;
  }

  /** Puts a row in for another one, which stands elsewhere; returns from where to where. */
  move(before: Row, after: Row): readonly [from: number, to: number] {
    const from = this.indexOf(before);
    const place = this.place(after);
    const to = place > from ? place - 1 : place;
    moveItem(this.rows, from, to, after);
    return [from, to];
  }

  /** Takes rows out and puts rows in. */
  change(gone: RowSet, come: RowSet): void {
    if (gone.size + come.size > FEW) return this.replace(gone, come);
    for (const row of gone) this.remove(row);
    for (const row of come) this.insert(row);
  }

  /** Takes many rows out and puts many in, in one pass. */
  replace(gone: RowSet, come: RowSet): void {
    const { rows } = this;
    const coming = sortRows(come.toArray(), this.order);
    if (rows.length === 0) {
      this.rows = coming;
      return;
    }
    const holes = gone
      .toArray()
      .map((row) => this.indexOf(row))
      .sort((a, b) => a - b);
    const places = coming.map((row) => this.place(row));
    const next: Row[] = [];
    let [hole, own] = [0, 0];
    for (let at = 0; at <= rows.length; at++) {
      while (own < coming.length && places[own] === at) next.push(coming[own++]);
      if (holes[hole] === at) hole++;
      else if (at < rows.length) next.push(rows[at]);
    }
    this.rows = next;
  }
}
