import { edition } from 'ngx-cache-query-edition';
import { runHistory } from './core-histories/run-history';
import { LONG, runs } from '../support/runs';

/** `scripts/histories.mjs` runs the same histories in Node. */
describe('the naive model of the core', () => {
  const isLong = runs(1).numRuns > 1;
  const count = isLong ? 5_000 : 150;
  const start = isLong ? Math.floor(Math.random() * 1e9) : 1;

  for (const part of isLong ? [1, 2, 3, 4] : [1]) {
    it(
      `agrees with the cache after every step of any history (part ${part})`,
      () => {
        spyOn(console, 'warn'); // The histories contain items of unknown types.
        spyOn(console, 'error'); // Callers of endpoints receive malformed responses.
        const first = start + (part - 1) * count;
        for (let seed = first; seed < first + count; seed++) runHistory(seed, [edition]);
        expect().nothing();
      },
      LONG,
    );
  }
});
