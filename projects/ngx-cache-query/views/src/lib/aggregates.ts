import { isMissing } from './compare';
import { ExactSum } from './exact-sum';
import type { Row, Sink } from './row';
import { RowWise } from './row-wise';
import { type Args, type Flow, selecting, type Selector, type ViewStep } from './step';

type Numeric = number | null | undefined;

/**
 * Counts the items. After `groupRows`, this step counts the items of each group.
 *
 * @example
 * ```ts
 * const admins = view(
 *   where((user: User) => user.isAdmin),
 *   countRows(),
 * );
 * ```
 */
export function countRows<T>(): ViewStep<readonly T[], number, []> {
  return new Count<T>(
    (item: unknown) => item,
    () => new Counter(),
  );
}

/**
 * Sums the values of a field or selector. After `groupRows`, this step returns the sum of each group. `null` and
 * `undefined` are ignored, and the sum of an empty list is 0. As with `Math.sumPrecise`, only the final sum is rounded,
 * so the order of the items does not matter.
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
  return new Aggregate(selector, () => new Sum());
}

/**
 * Returns the average of the values of a field or selector. After `groupRows`, this step returns the average of each
 * group. `null` and `undefined` are ignored, and the average of an empty list is `undefined`.
 */
export function averageOf<T, P extends readonly unknown[] = []>(
  selector: Selector<T, P, Numeric>,
): ViewStep<readonly T[], number | undefined, P> {
  return new Aggregate(selector, () => new Average());
}

/** A result that is updated each time a value is added or subtracted. */
interface Total<R> {
  add(value: unknown): void;
  subtract(value: unknown): void;
  readonly value: R;
}

class Aggregate<T, R, P extends readonly unknown[]> implements ViewStep<readonly T[], R, P> {
  constructor(
    private readonly selector: unknown,
    private readonly createTotal: () => Total<R>,
  ) {}

  apply(input: readonly T[], args: P): R {
    const select = selecting(this.selector, args);
    const total = this.createTotal();
    for (const item of input) total.add(select(item));
    return total.value;
  }

  follow({ args, ownsRows }: Flow): Sink {
    return new RowWise([this.#work(args)], ownsRows, new TotalSink(this.createTotal()));
  }

  #work(args: Args) {
    const select = selecting(this.selector, args);
    return (row: Row) => {
      row.value = select(row.value);
      return true;
    };
  }
}

/**
 * A step that counts items. It has its own class so that an incremental view can recognize it. If only tests precede
 * the step, the view counts the rows with a `Tally`, and creates no sinks.
 */
export class Count<T> extends Aggregate<T, number, []> {}

class TotalSink implements Sink {
  constructor(private readonly total: Total<unknown>) {}

  change(before: Row | undefined, after: Row | undefined): boolean {
    if (before !== undefined) this.total.subtract(before.value);
    if (after !== undefined) this.total.add(after.value);
    return after !== undefined;
  }

  result(): unknown {
    return this.total.value;
  }
}

class Counter implements Total<number> {
  value = 0;

  add(): void {
    this.value++;
  }

  subtract(): void {
    this.value--;
  }
}

class Sum implements Total<number> {
  readonly #sum = new ExactSum();

  get value(): number {
    return this.#sum.value;
  }

  add(value: unknown): void {
    if (!isMissing(value)) this.#sum.add(value as number);
  }

  subtract(value: unknown): void {
    if (!isMissing(value)) this.#sum.subtract(value as number);
  }
}

class Average implements Total<number | undefined> {
  readonly #sum = new ExactSum();
  #count = 0;

  get value(): number | undefined {
    return this.#count === 0 ? undefined : this.#sum.value / this.#count;
  }

  add(value: unknown): void {
    if (isMissing(value)) return;
    this.#count++;
    this.#sum.add(value as number);
  }

  subtract(value: unknown): void {
    if (isMissing(value)) return;
    this.#count--;
    this.#sum.subtract(value as number);
  }
}
