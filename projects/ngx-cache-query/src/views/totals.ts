import { recycle } from '../util/equality';
import { ExactSum } from './exact-sum';
import { orderBy } from './order-by';
import { type Member, Sorted } from './sorted';
import {
  type AnyStep,
  type Args,
  selecting,
  type Selector,
  type Sink,
  type ViewStep,
  type Work,
} from './step';

type Numeric = number | null | undefined;

/**
 * Counts the items. After `groupRows`, this step counts the items of each group.
 */
export function countRows<T>(): ViewStep<readonly T[], number, []> {
  return {
    open: () => {
      let count = 0;
      return {
        isBlind: true,
        change: (before, after) => {
          if (before) count--;
          if (after) count++;
        },
        read: () => count,
      };
    },
  };
}

/**
 * Sums a field or selector, exactly, in any order. `null` and `undefined` are ignored, and the sum of an empty list is
 * 0.
 *
 * @example
 * ```ts
 * const points = view(
 *   groupRows((issue: Issue) => issue.status),
 *   sumOf('points'),
 * ); // Map { 'open' => 21 }
 * ```
 */
export function sumOf<T, P extends readonly unknown[] = []>(
  selector: Selector<T, P, Numeric>,
): ViewStep<readonly T[], number, P> {
  return { work: valueWork(selector), open: () => new SumSink((sum) => sum) };
}

/** Returns the average of a field or selector. `null` and `undefined` are ignored; `undefined` for an empty list. */
export function averageOf<T, P extends readonly unknown[] = []>(
  selector: Selector<T, P, Numeric>,
): ViewStep<readonly T[], number | undefined, P> {
  const average = (sum: number, count: number) => (count === 0 ? undefined : sum / count);
  return { work: valueWork(selector), open: () => new SumSink(average) };
}

type ExtremeOf<T, Value, P extends readonly unknown[]> = ViewStep<
  readonly T[],
  NonNullable<Value> | undefined,
  P
>;

/**
 * Returns the smallest value of a field or selector, in the order of {@link orderBy}. `null` and `undefined` are
 * ignored.
 */
export function minOf<T, Value, P extends readonly unknown[] = []>(
  selector: (item: T, ...args: P) => Value,
): ExtremeOf<T, Value, P>;
/** Returns the smallest value of a field. See {@link minOf}. */
export function minOf<T, Name extends keyof T>(field: Name): ExtremeOf<T, T[Name], []>;
export function minOf(selector: unknown): ExtremeOf<never, never, never> {
  return extremeOf(selector, 'asc');
}

/**
 * Returns the greatest value of a field or selector, in the order of {@link orderBy}. `null` and `undefined` are
 * ignored.
 */
export function maxOf<T, Value, P extends readonly unknown[] = []>(
  selector: (item: T, ...args: P) => Value,
): ExtremeOf<T, Value, P>;
/** Returns the greatest value of a field. See {@link maxOf}. */
export function maxOf<T, Name extends keyof T>(field: Name): ExtremeOf<T, T[Name], []>;
export function maxOf(selector: unknown): ExtremeOf<never, never, never> {
  return extremeOf(selector, 'desc');
}

function extremeOf(selector: unknown, how: 'asc' | 'desc'): ExtremeOf<never, never, never> {
  const byValue = orderBy((value: unknown) => value, how);
  const first: AnyStep = { open: ({ compare }) => new FirstSink(compare) };
  return { parts: [{ work: valueWork(selector) }, ...byValue.parts!, first] };
}

/** Returns the work that replaces an item with its value. A missing value does not count. */
function valueWork(selector: unknown): (args: Args) => Work {
  return (args) => {
    const select = selecting(selector, args);
    return (member) => {
      member.item = select(member.item);
      return member.item !== undefined && member.item !== null;
    };
  };
}

class SumSink implements Sink {
  readonly #sum = new ExactSum();
  #count = 0;

  constructor(private readonly result: (sum: number, count: number) => number | undefined) {}

  change(before: Member | undefined, after: Member | undefined): void {
    if (before) this.#sum.add(before.item as number, -1);
    if (after) this.#sum.add(after.item as number, 1);
    this.#count += Number(after !== undefined) - Number(before !== undefined);
  }

  read(): unknown {
    return this.result(this.#sum.value, this.#count);
  }
}

/** Shows the first member. */
class FirstSink extends Sorted implements Sink {
  read(shown: unknown): unknown {
    const [first] = this.settle() as [Member?];
    return recycle(shown, first?.item);
  }
}
