import { type CompareValues } from './compare';
import type { Sink } from './row';
import { RowWise, type RowWork } from './row-wise';
import type { AnyStep, Args, Flow, ViewStep } from './step';

/** A step that looks at one item at a time. */
export abstract class RowStep<T, U, P extends readonly unknown[]> implements ViewStep<
  readonly T[],
  U[],
  P
> {
  /** @internal */
  abstract apply(input: readonly T[], args: P): U[];

  /** What to do with a row. `size` is how many keys it has so far. @internal */
  abstract work(args: Args, size: number): RowWork;

  /** How rows are ordered afterwards, within the order that they had. @internal */
  readonly orders: readonly CompareValues[] = [];

  /** @internal */
  follow(flow: Flow): Sink {
    return followRowWise([this], flow);
  }
}

/** Steps that look at one item at a time, one after the other, as one. */
export function followRowWise(
  steps: readonly RowStep<unknown, unknown, Args>[],
  { args, order, isFirst, next }: Flow,
): Sink {
  let after = order;
  const works: RowWork[] = [];
  for (const step of steps) {
    works.push(step.work(args, after.size));
    if (step.orders.length > 0) after = after.within(step.orders);
  }
  return new RowWise(works, isFirst, next(after));
}

/** Whether a step looks at one item at a time. */
export function isRowStep(step: AnyStep): boolean {
  return step instanceof RowStep;
}
