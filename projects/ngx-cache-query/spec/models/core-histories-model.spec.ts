import { edition } from 'ngx-cache-query-edition';
import { runHistory } from './core-histories/run-history';
import { itHolds } from '../support/runs';

const count = 150;

/** `scripts/histories.mjs` runs the same histories in Node. */
describe('the naive model of the core', () => {
  let first = 1;

  itHolds('agrees with the cache after every step of any history', () => {
    spyOn(console, 'warn'); // The histories contain items of unknown types.
    spyOn(console, 'error'); // Callers of endpoints receive malformed responses.
    for (const end = first + count; first < end; first++) runHistory(first, [edition]);
    expect().nothing();
  });
});
