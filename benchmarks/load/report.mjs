// Creates the result tables.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { intervalOfMedian, median } from './statistics.mjs';
import { variants } from './variants.mjs';

const readme = join(import.meta.dirname, 'README.md');

/** The goal for this library: the maximum ratio of its time to the time of the plain page. */
const AIM = 1.03;

export function report(results) {
  return [head(results), comparisonsOf(results), phasesOf(results)].join('\n\n');
}

/** Writes the report to the README of this folder. */
export function writeReport(results) {
  const text = readFileSync(readme, 'utf8');
  const marks = /(<!-- results -->\n)[^]*?(<!-- \/results -->)/;
  writeFileSync(
    readme,
    text.replace(marks, (_, start, end) => `${start}\n${report(results)}\n\n${end}`),
  );
}

function head({ date, machine, chromium, slowdown, warmUp, pairs, versions, load }) {
  const packages = Object.entries(versions).map((entry) => entry.join(' '));
  return (
    `${date}: ${machine}, load average ${load.before} before and ${load.after} after; Chromium ${chromium} with the CPU ` +
    `slowed down ${slowdown} times; ${packages.join(', ')}. ${pairs} pairs of each comparison, after ${warmUp} visits to ` +
    'each variant that are not counted.'
  );
}

function comparisonsOf({ comparisons }) {
  const rows = comparisons.map(({ rows, base = 'ours', other, ours, theirs }) => {
    const title = variants[other].title;
    const ratios = ours.map((time, i) => time / theirs[i]);
    const interval = intervalOfMedian(ratios);
    return line(
      rows.toLocaleString('en'),
      base === 'ours' ? title : `${title} (base: ${variants[base].title})`,
      milliseconds(median(ours)),
      milliseconds(median(theirs)),
      ratio(median(ratios)),
      interval ? interval.map(ratio).join(' to ') : '–',
      base === 'ours' ? verdict(other, median(ratios), interval) : '',
    );
  });
  return [
    line(
      'rows',
      'this library against',
      'this library, ms',
      'the other, ms',
      'median ratio',
      '95 % interval',
      'goal',
    ),
    line('--:', '---', '--:', '--:', '--:', '--:', '---'),
    ...rows,
  ].join('\n');
}

function verdict(other, middle, interval) {
  if (other === 'plain') return `at most ${AIM}: ${middle <= AIM ? 'reached' : 'not reached'}`;
  if (!other.startsWith('tanstack')) return '';
  const isReached = interval && interval[1] < 1;
  return `upper end below 1: ${isReached ? 'reached' : 'not reached'}`;
}

function phasesOf({ phases }) {
  return [
    line('rows', 'variant', 'rows are requested', 'rows are there', 'list is painted'),
    line('--:', '---', '--:', '--:', '--:'),
    ...phases.flatMap(({ rows, of }) =>
      Object.entries(of).map(([name, { requested, received, painted }]) =>
        line(
          rows.toLocaleString('en'),
          variants[name].title,
          ...[requested, received, painted].map(milliseconds),
        ),
      ),
    ),
  ].join('\n');
}

function milliseconds(number) {
  return number.toFixed(0);
}

function ratio(number) {
  return number.toFixed(3);
}

function line(...cells) {
  return `| ${cells.join(' | ')} |`;
}
