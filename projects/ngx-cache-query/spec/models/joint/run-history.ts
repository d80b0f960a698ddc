import * as fc from 'fast-check';
import type { Step } from './operation';
import { operations } from './operations';
import { reads } from './reads';
import { World } from './world';

/** What both clients observe at first, as indices of reads, and what happens then. */
export interface History {
  readonly observed: readonly (readonly number[])[];
  readonly steps: readonly Step[];
}

/** A random step. The chance of an operation depends on its weight. */
const step: fc.Arbitrary<Step> = fc.record({
  op: fc.oneof(
    ...Object.entries(operations).map(([name, { weight }]) => ({
      weight: weight * 10,
      arbitrary: fc.constant(name),
    })),
  ),
  client: fc.nat(1),
  numbers: fc.tuple(fc.nat(1_000), fc.nat(1_000), fc.nat(1_000)),
});
const observed = fc.uniqueArray(fc.nat(reads.length - 1), { maxLength: 10, size: 'max' });

export const history: fc.Arbitrary<History> = fc.record({
  observed: fc.tuple(observed, observed),
  steps: fc.array(step, { maxLength: 60, size: 'max' }),
});

/** Runs a history, and throws if a client shows something wrong. */
export function runHistory({ observed, steps }: History): void {
  const world = new World();
  try {
    world.begin(observed);
    for (const each of steps) world.run(each);
    world.end();
  } finally {
    world.close();
  }
}
