import type { Row } from './row';

/**
 * The order of the writes of a cache. A read has the position at which it began, so a response that arrives late is
 * older than what was written in between.
 */
export class WriteOrder {
  /** The position of the last write. */
  last = 0;
  /** The number of reads that are in flight. */
  #reads = 0;
  /** The positions of the last deletions, while a response in flight may be older than they are. */
  readonly graves = new Map<Row, number>();

  /** Begins a read. Its response counts as written at the position that this method returns. */
  begin(position = ++this.last): number {
    this.#reads++;
    return position;
  }

  /** Ends a read. */
  end(): void {
    this.#reads--;
  }

  /** Notes that a row is deleted. Returns a function that undoes this. */
  bury(row: Row, order: number): () => void {
    const before = this.graves.get(row);
    this.graves.set(row, Math.max(before ?? 0, order));
    return () => {
      if (before === undefined) this.graves.delete(row);
      else this.graves.set(row, before);
    };
  }

  /** Whether a read is in flight. */
  get hasReads(): boolean {
    return this.#reads > 0;
  }

  /** Whether a response in flight may contain deleted entities. */
  get hasGraves(): boolean {
    return this.graves.size > 0;
  }

  /** Whether a row was deleted, and perhaps created again, after a response was requested. */
  isBuried(row: Row, order: number): boolean {
    return this.hasGraves && order < this.graves.get(row)!;
  }

  /** Forgets the deleted rows that no response in flight can restore. Called when no write is open. */
  forget(): void {
    if (this.graves.size === 0 || this.#reads > 0) return;
    for (const row of this.graves.keys()) if (row.data === undefined) row.table.forget(row);
    this.graves.clear();
  }
}

/** Makes a row as deleted as another one, whose key it gets. */
export function inheritGrave(
  order: WriteOrder,
  row: Row,
  from: Row,
  undos: ((error: unknown) => void)[],
): void {
  const at = order.graves.get(from);
  if (at !== undefined) undos.push(order.bury(row, at));
}
