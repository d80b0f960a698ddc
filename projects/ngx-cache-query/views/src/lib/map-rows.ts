import { RowStep } from './row-step';
import type { RowWork } from './row-wise';
import { type Args, type ViewStep, withArgs } from './step';

/**
 * Replaces each item with the result of a function. If a new result is shallowly equal to the last result for the same
 * item, the last result is kept.
 *
 * @param make receives the item and the arguments of the Query; must be pure
 *
 * @example
 * ```ts
 * view(mapRows((user: User) => ({ value: user.id, label: user.name })));
 * ```
 */
export function mapRows<T, U, P extends readonly unknown[] = []>(
  make: (item: T, ...args: P) => U,
): ViewStep<readonly T[], U[], P> {
  return new MapStep(make);
}

class MapStep<T, U, P extends readonly unknown[]> extends RowStep<T, U, P> {
  constructor(private readonly make: (item: T, ...args: P) => U) {
    super();
  }

  override apply(input: readonly T[], args: P): U[] {
    return input.map((item) => this.make(item, ...args));
  }

  override work(args: Args): RowWork {
    const make = withArgs(this.make as never, args);
    return (row) => {
      row.value = make(row.value);
      return true;
    };
  }
}
