import { recycle } from '../util/equality';
import { Row, type Sink } from './row';

/** One thing to do with a row: changes it, or says that it goes no further. */
export type RowWork = (row: Row) => boolean;

/** Steps that look at one row at a time, all in one: each row is evaluated once when it changes. */
export class RowWise implements Sink {
  /**
   * @param works what to do, in order
   * @param isFirst whether nobody else holds the rows that come: then they are changed in place
   */
  constructor(
    private readonly works: readonly RowWork[],
    private readonly isFirst: boolean,
    private readonly next: Sink,
  ) {}

  change(before: Row | undefined, after: Row | undefined): boolean {
    // Who sends the first rows keeps only those that came through.
    const was = this.isFirst ? before : before?.out;
    const is = after && this.#evaluate(after, was);
    if (!this.isFirst && after !== undefined) after.out = is;
    if (was !== undefined || is !== undefined) this.next.change(was, is);
    return is !== undefined;
  }

  result(): unknown {
    return this.next.result();
  }

  #evaluate(row: Row, was: Row | undefined): Row | undefined {
    const out = this.isFirst ? row : new Row(row.value, row.arrival, row.key);
    for (const work of this.works) if (!work(out)) return undefined;
    if (was !== undefined) out.value = recycle(was.value, out.value);
    return out;
  }
}
