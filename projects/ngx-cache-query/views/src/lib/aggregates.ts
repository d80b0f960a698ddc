import { isMissing } from './compare';
import { ExactSum } from './exact-sum';
import type { Row, Sink } from './row';
import { RowWise } from './row-wise';
import { type Args, type Flow, selecting, type Selector, type ViewStep } from './step';

type Numeric = number | null | undefined;

/**
 * How many items there are, or in each group.
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
 * The sum of a number of each item, or for each group; 0 of nothing. `null` and `undefined` do not
 * count. It is exact, rounded once at the end, as `Math.sumPrecise` is: the order does not matter.
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

/** {@link sumOf} divided by how many have a number; `undefined` of nothing. */
export function averageOf<T, P extends readonly unknown[] = []>(
  selector: Selector<T, P, Numeric>,
): ViewStep<readonly T[], number | undefined, P> {
  return new Aggregate(selector, () => new Average());
}

/** Something that values are put into and taken out of. */
interface Total<R> {
  add(value: unknown): void;
  subtract(value: unknown): void;
  readonly value: R;
}

class Aggregate<T, R, P extends readonly unknown[]> implements ViewStep<readonly T[], R, P> {
  constructor(
    private readonly selector: unknown,
    private readonly begin: () => Total<R>,
  ) {}

  apply(input: readonly T[], args: P): R {
    const select = selecting(this.selector, args);
    const total = this.begin();
    for (const item of input) total.add(select(item));
    return total.value;
  }

  follow({ args, isFirst }: Flow): Sink {
    return new RowWise([this.#work(args)], isFirst, new TotalSink(this.begin()));
  }

  #work(args: Args) {
    const select = selecting(this.selector, args);
    return (row: Row) => {
      row.value = select(row.value);
      return true;
    };
  }
}

/** At the end of a view that does nothing but test, it is followed without making anything of the rows. */
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
