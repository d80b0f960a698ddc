import '@angular/compiler';
import { edition } from 'ngx-cache-query-edition';
import { runHistories } from './run-histories';

/** Runs histories in Node. `scripts/histories.mjs` calls this function. */
export const runAll = (seed: number, count: number, steps: number): number =>
  runHistories([edition], seed, count, steps);
