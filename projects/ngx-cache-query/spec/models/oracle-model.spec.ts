import { edition } from 'ngx-cache-query-edition';
import * as core from 'ngx-cache-query-v2';
import * as extensions from 'ngx-cache-query-v2/extensions';
import * as views from 'ngx-cache-query-v2/views';
import { edition2 } from './core-histories/edition-2';
import { runHistory } from './core-histories/run-history';
import { LONG, runs } from '../support/runs';

/** Only a configuration with two editions of the library includes this spec. */
describe('version 2', () => {
  it(
    'shows the same values, emissions and errors as this edition in any history',
    () => {
      spyOn(console, 'warn');
      spyOn(console, 'error');
      const oracle = edition2(core, views, extensions);
      const { numRuns } = runs(100);
      for (let seed = 1; seed <= numRuns; seed++) runHistory(seed, [edition, oracle]);
      expect().nothing();
    },
    2 * LONG,
  );
});
