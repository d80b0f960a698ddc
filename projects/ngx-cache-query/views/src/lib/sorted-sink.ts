import type { Order, Row, Sink } from './row';
import { RowSet } from './row-set';
import { SortedRows } from './sorted-rows';

/** Keeps all rows in order. Changes wait until somebody asks for the result. */
export abstract class SortedSink implements Sink {
  protected readonly sorted: SortedRows;
  protected readonly gone = new RowSet();
  protected readonly come = new RowSet();

  constructor(private readonly order: Order) {
    this.sorted = new SortedRows(order);
  }

  change(before: Row | undefined, after: Row | undefined): boolean {
    const isNew = before !== undefined && this.come.delete(before);
    if (before !== undefined && !isNew) {
      if (after !== undefined && this.order.compare(before, after) === 0) {
        this.replace(before, after);
        return true;
      }
      this.gone.add(before);
    }
    if (after !== undefined) this.come.add(after);
    return after !== undefined;
  }

  result(): unknown {
    if (this.gone.size + this.come.size > 0) {
      this.settle();
      this.gone.clear();
      this.come.clear();
    }
    return this.value();
  }

  /** Puts a row in the place of another one, which is its own; returns the place. */
  protected replace(before: Row, after: Row): number {
    const at = this.sorted.indexOf(before);
    this.sorted.rows[at] = after;
    return at;
  }

  /** Makes the changes that wait. */
  protected settle(): void {
    this.sorted.change(this.gone, this.come);
  }

  /** What there is to show. */
  protected abstract value(): unknown;
}
