import * as fc from 'fast-check';
import { history, runHistory } from './joint/run-history';
import { itHolds } from '../support/runs';

describe('O5, L6, H1 two clients of one server, with everything that can happen to requests', () => {
  beforeEach(() => {
    spyOn(console, 'warn'); // The histories contain mistakes, such as deleting a row that many others show.
    spyOn(console, 'error');
  });

  itHolds(
    'show only what belongs there after each step, and the same as the server in the end',
    () => {
      fc.assert(fc.property(history, runHistory), { numRuns: 150, includeErrorInReport: true });
      expect().nothing();
    },
  );
});
