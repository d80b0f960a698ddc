// Measures how long a cold page load takes, from the start of the navigation until the browser presents the list.
//
//   npm run bench:load                      40 pairs of each comparison; takes about ten minutes
//   npm run bench:load -- --quick           5 pairs, which only prove that the benchmark works
//   npm run bench:load -- --write           also writes results.json and the tables of README.md
//   npm run bench:load -- --rows 1000 --with plain,ngrx,apollo --pairs 60
//   npm run bench:load -- --report          measures nothing: shows results.json again
//   npm run bench:load -- --check           measures nothing: compares the pages of all variants
//
// The exit code is 0 if everything worked and every page was correct. It does not depend on the times.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { launch } from '../browser/measure.mjs';
import { build } from './build.mjs';
import { check } from './check.mjs';
import { report, writeReport } from './report.mjs';
import { serve } from './serve.mjs';
import { median } from './statistics.mjs';
import { variants, versionsOf } from './variants.mjs';
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
    with: { type: 'string', default: 'plain,tanstack,tanstack-fixed' },
  },
});
const { quick, write } = options;
const pairs = Number(options.pairs ?? (quick ? 5 : PAIRS));
const others = options.with.split(',').filter((name) => name !== 'ours');
const sizes = options.rows.split(',').map(Number);
const file = join(import.meta.dirname, 'results.json');

const unknown = others.filter((name) => !Object.hasOwn(variants, name));
if (unknown.length > 0) throw new Error(`Unknown variants: ${unknown.join(', ')}`);

if (options.report) {
  if (!existsSync(file)) throw new Error('There are no results yet: run with --write first.');
  const results = JSON.parse(readFileSync(file, 'utf8'));
  console.log(`\n${report(results)}`);
  if (write) writeReport(results);
} else if (options.check) {
  build(Object.keys(variants));
  await onServers((browser, server) => check(browser, server, Object.keys(variants)));
} else {
  await run();
}

async function run() {
  const before = loadavg()[0]; // before the builds, because they also cause load
  const problem = whyNotToWrite(before);
  if (write && problem) throw new Error(problem);
  build(Object.keys(variants));
  const results = { ...machine(), ...(await measureAll()) };
  results.load = { before: rounded(before), after: rounded(loadavg()[0]) };
  console.log(`\n${report(results)}`);
  if (write) {
    writeFileSync(file, toJson(results));
    writeReport(results);
  } else if (problem) {
    console.log(`\nDo not publish these results: ${problem}`);
  }
}

function whyNotToWrite(load) {
  if (pairs < PAIRS) return `${pairs} pairs are too few: at least ${PAIRS} are needed.`;
  if (load >= QUIET) return `The load average is ${load.toFixed(2)}: another program is running.`;
  return undefined;
}

async function measureAll() {
  const comparisons = [];
  const phases = [];
  const chromium = await onServers(async (browser, server) => {
    const { rows } = server;
    await check(browser, server, Object.keys(variants));
    const visits = await measure(browser, server);
    for (const other of others) {
      const ours = visits.get(other).map((pair) => pair.ours.painted);
      const theirs = visits.get(other).map((pair) => pair[other].painted);
      comparisons.push({ rows, other, ours, theirs });
    }
    const all = others.flatMap((other) => visits.get(other));
    phases.push({ rows, of: phasesOf(all) });
  });
  const versions = versionsOf(['ours', ...others]);
  return { chromium, slowdown: SLOWDOWN, warmUp: WARM_UP, pairs, versions, comparisons, phases };
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
 * Measures the visits of each comparison. The result contains pairs of one visit to this library and one visit to the
 * other variant, by the names of the variants.
 */
async function measure(browser, server) {
  for (let i = 0; i < WARM_UP; i++) {
    for (const name of ['ours', ...others]) await visit(browser, server, name, SLOWDOWN);
  }
  const visits = new Map(others.map((other) => [other, []]));
  for (let i = 0; i < pairs; i++) {
    for (let k = 0; k < others.length; k++) {
      const other = others[(i + k) % others.length];
      const pair = {};
      for (const name of (i + k) % 2 === 0 ? ['ours', other] : [other, 'ours']) {
        pair[name] = await visit(browser, server, name, SLOWDOWN);
      }
      visits.get(other).push(pair);
    }
    if ((i + 1) % 10 === 0) console.log(`${server.rows} rows: ${i + 1} of ${pairs} pairs`);
  }
  return visits;
}

/** Returns the medians of each variant over all its visits. */
function phasesOf(pairsOfAll) {
  const of = (name, phase) =>
    rounded(median(pairsOfAll.flatMap((pair) => (pair[name] ? [pair[name][phase]] : []))));
  return Object.fromEntries(
    ['ours', ...others].map((name) => [
      name,
      {
        requested: of(name, 'requested'),
        received: of(name, 'received'),
        painted: of(name, 'painted'),
      },
    ]),
  );
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
