import type { Row } from './row';

/** An array with at most this many rows is searched linearly. */
const FEW = 16;

/**
 * A set of rows to add or remove. The rows are stored in an array until the array is large and a row is deleted from
 * it. After that, they are stored in a Set.
 */
export class RowSet {
  #rows: Row[] | Set<Row> = [];

  get size(): number {
    return Array.isArray(this.#rows) ? this.#rows.length : this.#rows.size;
  }

  add(row: Row): void {
    if (Array.isArray(this.#rows)) this.#rows.push(row);
    else this.#rows.add(row);
  }

  /** Removes a row. Returns whether the set contained the row. */
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

  /** Returns a new array with the rows. */
  toArray(): Row[] {
    return Array.isArray(this.#rows) ? this.#rows.slice() : [...this.#rows];
  }

  [Symbol.iterator](): Iterator<Row> {
    return this.#rows[Symbol.iterator]();
  }
}
