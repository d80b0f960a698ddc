// Measures how long a cold page load takes, from the start of the navigation until the browser presents the list.
//
//   npm run bench:load                      40 pairs of each comparison; takes about ten minutes
//   npm run bench:load -- --quick           5 pairs, which only prove that the benchmark works
//   npm run bench:load -- --write           also writes results.json and the tables of README.md
//   npm run bench:load -- --rows 1000 --with plain,ngrx,apollo --pairs 60
//   npm run bench:load -- --report          measures nothing: shows results.json again
//   npm run bench:load -- --check           measures nothing: compares the pages of all variants, without version 2
//   npm run bench:load -- --base v2 --with ours,ours-readme/plain-readme,v2-readme/plain-readme --json FILE
//
// A comparison is either a variant, which is compared with the base (default: `ours`), or `base/other`.
// The exit code is 0 if everything worked and every page was correct. It does not depend on the times.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from '../browser/measure.mjs';
import { printRows, writeRows } from '../rows.mjs';
import { build, isV2 } from './build.mjs';
import { check } from './check.mjs';
import { report, writeReport } from './report.mjs';
import { rowsOf } from './rows.mjs';
import { serve } from './serve.mjs';
import { median } from './statistics.mjs';
import { isReadme, variants, versionsOf } from './variants.mjs';
import { visit } from './visit.mjs';

const SLOWDOWN = 4;
const WARM_UP = 3;
const PAIRS = 40;
/** A load average above this value means that another program is busy. The results are then not written. */
const QUIET = 1;

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    check: { type: 'boolean', default: false },
    pairs: { type: 'string' },
    rows: { type: 'string', default: '20,1000' },
    base: { type: 'string', default: 'ours' },
    with: { type: 'string', default: 'plain,tanstack,tanstack-fixed' },
    json: { type: 'string' },
  },
});
const { quick, write } = options;
const pairs = Number(options.pairs ?? (quick ? 5 : PAIRS));
const comparisons = options.with
  .split(',')
  .map((text) => (text.includes('/') ? text.split('/') : [options.base, text]))
  .filter(([base, other]) => base !== other);
const measured = [...new Set(comparisons.flat())];
const sizes = options.rows.split(',').map(Number);
const file = join(import.meta.dirname, 'results.json');

const unknown = measured.filter((name) => !Object.hasOwn(variants, name));
if (unknown.length > 0) throw new Error(`Unknown variants: ${unknown.join(', ')}`);

if (options.report) {
  if (!existsSync(file)) throw new Error('There are no results yet: run with --write first.');
  const results = JSON.parse(readFileSync(file, 'utf8'));
  console.log(`\n${report(results)}`);
  if (write) writeReport(results);
} else if (options.check) {
  const names = Object.keys(variants).filter((name) => measured.includes(name) || !isV2(name));
  build(names);
  await onServers((browser, server) => check(browser, server, names));
} else {
  await run();
}

async function run() {
  const before = loadavg()[0]; // before the builds, because they also cause load
  const problem = whyNotToWrite(before);
  if (write && problem) throw new Error(problem);
  const names = Object.keys(variants).filter(
    (name) => measured.includes(name) || isShownLike(name),
  );
  build(names);
  const results = { ...machine(), ...(await measureAll(names)) };
  results.load = { before: rounded(before), after: rounded(loadavg()[0]) };
  console.log(`\n${report(results)}`);
  const table = rowsOf(results);
  printRows(table);
  if (options.json) writeRows(options.json, 'load', table);
  if (write) {
    writeFileSync(file, toJson(results));
    writeReport(results);
  } else if (problem) {
    console.log(`\nDo not publish these results: ${problem}`);
  }
}

/** Whether a variant has the same page as a measured variant, so that their pages can be compared. */
function isShownLike(name) {
  return !isV2(name) && measured.some((other) => isReadme(other) === isReadme(name));
}

function whyNotToWrite(load) {
  if (options.base !== 'ours' || options.with.includes('/')) {
    return 'The published tables compare only this library with others.';
  }
  if (pairs < PAIRS) return `${pairs} pairs are too few: at least ${PAIRS} are needed.`;
  if (load >= QUIET) return `The load average is ${load.toFixed(2)}: another program is running.`;
  return undefined;
}

async function measureAll(names) {
  const results = [];
  const phases = [];
  const chromium = await onServers(async (browser, server) => {
    const { rows } = server;
    await check(browser, server, names);
    const visits = await measure(browser, server);
    for (const [k, [base, other]] of comparisons.entries()) {
      const ours = visits[k].map((pair) => pair[base].painted);
      const theirs = visits[k].map((pair) => pair[other].painted);
      results.push({ rows, base, other, ours, theirs });
    }
    phases.push({ rows, of: phasesOf(visits.flat()) });
  });
  const versions = versionsOf(measured);
  const settings = { chromium, slowdown: SLOWDOWN, warmUp: WARM_UP, pairs, versions };
  return { ...settings, comparisons: results, phases };
}

/** Calls `use` with a server for each number of rows. Returns the version of the browser. */
async function onServers(use) {
  const browser = await launch();
  try {
    for (const rows of sizes) {
      const server = await serve(rows);
      try {
        await use(browser, server);
      } finally {
        server.stop();
      }
    }
    return browser.version();
  } finally {
    await browser.close();
  }
}

/**
 * Measures the visits of each comparison. The result contains, for each comparison, pairs of one visit to the base and
 * one visit to the other variant, by the names of the variants.
 */
async function measure(browser, server) {
  for (let i = 0; i < WARM_UP; i++) {
    for (const name of measured) await visit(browser, server, name, SLOWDOWN);
  }
  const visits = comparisons.map(() => []);
  for (let i = 0; i < pairs; i++) {
    for (let k = 0; k < comparisons.length; k++) {
      const at = (i + k) % comparisons.length;
      const [base, other] = comparisons[at];
      const pair = {};
      for (const name of (i + k) % 2 === 0 ? [base, other] : [other, base]) {
        pair[name] = await visit(browser, server, name, SLOWDOWN);
      }
      visits[at].push(pair);
    }
    if ((i + 1) % 10 === 0) console.log(`${server.rows} rows: ${i + 1} of ${pairs} pairs`);
  }
  return visits;
}

/** Returns the medians of each variant over all its visits. */
function phasesOf(pairsOfAll) {
  const medians = (name) => {
    const visits = pairsOfAll.flatMap((pair) => pair[name] ?? []);
    const of = (timeOf) => rounded(median(visits.map(timeOf)));
    return {
      evaluated: of(({ evaluated }) => evaluated),
      started: of(({ evaluated, requested }) => requested - evaluated),
      requested: of(({ requested }) => requested),
      received: of(({ received }) => received),
      painted: of(({ painted }) => painted),
    };
  };
  return Object.fromEntries(measured.map((name) => [name, medians(name)]));
}

function machine() {
  const [{ model }] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`,
  };
}

function rounded(number) {
  return Math.round(number * 100) / 100;
}

/** Returns JSON in which each list of numbers is on one line. */
function toJson(value) {
  const text = JSON.stringify(value, null, 2);
  return `${text.replace(/\[[\d.,\s]+\]/g, (list) => list.replace(/\s+/g, ' '))}\n`;
}
