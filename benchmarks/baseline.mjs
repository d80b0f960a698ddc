// Compares this library with version 2, and with a peer, in everything that is measured: code, types, requests, times in
// Node and in a browser, and the load of a page. Writes the table of each part to baseline.md.
//
//   npm run bench:baseline                            everything; about an hour on a quiet machine
//   npm run bench:baseline -- --only counts,types     some parts; the tables of the others stay as they are
//   npm run bench:baseline -- --quick                 few samples, which only prove that it works; writes nothing
//   npm run bench:baseline -- --report --only node    measures nothing: writes the table from temp/baseline again
//
// Version 2 is built from its commit (v2.mjs). Each part is a benchmark with its own description; its rows are kept in
// temp/baseline. The parts run one after another. The exit code is 0 if all of them worked.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { heading, row } from './format.mjs';
import { machine } from './machine.mjs';
import { shown } from './rows.mjs';

const apps = ['plain', 'v2', 'ours', 'tanstack-fixed', 'ngrx'];
const pages = [...apps, ...apps.map((name) => `${name}-readme`)].join();
const stores = 'least,hand,ours,v2,data-client,ngrx,elf,query-core';
const loads = 'ours,v2/plain,ours-readme/plain-readme,v2-readme/plain-readme';

/** The parts: the script, and its arguments. */
const parts = {
  counts: 'counts/run.mjs',
  sizes: `load/sizes.mjs --with ${pages}`,
  types: 'types/run.mjs',
  requests: 'requests/run.mjs',
  node: `run.mjs --with ${stores} --sizes 1000,10000 --ids int --rounds 2`,
  load: `load/run.mjs --base v2 --with ${loads} --pairs 20`,
  dom: 'browser/run.mjs --with v2,ours,v2-async,ours-async,floor-list --rounds 2',
  interaction: 'interaction/run.mjs',
};

const { values: options } = parseArgs({
  options: {
    only: { type: 'string' },
    quick: { type: 'boolean', default: false },
    report: { type: 'boolean', default: false },
  },
});
const names = options.only?.split(',') ?? Object.keys(parts);
const folder = join(import.meta.dirname, '..', 'temp', 'baseline');
const page = join(import.meta.dirname, 'baseline.md');
mkdirSync(folder, { recursive: true });

for (const name of names) {
  const rows = options.report ? rowsOf(name) : measure(name);
  if (rows === undefined) process.exitCode = 1;
  else if (!options.quick) write(name, rows);
}

/** Returns the rows of a part; undefined if it failed. */
function measure(name) {
  const [script, ...args] = parts[name].split(' ');
  const json = join(folder, `${name}.json`);
  rmSync(json, { force: true });
  console.log(`\n== ${name}: node benchmarks/${parts[name]}`);
  const more = options.quick ? ['--quick'] : [];
  const line = [join(import.meta.dirname, script), ...args, '--json', json, ...more];
  const { status } = spawnSync(process.execPath, line, { stdio: 'inherit' });
  return status === 0 ? rowsOf(name) : undefined;
}

function rowsOf(name) {
  return JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')).rows;
}

/** Writes the table of a part into the page. */
function write(name, rows) {
  const { date, machine: computer, node } = machine();
  const when = `Measured on ${date}, on ${computer}, with Node ${node}.`;
  const marks = new RegExp(`(<!-- ${name} -->\\n)[^]*?(<!-- /${name} -->)`);
  const text = readFileSync(page, 'utf8');
  if (!marks.test(text)) throw new Error(`baseline.md has no <!-- ${name} -->.`);
  const next = text.replace(
    marks,
    (_, start, end) => `${start}\n${when}\n\n${table(rows)}\n\n${end}`,
  );
  writeFileSync(page, next);
}

/** Returns a table whose last column is the ratio of this library to version 2. */
function table(rows) {
  const columns = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const lines = rows.map(({ label, unit, values, spread }) => {
    const cell = (column) => {
      if (values[column] === undefined) return '–';
      const range = spread?.[column]?.map(shown).join(' to ');
      return range === undefined ? shown(values[column]) : `${shown(values[column])}<br>${range}`;
    };
    const ratio = values.ours / values.v2;
    const name = unit === 'count' ? label : `${label}, ${unit}`;
    return row(name, ...columns.map(cell), Number.isFinite(ratio) ? ratio.toFixed(2) : '–');
  });
  return [...heading(...columns, 'ours / v2'), ...lines].join('\n');
}
