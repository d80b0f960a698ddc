import { ɵrecycle as recycle } from 'ngx-cache-query';
import { Row, type Sink } from './row';

/** Processes a row: may change its value or key. Returns whether the row is kept. */
export type RowWork = (row: Row) => boolean;

/** Several steps that process one row at a time, combined into one sink. */
export class RowWise implements Sink {
  /** The output of each incoming row, if the sender keeps the incoming rows. */
  readonly #outs = new Map<Row, Row>();

  /**
   * @param works the steps, in order
   * @param ownsRows whether incoming rows may be changed in place, because the sender does not use them
   */
  constructor(
    private readonly works: readonly RowWork[],
    private readonly ownsRows: boolean,
    private readonly next: Sink,
  ) {}

  change(before: Row | undefined, after: Row | undefined): boolean {
    // A sender that gives its rows away keeps only those that were used, so `before` is an output.
    const last = this.ownsRows ? before : before && this.#outs.get(before);
    const out = after && this.#evaluate(after, last);
    if (!this.ownsRows) this.#keep(before, after, out);
    if (last !== undefined || out !== undefined) this.next.change(last, out);
    return out !== undefined;
  }

  #keep(before: Row | undefined, after: Row | undefined, out: Row | undefined): void {
    if (before !== undefined) this.#outs.delete(before);
    if (out !== undefined) this.#outs.set(after!, out);
  }

  result(): unknown {
    return this.next.result();
  }

  #evaluate(row: Row, last: Row | undefined): Row | undefined {
    const out = this.ownsRows ? row : new Row(row.value, row.position, row.key);
    for (const work of this.works) if (!work(out)) return undefined;
    if (last !== undefined) out.value = recycle(last.value, out.value);
    return out;
  }
}
