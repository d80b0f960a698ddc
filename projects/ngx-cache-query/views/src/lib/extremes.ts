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
 * Returns the smallest value of a field or selector, in the order that {@link orderBy} uses. `null` and `undefined` are
 * ignored, and the result is `undefined` if there are no other values. NaN counts as greater than all other values.
 * After `groupRows`, this step returns the smallest value of each group.
 */
export function minOf<T, Value, P extends readonly unknown[] = []>(
  selector: (item: T, ...args: P) => Value,
): ExtremeOf<T, Value, P>;
/** Returns the smallest value of a field. See {@link minOf}. */
export function minOf<T, Name extends keyof T>(field: Name): ExtremeOf<T, T[Name], []>;
export function minOf<T, P extends readonly unknown[]>(
  selector: Selector<T, P>,
): ExtremeOf<T, unknown, P> {
  return new Extreme(selector, compareBy('asc'));
}

/**
 * Returns the greatest value of a field or selector, in the order that {@link orderBy} uses. `null` and `undefined` are
 * ignored, and the result is `undefined` if there are no other values. The result is NaN only if all values are NaN.
 * After `groupRows`, this step returns the greatest value of each group.
 */
export function maxOf<T, Value, P extends readonly unknown[] = []>(
  selector: (item: T, ...args: P) => Value,
): ExtremeOf<T, Value, P>;
/** Returns the greatest value of a field. See {@link maxOf}. */
export function maxOf<T, Name extends keyof T>(field: Name): ExtremeOf<T, T[Name], []>;
export function maxOf<T, P extends readonly unknown[]>(
  selector: Selector<T, P>,
): ExtremeOf<T, unknown, P> {
  return new Extreme(selector, compareBy('desc'));
}

/** A step that returns the first value in a sort order. */
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

  follow({ args, ownsRows, order }: Flow): Sink {
    const key = keyWork([selecting(this.selector, args)], order.size);
    const isThere = (row: Row) => key(row) && !isMissing(firstKey(row, order.size));
    return new RowWise([isThere], ownsRows, new FirstSink(order.within([this.compare])));
  }
}

/**
 * Keeps the rows sorted. The result is the first sort key of the first row, because {@link Extreme} puts the selected
 * value in front of the other sort keys.
 */
class FirstSink extends SortedSink {
  constructor(private readonly keys: Order) {
    super(keys);
  }

  protected override value(): unknown {
    const [first] = this.sorted.rows as [Row?];
    return first && firstKey(first, this.keys.size - 1);
  }
}

/** Returns the first sort key of a row. `size` is the number of other sort keys. */
function firstKey({ key }: Row, size: number): unknown {
  return size === 0 ? key : (key as readonly unknown[])[0];
}
