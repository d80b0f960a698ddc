import * as fc from 'fast-check';
import { Harness } from './model/harness';
import { history } from './model/operations';

describe('the model', () => {
  it('agrees with the cache after every commit of any history', () => {
    fc.assert(
      fc.property(history, (steps) => new Harness().run(steps)),
      { numRuns: 400 },
    );
  });
});
