import '@angular/compiler';
import { edition } from 'ngx-cache-query-edition';
import * as core from 'ngx-cache-query-v2';
import * as extensions from 'ngx-cache-query-v2/extensions';
import * as views from 'ngx-cache-query-v2/views';
import { edition2 } from './edition-2';
import { runHistories } from './run-histories';

/** Runs histories in Node, with version 2 beside the edition under test. */
export const runAll = (seed: number, count: number, steps: number): number =>
  runHistories([edition, edition2(core, views, extensions)], seed, count, steps);
