import { type CompareValues, compareBy, isMissing } from './compare';
import { keyWork } from './order-by';
import type { Order, Row, Sink } from './row';
import { RowWise } from './row-wise';
import { SortedSink } from './sorted-sink';
import { type Flow, selecting, type Selector, type ViewStep } from './step';

type ExtremeOf<T, Value, P extends readonly unknown[]> = ViewStep<
  readonly T[],
  NonNullable<Value> | undefined,
  P
>;

/**
 * The first value in the order of `orderBy`, of those that are neither `null` nor `undefined`, or for
 * each group; `undefined` of nothing. NaN is last.
 */
export function minOf<T, Value, P extends readonly unknown[] = []>(
  selector: (item: T, ...args: P) => Value,
): ExtremeOf<T, Value, P>;
/** {@link minOf} of a field. */
export function minOf<T, Name extends keyof T>(field: Name): ExtremeOf<T, T[Name], []>;
export function minOf<T, P extends readonly unknown[]>(
  selector: Selector<T, P>,
): ExtremeOf<T, unknown, P> {
  return new Extreme(selector, compareBy('asc'));
}

/**
 * The last value in the order of `orderBy`, of those that are neither `null` nor `undefined`, or for
 * each group; `undefined` of nothing. NaN only when there is nothing else.
 */
export function maxOf<T, Value, P extends readonly unknown[] = []>(
  selector: (item: T, ...args: P) => Value,
): ExtremeOf<T, Value, P>;
/** {@link maxOf} of a field. */
export function maxOf<T, Name extends keyof T>(field: Name): ExtremeOf<T, T[Name], []>;
export function maxOf<T, P extends readonly unknown[]>(
  selector: Selector<T, P>,
): ExtremeOf<T, unknown, P> {
  return new Extreme(selector, compareBy('desc'));
}

/** The first value of all in an order. */
class Extreme<T, R, P extends readonly unknown[]> implements ViewStep<readonly T[], R, P> {
  constructor(
    private readonly selector: unknown,
    private readonly compare: CompareValues,
  ) {}

  apply(input: readonly T[], args: P): R {
    const select = selecting(this.selector, args);
    let first: unknown;
    for (const item of input) {
      const value = select(item);
      if (!isMissing(value) && (first === undefined || this.compare(value, first) < 0))
        first = value;
    }
    return first as R;
  }

  follow({ args, isFirst, order }: Flow): Sink {
    const key = keyWork([selecting(this.selector, args)], order.size);
    const isThere = (row: Row) => key(row) && !isMissing(firstKey(row, order.size));
    return new RowWise([isThere], isFirst, new FirstSink(order.within([this.compare])));
  }
}

/** Shows the first key of the first row. */
class FirstSink extends SortedSink {
  constructor(private readonly keys: Order) {
    super(keys);
  }

  protected override value(): unknown {
    const [first] = this.sorted.rows as [Row?];
    return first && firstKey(first, this.keys.size - 1);
  }
}

/** The key that was put before `size` others. */
function firstKey({ key }: Row, size: number): unknown {
  return size === 0 ? key : (key as readonly unknown[])[0];
}
