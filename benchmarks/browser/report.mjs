// Creates the result tables, and the list of steps in which another library is faster.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { floors, variants } from './variants.mjs';

const readme = join(import.meta.dirname, 'README.md');
const own = ['ours', 'ours-async', 'v2', 'v2-async'];

export function report(run) {
  const names = Object.keys(run.versions);
  return [
    head(run),
    table(run, names),
    '### Steps in which other libraries are faster',
    wins(run, names),
    '### This library compared with stores written by hand',
    'Each cell is the median of this library, divided by the median of the store written by hand.',
    against(run, names),
  ].join('\n\n');
}

/** Writes the report to the README of this folder. */
export function writeReport(run) {
  const [before, after] = [/^[\s\S]*<!-- results -->\n/, /<!-- \/results -->[\s\S]*$/].map(
    (part) => part.exec(readFileSync(readme, 'utf8'))[0],
  );
  writeFileSync(readme, `${before}\n${report(run)}\n\n${after}`);
}

export function quantile(numbers, q) {
  const sorted = numbers.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * q))];
}

function head({ date, machine, chromium, angular, quick, rounds, samples, versions, failures }) {
  const packages = new Map(Object.values(versions).flatMap((of) => Object.entries(of)));
  const used = [...packages].map(([name, version]) => `${name} ${version}`).join(', ');
  const text =
    `Measured on ${date}, on ${machine}, with Chromium ${chromium} and Angular ${angular}${quick ? ', in a quick run' : ''}. The packages are ${used}. ` +
    `Times are in milliseconds. Each cell contains the median of ${samples} samples in ${rounds} ${rounds === 1 ? 'round' : 'rounds'}, with the quartiles below it.`;
  return [text, ...failures.map((failure) => `- failed: ${failure}`)].join('\n');
}

function table({ times, heap }, names) {
  const cell = (value) => (value ? `${time(value.median)}<br>${range(value)}` : '–');
  const bytes = Object.keys(heap.of).length === 0 ? [] : ['held', 'grown'];
  const title = {
    held: `memory after mounting and unmounting ${heap.size.toLocaleString('en')} rows 20 times, in MB`,
    grown: 'the part of it that was added after the second time, in MB',
  };
  return [
    line('', ...names.map((name) => variants[name].title)),
    line('---', ...names.map(() => '--:')),
    ...times.map((row) => line(row.title, ...names.map((name) => cell(row.of[name])))),
    ...bytes.map((kind) =>
      line(title[kind], ...names.map((name) => megabytes(heap.of[name]?.[kind]))),
    ),
  ].join('\n');
}

/**
 * Lists the rows in which a published library is faster than this library by more than the spread, so that the
 * quartiles do not overlap.
 */
function wins({ times }, names) {
  const peers = names.filter((name) => !floors.includes(name) && !own.includes(name));
  const lines = times.flatMap(({ title, of }) =>
    own.flatMap((name) => {
      const ahead = peers.filter((peer) => of[name] && of[peer]?.high < of[name].low);
      const faster = ahead.map((peer) => `${variants[peer].title} ${time(of[peer].median)} ms`);
      const mine = `${time(of[name]?.median ?? 0)} ms (${variants[name].title})`;
      return faster.length === 0 ? [] : [`- ${title}: ${faster.join(', ')}, compared with ${mine}`];
    }),
  );
  return lines.length === 0 ? 'No library is faster by more than the spread.' : lines.join('\n');
}

/** Compares the medians of this library with the medians of the floors, as ratios. */
function against({ times }, names) {
  const pairs = own
    .filter((name) => names.includes(name))
    .flatMap((name) =>
      floors.filter((floor) => names.includes(floor)).map((floor) => [name, floor]),
    );
  if (pairs.length === 0) return 'Not measured.';
  const ratio = (of, [name, floor]) =>
    of[name] && of[floor] ? `${(of[name].median / of[floor].median).toFixed(2)}×` : '–';
  return [
    line('', ...pairs.map(([name, floor]) => `${variants[name].title} / ${variants[floor].title}`)),
    line('---', ...pairs.map(() => '--:')),
    ...times.map(({ title, of }) => line(title, ...pairs.map((pair) => ratio(of, pair)))),
  ].join('\n');
}

function range({ low, high }) {
  return `${time(low)} to ${time(high)}`;
}

function time(milliseconds) {
  return digits(milliseconds, milliseconds < 1 ? 2 : 3);
}

function megabytes(bytes) {
  return bytes === undefined ? '–' : (bytes / 1e6).toFixed(2);
}

function digits(number, count) {
  return Number(number.toPrecision(count)).toLocaleString('en', { maximumFractionDigits: 2 });
}

function line(...cells) {
  return `| ${cells.join(' | ')} |`;
}
