import { ɵrecycle as recycle } from 'ngx-cache-query';
import { Row, type Sink } from './row';

/** Processes a row, and can change its value or sort key. Returns whether the row is kept. */
export type RowWork = (row: Row) => boolean;

/** One sink for several steps that process one row at a time. */
export class RowWise implements Sink {
  /** Maps each incoming row to its output. Used only if incoming rows must not be changed in place. */
  readonly #outs = new Map<Row, Row>();

  /**
   * @param works the steps, in order
   * @param ownsRows whether the sender no longer uses the incoming rows; if so, this sink can change them in place
   */
  constructor(
    private readonly works: readonly RowWork[],
    private readonly ownsRows: boolean,
    private readonly next: Sink,
  ) {}

  change(before: Row | undefined, after: Row | undefined): boolean {
    // If this sink owns its rows, it changed `before` in place and passed it on. Therefore `before` itself is the last
    // output.
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
