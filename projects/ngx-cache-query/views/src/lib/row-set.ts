import type { Row } from './row';

/** Up to so many rows are found by looking at all. */
const FEW = 16;

/** Rows that wait: an array, which is a Set only when many of them are taken back. */
export class RowSet {
  #rows: Row[] | Set<Row> = [];

  get size(): number {
    return Array.isArray(this.#rows) ? this.#rows.length : this.#rows.size;
  }

  add(row: Row): void {
    if (Array.isArray(this.#rows)) this.#rows.push(row);
    else this.#rows.add(row);
  }

  /** Takes a row back; returns whether it was there. */
  delete(row: Row): boolean {
    if (this.size === 0) return false;
    if (!Array.isArray(this.#rows)) return this.#rows.delete(row);
    if (this.#rows.length > FEW) return (this.#rows = new Set(this.#rows)).delete(row);
    const at = this.#rows.indexOf(row);
    if (at !== -1) this.#rows.splice(at, 1);
    return at !== -1;
  }

  clear(): void {
    this.#rows = [];
  }

  /** The rows, as an array of one's own. */
  toArray(): Row[] {
    return Array.isArray(this.#rows) ? this.#rows.slice() : [...this.#rows];
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.#rows[Symbol.iterator]();
  }
}
