// Creates the tables: times, emissions, goals, and the steps in which another library is faster.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapterInfo, allAdapterNames, floorNames } from './adapters/names.mjs';
import { count, digits, heading, row, time } from './format.mjs';
import { reached, reachedCold } from './goals.mjs';
import { reasonOf } from './notes.mjs';
import workloads from './workloads/index.mjs';

const readme = join(import.meta.dirname, 'README.md');
const growth = `### How times grow with N

<picture>
  <source media="(prefers-color-scheme: dark)" srcset="../docs/images/bench-growth-dark.svg">
  <img alt="Time of one change of a live query with 1,000, 10,000 and 100,000 rows" src="../docs/images/bench-growth-light.svg">
</picture>`;
const idsOf = { int: 'integer ids', string: 'string ids' };

export function report(run) {
  const lookup = lookupIn(run.results);
  const cases = [...new Set(run.results.map(({ kind, n }) => `${kind} ${n}`))].map((text) => {
    const [kind, n] = text.split(' ');
    return { kind, n: Number(n) };
  });
  const main = cases.find(({ kind, n }) => kind === 'int' && n === 10_000) ?? cases[0];
  const others = cases.filter((one) => one !== main);
  return [
    head(run),
    `### N = ${count(main.n)}, ${idsOf[main.kind]}`,
    table(run, lookup(main)),
    '### Steps in which other libraries are faster',
    wins(run, lookup(main)),
    '### Goals',
    goals(lookup, main, cases),
    '### Emissions and changed items',
    emissions(run, lookup(main)),
    ...others.map((one) => details(one, table(run, lookup(one)))),
  ].join('\n\n');
}

/** Writes the report to the README of this folder. */
export function writeReport(run) {
  const [before, after] = [/^[\s\S]*<!-- results -->\n/, /<!-- \/results -->[\s\S]*$/].map(
    (part) => part.exec(readFileSync(readme, 'utf8'))[0],
  );
  const hasGrowth = new Set(run.results.map(({ n }) => n)).size > 1;
  const text = [report(run), ...(hasGrowth ? [growth] : [])].join('\n\n');
  writeFileSync(readme, `${before}\n${text}\n\n${after}`);
}

/** Finds a result by workload, step and adapter, within one N and one kind of ids. */
export function lookupIn(results) {
  const byKey = new Map(
    results.map((one) => [[one.workload, one.step, one.n, one.kind, one.adapter].join('|'), one]),
  );
  return ({ n, kind }) =>
    (workload, step, adapter) =>
      byKey.get([workload, step, n, kind, adapter].join('|'));
}

function head({ date, machine, node, quick, rounds, versions, note, later = {} }) {
  const used = Object.entries(versions)
    .filter(([, packages]) => Object.keys(packages).length > 0)
    .map(([name, packages]) => [
      adapterInfo[name].title,
      Object.entries(packages).map((one) => one.join(' ')),
    ])
    .map(([title, packages]) => `${title}: ${packages.join(', ')}`);
  const how = `${rounds} ${rounds === 1 ? 'round' : 'rounds'}${quick ? ', a quick run with few samples' : ''}`;
  const again = Object.entries(later).map(
    ([workload, day]) => `The workload ${workload} was measured on ${day}.`,
  );
  return `Measured on ${date}, on ${machine}, with Node ${node}, in ${how}. Each figure is the median, ± half of the interquartile range.${[note, ...again].map((text) => (text ? ` ${text}` : '')).join('')}\n\n${used.join('; ')}.`;
}

function namesIn(run) {
  return allAdapterNames.filter((name) => run.results.some(({ adapter }) => adapter === name));
}

function eachStep(run, of, line) {
  const names = namesIn(run);
  return Object.entries(workloads).flatMap(([workload, { steps }]) =>
    steps
      .filter((step) => names.some((name) => of(workload, step, name) !== undefined))
      .map((step) => line(workload, step, names)),
  );
}

function table(run, of) {
  const lines = eachStep(run, of, (workload, step, names) => {
    const cells = names.map((name) => cell(of(workload, step, name), workloads[workload].unit));
    return row(`${workload} ${step}`, ...cells);
  });
  return [...heading(...namesIn(run).map((name) => adapterInfo[name].title)), ...lines].join('\n');
}

function cell(result, unit) {
  if (result === undefined) return '–';
  if (result.median === undefined) return result.why?.startsWith('over') ? result.why : '–';
  if (unit === 'bytes') return `${count(Math.round(result.median))} B`;
  const spread = ((result.high - result.low) / 2 / result.median) * 100;
  return `${time(result.median)} ±${spread.toFixed(0)} %`;
}

function emissions(run, of) {
  const lines = eachStep(run, of, (workload, step, names) => {
    const results = names.map((name) => of(workload, step, name));
    if (!results.some((one) => one?.changed !== undefined || one?.emissions !== undefined)) return;
    return row(`${workload} ${step}`, ...results.map(emissionsCell));
  });
  const names = namesIn(run).map((name) => adapterInfo[name].title);
  const text =
    'The first number is the number of emissions per change. The number after the slash is the number of list items that are different objects after the change.';
  return `${text}\n\n${[...heading(...names), ...lines.filter(Boolean)].join('\n')}`;
}

function emissionsCell(result) {
  const { emissions, changed } = result ?? {};
  if (emissions === undefined && changed === undefined) return '–';
  const parts = [emissions, changed].map((number) => (number === undefined ? '–' : digits(number)));
  return changed === undefined ? parts[0] : parts.join(' / ');
}

function wins(run, of) {
  const reasons = new Map();
  const lines = eachStep(run, of, (workload, step, names) => {
    const ours = of(workload, step, 'ours');
    if (ours?.median === undefined) return;
    const faster = names
      .filter((name) => !/^(ours|v2)/.test(name) && !floorNames.includes(name))
      .map((name) => ({ name, result: of(workload, step, name) }))
      .filter(({ result }) => result?.median < ours.median && result.high < ours.low);
    for (const { name } of faster) {
      const text = reasonOf(workload, step, name);
      const where = reasons.get(text) ?? new Map();
      const { title } = adapterInfo[name];
      where.set(title, (where.get(title) ?? new Set()).add(workload));
      reasons.set(text, where);
    }
    const shown = faster.map(
      ({ name, result }) => `${adapterInfo[name].title} ${digits(ours.median / result.median)}×`,
    );
    return shown.length > 0 && `- ${workload} ${step}: ${shown.join(', ')}`;
  }).filter(Boolean);
  if (lines.length === 0)
    return 'No published library is faster by more than the spread in any step.';
  reasons.delete(undefined);
  const why = [...reasons].map(([text, where]) => {
    const libraries = [...where].map(([title, names]) => `${title} (${[...names].join(', ')})`);
    return `- ${text}. This applies to ${libraries.join(', ')}.`;
  });
  return [
    'These libraries are faster by more than the spread, by the given factor:',
    '',
    ...lines,
    '',
    'A library can be faster for these reasons:',
    '',
    ...why,
  ].join('\n');
}

/**
 * The goals for the heap use the largest N, because the constant overhead matters least there. The goals for the first
 * calls apply to each N.
 */
function goals(lookup, main, cases) {
  const largest = Math.max(...cases.map(({ n }) => n));
  const at = (n) => (workload, step, adapter) =>
    lookup({ ...main, n })(workload, step, adapter)?.median;
  const medians = (workload, ...rest) =>
    at(workload === 'W8' ? largest : main.n)(workload, ...rest);
  const sizes = cases.filter(({ kind }) => kind === main.kind).map(({ n }) => n);
  const cold = sizes.sort((a, b) => a - b).flatMap((n) => reachedCold(at(n), n));
  const lines = [...reached(medians), ...cold].map(({ text, most, least, value, isMet }) =>
    row(
      text,
      most === undefined ? `≥ ${least}` : `≤ ${most}`,
      digits(value),
      isMet ? 'yes' : '**no**',
    ),
  );
  return [...heading('goal', 'measured', 'met'), ...lines].join('\n');
}

function details({ kind, n }, text) {
  return `<details><summary>N = ${count(n)}, ${idsOf[kind]}</summary>\n\n${text}\n\n</details>`;
}
