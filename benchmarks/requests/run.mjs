// Counts the requests of an order desk. A script performs the same 60 actions in each variant: it opens pages, turns
// them, searches, edits, moves, creates, deletes, undoes, signs in and out, receives 30 messages of another user, and
// returns to the window.
//
//   node benchmarks/requests/run.mjs                       two visits of each variant, which must send the same requests
//   node benchmarks/requests/run.mjs --quick               one visit
//   node benchmarks/requests/run.mjs --with ours --json results.json
//
// An action begins when the page receives it, and is over when no request is in flight and the page is calm. The page is
// then compared with the data of the server. A view that differs is stale, which is a result. The exit code is 0 if
// everything worked and each page was correct when it was shown for the first time.
import { parseArgs } from 'node:util';
import { launch, withPage } from '../browser/measure.mjs';
import { printRows, writeRows } from '../rows.mjs';
import { actions } from './actions.mjs';
import { build } from './build.mjs';
import { actionTable, resultsOf } from './report.mjs';
import { serve } from './serve.mjs';
import { Visit } from './visit.mjs';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    with: { type: 'string', default: 'v2,ours,tanstack' },
    json: { type: 'string' },
  },
});
const names = options.with.split(',');
const rounds = options.quick ? 1 : 2;
const visits = Object.fromEntries(names.map((name) => [name, []]));
const failures = [];

build(names);
const server = await serve();
const browser = await launch();
try {
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      try {
        visits[name].push(await visit(name));
      } catch (error) {
        failures.push(`${name}: ${error.message}`);
      }
    }
  }
} finally {
  await browser.close();
  server.stop();
}

const complete = names.filter((name) => visits[name].length === rounds);
const results = resultsOf(Object.fromEntries(complete.map((name) => [name, visits[name]])));
printRows(results.rows);
console.log(`\n${actionTable(results.actions)}`);
for (const failure of failures) console.error(failure);
if (options.json) writeRows(options.json, 'requests', results.rows, { actions: results.actions });
process.exitCode = failures.length > 0 ? 1 : 0;

/** Performs all actions. Returns the result of each action. */
function visit(name) {
  server.reset();
  const perform = async (page) => {
    const visit = new Visit(page, server);
    const results = [];
    for (const action of actions) {
      const result = await visit.perform(action);
      results.push(result);
      if (result.isFirst && result.stale.length > 0) {
        throw new Error(`"${action.name}" shows wrong data: ${result.stale.join(', ')}`);
      }
    }
    const [failure] = server.failures();
    if (failure) throw new Error(`${failure} failed`);
    return results;
  };
  return withPage(browser, server.urlOf(name), perform);
}
