// Compares this library with others in a browser. Measures the time from an action until the DOM shows its result.
//
//   npm run bench:browser                       everything; takes about twenty minutes
//   npm run bench:browser -- --quick            few samples; takes less than two minutes without the builds
//   npm run bench:browser -- --write            also writes results.json and the tables of README.md
//   npm run bench:browser -- --only change,user --with floor,ours --rounds 3 --samples 10
//   npm run bench:browser -- --with v2,ours,floor-list --json FILE
//   npm run bench:browser -- --report --write   measures nothing: recreates the tables from results.json
//
// The variants take turns, and each round begins with a different variant. The exit code is 0 if everything worked and
// every page was correct. It does not depend on the times.
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { writeRows } from '../rows.mjs';
import { build, versionOf } from './build.mjs';
import { heapOf, launch, timesOf, withPage } from './measure.mjs';
import { quantile, report, writeReport } from './report.mjs';
import { serve } from './serve.mjs';
import { isLong, published, rows, variants } from './variants.mjs';

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
    only: { type: 'string' },
    with: { type: 'string' },
    rounds: { type: 'string' },
    samples: { type: 'string' },
    json: { type: 'string' },
  },
});
const { quick } = options;
const names = options.with?.split(',') ?? published;
const only = options.only?.split(',');
const rounds = Number(options.rounds ?? (quick ? 1 : 5));
const samples = Number(options.samples ?? (quick ? 3 : 4));
const warmUp = quick ? 1 : 2;
const heapSize = quick ? 1_000 : 10_000;
const file = join(import.meta.dirname, 'results.json');

const results = options.report ? JSON.parse(readFileSync(file, 'utf8')) : await measureAll();
console.log(`\n${report(results)}`);
if (options.json) writeRows(options.json, 'browser', rowsOf(results));
if (options.write) {
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  writeReport(results);
}
process.exitCode = results.failures.length > 0 ? 1 : 0;

async function measureAll() {
  build(names);
  const wanted = rows.filter((row) => (only ? only.includes(row.action) : !quick || !isLong(row)));
  const times = new Map(); // by title of the row, then by variant
  const heaps = new Map(); // by variant
  const failures = [];
  const server = await serve();
  const browser = await launch();
  const version = browser.version();
  try {
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < names.length; i++) {
        const name = names[(i + round) % names.length];
        const start = performance.now();
        const attempt = (title, use) =>
          withPage(browser, server.urlOf(name), use).catch((error) =>
            failures.push(`${name}, ${title}: ${String(error.message ?? error).split('\n')[0]}`),
          );
        await attempt('actions', async (page) => {
          for (const row of wanted) {
            try {
              const list = await timesOf(page, row, { samples, warmUp });
              push(times, row.title, name, ...list);
            } catch (error) {
              failures.push(`${name}, ${row.title}: ${String(error.message).split('\n')[0]}`);
            }
          }
        });
        if (!only || only.includes('memory')) {
          await attempt('memory', async (page) =>
            push(heaps, 'memory', name, await heapOf(page, heapSize)),
          );
        }
        const took = ((performance.now() - start) / 1e3).toFixed(0);
        console.log(`round ${round + 1}, ${name}: ${took} s`);
      }
    }
  } finally {
    await browser.close();
    server.stop();
  }
  for (const failure of failures) console.error(failure);
  return {
    ...machine(version),
    quick,
    rounds,
    samples: rounds * samples,
    versions: versions(),
    failures: [...new Set(failures)],
    times: [...times].map(([title, of]) => ({
      title,
      of: Object.fromEntries([...of].map(([name, list]) => [name, spread(list)])),
    })),
    heap: {
      size: heapSize,
      of: Object.fromEntries(
        [...(heaps.get('memory') ?? [])].map(([name, list]) => [
          name,
          {
            held: quantile(
              list.map(({ held }) => held),
              0.5,
            ),
            grown: quantile(
              list.map(({ grown }) => grown),
              0.5,
            ),
          },
        ]),
      ),
    },
  };
}

/** Returns the results as rows with one value per variant. */
function rowsOf({ times, heap }) {
  const each = (of, value) =>
    Object.fromEntries(Object.entries(of).map(([name, found]) => [name, value(found)]));
  const label = `memory after mounting and unmounting ${heap.size.toLocaleString('en')} rows 20 times`;
  const all = [
    ...times.map(({ title, of }) => ({
      label: title,
      unit: 'ms',
      values: each(of, ({ median }) => median),
      spread: each(of, ({ low, high }) => [low, high]),
    })),
    { label, unit: 'bytes', values: each(heap.of, ({ held }) => held) },
    {
      label: `${label}: added after the second time`,
      unit: 'bytes',
      values: each(heap.of, ({ grown }) => grown),
    },
  ];
  return all.filter(({ values }) => Object.keys(values).length > 0);
}

function push(map, key, name, ...values) {
  if (!map.has(key)) map.set(key, new Map());
  const of = map.get(key);
  of.set(name, [...(of.get(name) ?? []), ...values]);
}

/** Returns the median and the quartiles, in milliseconds. */
function spread(list) {
  const at = (q) => Number(quantile(list, q).toPrecision(4));
  return { median: at(0.5), low: at(0.25), high: at(0.75), count: list.length };
}

function machine(chromium) {
  const [{ model }] = cpus();
  return {
    date: new Date().toISOString().slice(0, 10),
    machine: `${cpus().length} × ${model.trim()}, ${Math.round(totalmem() / 2 ** 30)} GB, ${process.platform}`,
    chromium,
    angular: versionOf('@angular/core'),
  };
}

function versions() {
  return Object.fromEntries(
    names.map((name) => [
      name,
      Object.fromEntries(variants[name].packages.map((one) => [one, versionOf(one)])),
    ]),
  );
}
