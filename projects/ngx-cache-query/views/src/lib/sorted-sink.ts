import type { Order, Row, Sink } from './row';
import { RowSet } from './row-set';
import { SortedRows } from './sorted-rows';

/**
 * The base class of sinks that keep all rows sorted. They collect the changes that move, add or remove rows, and apply
 * them when the result is read.
 */
export abstract class SortedSink implements Sink {
  protected readonly sorted: SortedRows;
  protected readonly removed = new RowSet();
  protected readonly added = new RowSet();

  constructor(private readonly order: Order) {
    this.sorted = new SortedRows(order);
  }

  change(before: Row | undefined, after: Row | undefined): boolean {
    const isNew = before !== undefined && this.added.delete(before);
    if (before !== undefined && !isNew) {
      if (after !== undefined && this.order.compare(before, after) === 0) {
        this.replace(before, after);
        return true;
      }
      this.removed.add(before);
    }
    if (after !== undefined) this.added.add(after);
    return after !== undefined;
  }

  result(): unknown {
    if (this.removed.size + this.added.size > 0) {
      this.settle();
      this.removed.clear();
      this.added.clear();
    }
    return this.value();
  }

  /**
   * Replaces `before` with `after`, and returns the index of the row. The two rows must have the same position in the
   * sort order.
   */
  protected replace(before: Row, after: Row): number {
    const at = this.sorted.indexOf(before);
    this.sorted.rows[at] = after;
    return at;
  }

  /** Applies the collected changes. */
  protected settle(): void {
    this.sorted.change(this.removed, this.added);
  }

  /** The current result. */
  protected abstract value(): unknown;
}
