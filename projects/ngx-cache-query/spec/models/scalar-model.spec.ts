import * as fc from 'fast-check';
import { type Step, steps } from './scalars/arbitraries';
import { lenses } from './scalars/models';
import { type Read, WatchedRead } from './scalars/watched-reads';
import { World } from './scalars/world';
import { itHolds } from '../support/runs';

const ids = [1, 2];
const reads: readonly Read[] = [
  ...ids.map((id): Read => ({ of: 'company', id })),
  ...ids.flatMap((id) => lenses.map((lens): Read => ({ of: 'view', id, lens }))),
  ...lenses.map((lens): Read => ({ of: 'list', lens })),
  ...lenses.map((lens): Read => ({ of: 'response', form: 'lens', lens })),
  ...lenses.map((lens): Read => ({ of: 'response', form: 'columns', lens })),
];

function run(history: readonly Step[]): void {
  const world = new World();
  const watched = reads.map((read) => new WatchedRead(world, read));
  const checkAll = () => watched.forEach((each) => each.check());
  try {
    checkAll();
    for (const step of history) {
      if (step.kind === 'subscribe') {
        const at = step.nth % watched.length;
        watched[at].leave();
        if (step.isLater) world.sweep();
        watched[at] = new WatchedRead(world, reads[at]);
      } else step.act(world);
      checkAll();
    }
  } finally {
    world.end();
  }
}

describe('R13 model of lenses', () => {
  itHolds('every read of a lens equals the reference, and emits only changes', () => {
    fc.assert(fc.property(steps, run), { numRuns: 1500 });
  });
});
