import { type CompareValues, compareBy, type SortOrder } from './compare';
import { RowStep } from './row-step';
import type { RowWork } from './row-wise';
import { type Args, selecting, type Selector, type ViewStep } from './step';

type Ordered<T, P extends readonly unknown[]> = ViewStep<readonly T[], T[], P>;
type Key<T, P extends readonly unknown[]> = Selector<T, P>;

/**
 * Sorts the items by up to four sort keys. Pass each key as a field or a selector, followed by the sort order: `'asc'`
 * (the default), `'desc'`, a comparator, or an `Intl.Collator`.
 *
 * `'asc'` and `'desc'` compare strings by code unit, numbers by value and Dates by time. NaN, invalid Dates, `null` and
 * `undefined` come last in both directions. Items with equal sort keys keep their order.
 *
 * @example
 * ```ts
 * view(orderBy<Issue>('priority', 'desc', (issue) => issue.title, new Intl.Collator('en')));
 * ```
 */
export function orderBy<T, P extends readonly unknown[] = []>(
  key: Key<T, P>,
  how?: SortOrder,
): Ordered<T, P>;
export function orderBy<T, P extends readonly unknown[] = []>(
  first: Key<T, P>,
  how: SortOrder,
  second: Key<T, P>,
  secondHow?: SortOrder,
): Ordered<T, P>;
export function orderBy<T, P extends readonly unknown[] = []>(
  first: Key<T, P>,
  how: SortOrder,
  second: Key<T, P>,
  secondHow: SortOrder,
  third: Key<T, P>,
  thirdHow?: SortOrder,
): Ordered<T, P>;
export function orderBy<T, P extends readonly unknown[] = []>(
  first: Key<T, P>,
  how: SortOrder,
  second: Key<T, P>,
  secondHow: SortOrder,
  third: Key<T, P>,
  thirdHow: SortOrder,
  fourth: Key<T, P>,
  fourthHow?: SortOrder,
): Ordered<T, P>;
export function orderBy<T, P extends readonly unknown[]>(
  ...keysAndHows: readonly unknown[]
): Ordered<T, P> {
  const keys = keysAndHows.filter((_, i) => i % 2 === 0);
  return new OrderBy(
    keys,
    keys.map((_, i) => compareBy((keysAndHows[2 * i + 1] ?? 'asc') as SortOrder)),
  );
}

class OrderBy<T, P extends readonly unknown[]> extends RowStep<T, T, P> {
  constructor(
    private readonly keys: readonly unknown[],
    override readonly orders: readonly CompareValues[],
  ) {
    super();
  }

  override apply(input: readonly T[], args: P): T[] {
    const selectors = this.keys.map((key) => selecting(key, args));
    const keys = input.map((item) => selectors.map((select) => select(item)));
    const byKeys = (a: number, b: number): number => {
      for (let i = 0; i < this.orders.length; i++) {
        const way = this.orders[i](keys[a][i], keys[b][i]);
        if (way !== 0) return way;
      }
      return a - b;
    };
    return [...input.keys()].sort(byKeys).map((place) => input[place]);
  }

  override work(args: Args, size: number): RowWork {
    return keyWork(
      this.keys.map((key) => selecting(key, args)),
      size,
    );
  }
}

/**
 * Returns a function that adds sort keys in front of the existing sort keys of a row. A single sort key is stored
 * directly, and several sort keys are stored as an array.
 */
export function keyWork(selectors: readonly ((item: unknown) => unknown)[], size: number): RowWork {
  const [first] = selectors;
  if (selectors.length === 1 && size === 0) {
    return (row) => {
      row.key = first(row.value);
      return true;
    };
  }
  return (row) => {
    const own = selectors.map((select) => select(row.value));
    row.key = size === 0 ? own : own.concat(row.key);
    return true;
  };
}
