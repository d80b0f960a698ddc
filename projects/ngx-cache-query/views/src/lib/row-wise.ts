import { ɵrecycle as recycle } from 'ngx-cache-query';
import { Row, type Sink } from './row';

/** One thing to do with a row: changes it, or says that it goes no further. */
export type RowWork = (row: Row) => boolean;

/** Steps that look at one row at a time, all in one: each row is evaluated once when it changes. */
export class RowWise implements Sink {
  /** What was made of each row, when somebody else holds the rows that come. */
  readonly #outs = new Map<Row, Row>();

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
    const was = this.isFirst ? before : before && this.#outs.get(before);
    const is = after && this.#evaluate(after, was);
    if (!this.isFirst) this.#keep(before, after, is);
    if (was !== undefined || is !== undefined) this.next.change(was, is);
    return is !== undefined;
  }

  #keep(before: Row | undefined, after: Row | undefined, is: Row | undefined): void {
    if (before !== undefined) this.#outs.delete(before);
    if (is !== undefined) this.#outs.set(after!, is);
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
