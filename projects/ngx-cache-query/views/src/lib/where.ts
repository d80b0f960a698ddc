import { RowStep } from './row-step';
import type { RowWork } from './row-wise';
import { type Args, type ViewStep, withArgs } from './step';

/**
 * Keeps the items for which `predicate` returns `true`.
 *
 * @param predicate receives the item and the arguments of the Query; must be pure
 *
 * @example
 * ```ts
 * view(where((user: User, { isAdmin }: { isAdmin: boolean }) => user.isAdmin === isAdmin));
 * ```
 */
export function where<T, U extends T, P extends readonly unknown[] = []>(
  predicate: (item: T, ...args: P) => item is U,
): ViewStep<readonly T[], U[], P>;
export function where<T, P extends readonly unknown[] = []>(
  predicate: (item: T, ...args: P) => boolean,
): ViewStep<readonly T[], T[], P>;
export function where<T, P extends readonly unknown[]>(
  predicate: (item: T, ...args: P) => boolean,
): ViewStep<readonly T[], T[], P> {
  return new Where(predicate);
}

/** The base class of steps that select items without changing them. */
export abstract class TestStep<T, P extends readonly unknown[]> extends RowStep<T, T, P> {
  /** Returns a function that tests whether an item is kept. @internal */
  abstract test(args: Args): (item: unknown) => boolean;

  override apply(input: readonly T[], args: P): T[] {
    return input.filter(this.test(args));
  }

  override work(args: Args): RowWork {
    const test = this.test(args);
    return (row) => test(row.value);
  }
}

class Where<T, P extends readonly unknown[]> extends TestStep<T, P> {
  constructor(private readonly predicate: (item: T, ...args: P) => boolean) {
    super();
  }

  override test(args: Args): (item: unknown) => boolean {
    return withArgs(this.predicate as never, args);
  }
}
