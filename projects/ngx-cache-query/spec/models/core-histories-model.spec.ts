import { edition } from 'ngx-cache-query-edition';
import { History } from './core-histories/history';
import { LONG, runs } from '../support/runs';

/** `scripts/histories.mjs` runs the same histories in Node. */
describe('the naive model of the core', () => {
  const isLong = runs(1).numRuns > 1;
  const [count, first] = isLong ? [20_000, Math.floor(Math.random() * 1e9)] : [150, 1];

  it(
    'agrees with the cache after every step of any history',
    () => {
      spyOn(console, 'warn'); // The histories contain items of unknown types.
      spyOn(console, 'error'); // Callers of endpoints receive malformed responses.
      for (let seed = first; seed < first + count; seed++) new History(seed, [edition]).run(100);
      expect().nothing();
    },
    2 * LONG,
  );
});
