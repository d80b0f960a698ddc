import type { Order, Row } from './row';
import type { RowSet } from './row-set';
import { sortRows } from './sort-rows';

/**
 * If there are at most this many changes, each change is applied individually. If there are more changes, all of them
 * are applied in a single pass.
 */
const FEW = 4;

/** Removes the item at `from` and inserts `item` at `to`. Only the items between these positions are moved. */
export function moveItem<T>(items: T[], from: number, to: number, item: T): void {
  for (let i = from; i < to; i++) items[i] = items[i + 1];
  for (let i = from; i > to; i--) items[i] = items[i - 1];
  items[to] = item;
}

/**
 * Returns a copy with one more item. The final capacity is allocated first, because otherwise all items would be copied
 * twice.
 */
export function copyWith<T>(items: readonly T[], at: number, item: T): T[] {
  const copy = items.concat([item]);
  copy.pop();
  copy.splice(at, 0, item);
  return copy;
}

/** An array of sorted rows. A row is found by binary search. */
export class SortedRows {
  rows: Row[] = [];

  constructor(private readonly order: Order) {}

  /**
   * Returns the index of a row, which must be present. If the comparator is inconsistent, the binary search may miss
   * the row. A linear search then finds it.
   */
  indexOf(row: Row): number {
    const at = this.place(row);
    return this.rows[at] === row ? at : this.rows.indexOf(row);
  }

  /** Returns the number of rows that come before `row`. */
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

  /** Inserts a row, and returns its index. */
  insert(row: Row): number {
    const at = this.place(row);
    this.rows.splice(at, 0, row);
    return at;
  }

  /** Removes a row, and returns its previous index. */
  remove(row: Row): number {
    const at = this.indexOf(row);
    this.rows.splice(at, 1);
    return at;
  }

  /** Replaces `before` with `after`, which can have a different index. Returns both indexes. */
  move(before: Row, after: Row): readonly [from: number, to: number] {
    const from = this.indexOf(before);
    const place = this.place(after);
    const to = place > from ? place - 1 : place;
    moveItem(this.rows, from, to, after);
    return [from, to];
  }

  /** Removes the rows in `removed`, and adds the rows in `added`. */
  change(removed: RowSet, added: RowSet): void {
    if (removed.size + added.size > FEW) return this.replace(removed, added);
    for (const row of removed) this.remove(row);
    for (const row of added) this.insert(row);
  }

  /** Removes and adds many rows in a single pass. */
  replace(removed: RowSet, added: RowSet): void {
    const { rows } = this;
    const incoming = sortRows(added.toArray(), this.order);
    if (rows.length === 0) {
      this.rows = incoming;
      return;
    }
    const removedAt = removed
      .toArray()
      .map((row) => this.indexOf(row))
      .sort((a, b) => a - b);
    const places = incoming.map((row) => this.place(row));
    const next: Row[] = [];
    let [nextRemoved, nextIncoming] = [0, 0];
    for (let at = 0; at <= rows.length; at++) {
      while (nextIncoming < incoming.length && places[nextIncoming] === at) {
        next.push(incoming[nextIncoming++]);
      }
      if (removedAt[nextRemoved] === at) nextRemoved++;
      else if (at < rows.length) next.push(rows[at]);
    }
    this.rows = next;
  }
}
