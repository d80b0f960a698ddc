import { type CompareValues } from './compare';
import type { Sink } from './row';
import { RowWise, type RowWork } from './row-wise';
import type { AnyStep, Args, Flow, ViewStep } from './step';

/** The base class of steps that process one item at a time. */
export abstract class RowStep<T, U, P extends readonly unknown[]> implements ViewStep<
  readonly T[],
  U[],
  P
> {
  /** @internal */
  abstract apply(input: readonly T[], args: P): U[];

  /**
   * Returns the function that processes a row. `size` is the number of sort keys that the row already has. @internal
   */
  abstract work(args: Args, size: number): RowWork;

  /** The sort orders that the step adds in front of the existing sort orders. @internal */
  readonly orders: readonly CompareValues[] = [];

  /** @internal */
  follow(flow: Flow): Sink {
    return followRowWise([this], flow);
  }
}

/** Creates one sink for several consecutive steps that process one item at a time. */
export function followRowWise(
  steps: readonly RowStep<unknown, unknown, Args>[],
  { args, order, ownsRows, next }: Flow,
): Sink {
  let after = order;
  const works: RowWork[] = [];
  for (const step of steps) {
    works.push(step.work(args, after.size));
    if (step.orders.length > 0) after = after.within(step.orders);
  }
  return new RowWise(works, ownsRows, next(after));
}

/** Whether a step processes one item at a time. */
export function isRowStep(step: AnyStep): boolean {
  return step instanceof RowStep;
}
