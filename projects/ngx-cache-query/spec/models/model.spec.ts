import * as fc from 'fast-check';
import { Harness } from './cache/harness';
import { history } from './cache/histories';
import { itHolds } from '../support/runs';

describe('the model', () => {
  itHolds('agrees with the cache after every commit of any history', () => {
    fc.assert(
      fc.property(history, (each) => new Harness(each).run()),
      { numRuns: 400 },
    );
  });
});
