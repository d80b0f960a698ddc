// Measures the types: how long `tsc` takes for an application, and how much an editor shows for a name.
//
//   node benchmarks/types/run.mjs                         version 2 (`v2`), this library (`ours`) and TanStack Query
//   node benchmarks/types/run.mjs --with v2,ours --quick  one run per project instead of three
//   node benchmarks/types/run.mjs --json FILE             also writes the rows to a file
//   node benchmarks/types/run.mjs --show                  also prints the hover texts
//
// - The generated applications have 25, 50 or 100 entities with nested and circular relations, five endpoints for each
//   (a list with its `push`, one entity, update, partial update, delete), and a service that uses all of them.
// - `tsc` runs in a process of its own, from its start until it has checked all files. Its typings are those of the built
//   package. Times and memory are medians, and counts are the same in every run.
// - The demo is the one of the same commit as the package.
// - A hover text is what the language service returns for a name, without documentation. Its lines are broken at 80
//   characters, as an editor breaks them.
// - A circular relation counts its errors: 0 means that it compiles without an annotation.
//
// A project that does not compile is an error, and has no figures.
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { buildLibrary } from '../bundle.mjs';
import { printRows, writeRows } from '../rows.mjs';
import { prepareV2, prepareV2Sources } from '../v2.mjs';
import { compile, writeProject } from './compile.mjs';
import { errorsIn, hoverTexts } from './hover.mjs';
import { entities } from './model.mjs';
import { variants } from './variants.mjs';

const SIZES = [25, 50, 100];
/** The width at which an editor breaks the lines of a hover text. */
const COLUMNS = 80;

const { values: options } = parseArgs({
  options: {
    with: { type: 'string', default: Object.keys(variants).join() },
    quick: { type: 'boolean', default: false },
    show: { type: 'boolean', default: false },
    json: { type: 'string' },
  },
});
const names = options.with.split(',');
const runs = options.quick ? 1 : 3;
buildLibrary();
if (names.includes('v2')) {
  prepareV2();
  prepareV2Sources();
}

const rows = new Map();
const put = (variant, label, { unit = 'count', value, spread }) => {
  if (!rows.has(label)) rows.set(label, { label, unit, values: {} });
  const row = rows.get(label);
  row.values[variant] = value;
  if (spread !== undefined) (row.spread ??= {})[variant] = spread;
};
const putAll = (variant, what, figures) => {
  for (const [label, figure] of Object.entries(figures)) put(variant, `${what}: ${label}`, figure);
};

for (const count of SIZES) for (const name of names) compileEntities(name, count);
for (const name of names) compileDemo(name);
for (const name of names) hover(name);
for (const name of names) compileCircles(name);
printRows([...rows.values()]);
if (options.json) writeRows(options.json, 'types', [...rows.values()]);

function compileEntities(name, count) {
  const { filesOf, pathsOf } = variants[name];
  const files = Object.assign({}, ...entities(count).map(filesOf));
  const folder = writeProject(`${name}-${count}`, files, pathsOf(), { types: [] });
  putAll(name, `${count} entities`, compile(folder, runs));
}

function compileDemo(name) {
  const { demo, pathsOf } = variants[name];
  if (demo === undefined) return;
  const base = join(demo, 'tsconfig.app.json');
  const folder = writeProject(`${name}-demo`, {}, pathsOf(), { base });
  putAll(name, 'demo', compile(folder, runs));
}

function hover(name) {
  const { hovered, pathsOf } = variants[name];
  const file = 'hovered.ts';
  const folder = writeProject(`${name}-hover`, { [file]: hovered }, pathsOf(), { types: [] });
  for (const [label, text] of Object.entries(hoverTexts(folder, file))) {
    if (options.show) console.log(`${name}, ${label}:\n${text}\n`);
    put(name, `hover ${label}: characters`, { value: text.length });
    put(name, `hover ${label}: lines`, { value: linesOf(text) });
  }
}

/** Returns the number of lines in an editor that breaks long lines. */
function linesOf(text) {
  const lines = text.split('\n').map(({ length }) => Math.ceil(length / COLUMNS));
  return lines.reduce((sum, count) => sum + count, 0);
}

function compileCircles(name) {
  const { circles, pathsOf } = variants[name];
  if (circles === undefined) return;
  const fileOf = (i) => `circle-${i}.ts`;
  const files = Object.values(circles).map((text, i) => [fileOf(i), text]);
  const folder = writeProject(`${name}-circles`, Object.fromEntries(files), pathsOf(), {
    types: [],
  });
  Object.keys(circles).forEach((label, i) => {
    put(name, `circular relation ${label}: errors`, { value: errorsIn(folder, fileOf(i)).length });
  });
}
