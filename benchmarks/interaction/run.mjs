// Measures what a user notices of a large page. The variants are the package of version 2, this library, a floor that
// sets signals by hand, and TanStack Query.
//
//   node benchmarks/interaction/run.mjs --json FILE
//   node benchmarks/interaction/run.mjs --quick                  one round with few samples, which proves that it works
//   node benchmarks/interaction/run.mjs --only interactions,heap --with v2,ours --rounds 3
//
// interactions: clicks on 30 of 1,000 rendered rows, with the CPU slowed down 4 times. From the event until the next
//   frame (Event Timing, a multiple of 8 ms), and until a frame has shown the edit, which is optimistic.
// response: the long tasks (at least 50 ms; 0 if there is none) from the response with 10,000 rows until the page shows
//   its first 20 rows and the sizes of two parts; with and without the slowdown.
// edits: an optimistic edit of a list, from the call until the call returns, and until the DOM shows the edit; then from
//   the answer to the request until its callback returns, and until the DOM shows the answer. With 1 and 200 lists in the
//   cache, of which the page shows one.
// heap: the growth of the heap when the page loads 10,000 rows for the list and nine parts of it, in bytes per row.
//
// Each measurement gets a new page, and each round starts with another variant. A page that shows wrong data fails. The
// exit code is 0 if everything worked and every page was correct. It does not depend on the times.
import { parseArgs } from 'node:util';
import { launch, withPage } from '../browser/measure.mjs';
import { serve } from '../browser/serve.mjs';
import { median } from '../measure.mjs';
import { printRows, writeRows } from '../rows.mjs';
import { api, ROWS_OF_A_LIST, rowsOf } from './api.mjs';
import { build, folderOf } from './build.mjs';
import { edits, heap, interactions, response } from './scenarios.mjs';

const LISTS = 200;
const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    only: { type: 'string' },
    with: { type: 'string', default: 'v2,ours,floor,tanstack' },
    rounds: { type: 'string' },
    json: { type: 'string' },
  },
});
const { quick } = options;
const names = options.with.split(',');
const only = options.only?.split(',');
const rounds = Number(options.rounds ?? (quick ? 1 : 5));

/** The measurements with their settings, and the labels and units of their figures. */
const measurements = [
  {
    of: interactions,
    rows: 1_000,
    clicks: quick ? 5 : 30,
    slowdown: 4,
    labels: {
      inp: ['click on one of 1,000 rows, CPU 4x slower: INP, the longest interaction', 'ms'],
      interaction: ['click on one of 1,000 rows, CPU 4x slower: median interaction', 'ms'],
      painted: ['click on one of 1,000 rows, CPU 4x slower: the edit is painted, median', 'ms'],
      painted98: ['click on one of 1,000 rows, CPU 4x slower: the edit is painted, 98 %', 'ms'],
    },
  },
  ...[
    [1, ''],
    [4, ', CPU 4x slower'],
  ].map(([slowdown, slowed]) => ({
    of: response,
    rows: 10_000,
    slowdown,
    labels: {
      longest: [`response with 10,000 rows${slowed}: longest task`, 'ms'],
      blocking: [`response with 10,000 rows${slowed}: total blocking time`, 'ms'],
      shown: [`response with 10,000 rows${slowed}: until the page shows it`, 'ms'],
    },
  })),
  ...[1, LISTS].map((lists) => ({
    of: edits,
    rows: LISTS * ROWS_OF_A_LIST,
    lists,
    count: quick ? 20 : 100,
    labels: {
      called: [`PATCH, lists in the cache: ${lists}: the call`, 'µs'],
      shown: [`PATCH, lists in the cache: ${lists}: the page shows the edit`, 'µs'],
      answered: [`PATCH, lists in the cache: ${lists}: the callback of the answer`, 'µs'],
      committed: [`PATCH, lists in the cache: ${lists}: the page shows the answer`, 'µs'],
    },
  })),
  {
    of: heap,
    rows: 10_000,
    labels: { bytes: ['heap per row with 10 live queries', 'bytes'] },
  },
];

const browser = await launch();
const rows = [];
try {
  build(names);
  for (const measurement of measurements) {
    if (!only || only.includes(measurement.of.name)) rows.push(...(await measure(measurement)));
  }
} finally {
  await browser.close();
}
printRows(rows);
if (options.json) writeRows(options.json, 'interaction', rows);

async function measure({ of, rows: count, labels, ...settings }) {
  const data = rowsOf(count);
  const server = await serve(folderOf, api(data));
  const found = new Map(names.map((name) => [name, []]));
  try {
    for (let round = 0; round < rounds; round++) {
      for (let i = 0; i < names.length; i++) {
        const name = names[(i + round) % names.length];
        try {
          const figures = await withPage(browser, server.urlOf(name), (page) =>
            of(page, { rows: data, ...settings }),
          );
          found.get(name).push(figures);
        } catch (error) {
          process.exitCode = 1;
          found.set(name, { push: () => undefined, wrong: true }); // a wrong page gets no figure
          console.error(`${name}, ${of.name}: ${error.message}`);
        }
      }
    }
  } finally {
    server.stop();
  }
  const right = [...found].filter(([, list]) => !list.wrong);
  return Object.entries(labels).map(([key, [label, unit]]) => {
    const all = right.map(([name, list]) => [name, list.map((figures) => figures[key])]);
    const each = (value) => Object.fromEntries(all.map(([name, list]) => [name, value(list)]));
    return {
      label,
      unit,
      values: each(median),
      spread: each((list) => [Math.min(...list), Math.max(...list)]),
    };
  });
}
