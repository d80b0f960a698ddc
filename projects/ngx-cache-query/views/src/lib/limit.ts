import { type Order, Row, type Sink } from './row';
import { SortedSink } from './sorted-sink';
import type { Flow, ViewStep } from './step';

type Count<P extends readonly unknown[]> = number | ((...args: P) => number);

/**
 * Keeps up to `count` items, starting at `offset`.
 *
 * @param count a number, or a function that receives the arguments of the Query and returns a number
 * @param offset the number of items to skip, as a number or a function like `count`; default: 0
 *
 * @example
 * ```ts
 * const page = view(
 *   orderBy<User>('name'),
 *   limit(20, ({ from }: { from: number }) => from),
 * );
 * ```
 */
export function limit<T, P extends readonly unknown[] = []>(
  count: Count<P>,
  offset: Count<P> = 0,
): ViewStep<readonly T[], T[], P> {
  return new Limit(count, offset);
}

class Limit<T, P extends readonly unknown[]> implements ViewStep<readonly T[], T[], P> {
  constructor(
    private readonly count: Count<P>,
    private readonly offset: Count<P>,
  ) {}

  apply(input: readonly T[], args: P): T[] {
    return input.slice(...this.#range(args));
  }

  follow({ args, order, next }: Flow): Sink {
    const [from, to] = this.#range(args as P);
    return new LimitSink(from, to, order, next(order));
  }

  #range(args: P): [from: number, to: number] {
    const from = atLeast0(numberOf(this.offset, args));
    return [from, from + atLeast0(numberOf(this.count, args))];
  }
}

/** Stores all rows. Passes copies of the rows within the limit (the window) to the next step. */
class LimitSink extends SortedSink {
  #window: Row[] = [];
  /** Maps each row in the window to the copy that was passed to the next step. */
  readonly #outs = new Map<Row, Row>();

  constructor(
    private readonly from: number,
    private readonly to: number,
    order: Order,
    private readonly next: Sink,
  ) {
    super(order);
  }

  protected override replace(before: Row, after: Row): number {
    const at = super.replace(before, after);
    if (this.#outs.has(before)) {
      this.#window[at - this.from] = after;
      this.#pass(before, after);
    }
    return at;
  }

  protected override settle(): void {
    super.settle();
    this.#slide();
  }

  protected override value(): unknown {
    return this.next.result();
  }

  /** Updates the window, and passes the rows that left or entered the window to the next step. */
  #slide(): void {
    const last = this.#window;
    const window = this.sorted.rows.slice(this.from, this.to);
    this.#window = window;
    const stays = new Set(window);
    for (const row of last) if (!stays.has(row)) this.#pass(row, undefined);
    for (const row of window) if (!this.#outs.has(row)) this.#pass(undefined, row);
  }

  /** Passes a change to the next step. The rows are copied, because the next step may change its rows in place. */
  #pass(before: Row | undefined, after: Row | undefined): void {
    const out = after && new Row(after.value, after.position, after.key);
    this.next.change(before && this.#outs.get(before), out);
    if (before !== undefined) this.#outs.delete(before);
    if (out !== undefined) this.#outs.set(after!, out);
  }
}

function numberOf<P extends readonly unknown[]>(count: Count<P>, args: P): number {
  return typeof count === 'function' ? count(...args) : count;
}

/** Truncates a number as `slice` does, but returns 0 for a negative number. */
function atLeast0(count: number): number {
  return count > 0 ? Math.trunc(count) : 0;
}
