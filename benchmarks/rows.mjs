// The result of a benchmark with several variants: one row per figure, with one value per variant.
import { writeFileSync } from 'node:fs';
import { count, digits, heading, row } from './format.mjs';

/** Prints rows of `{ label, unit, values, spread? }` as a table. */
export function printRows(rows) {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const cell = ({ values, spread }, name) => {
    if (values[name] === undefined) return '–';
    const range = spread?.[name]?.map(digits).join(' to ');
    return `${shown(values[name])}${range ? ` (${range})` : ''}`;
  };
  const lines = rows.map((one) =>
    row(
      one.unit === 'count' ? one.label : `${one.label}, ${one.unit}`,
      ...names.map((name) => cell(one, name)),
    ),
  );
  console.log(['', ...heading(...names), ...lines].join('\n'));
}

/** Writes rows as JSON, in the format that all comparisons with version 2 have. */
export function writeRows(file, topic, rows, more = {}) {
  writeFileSync(file, `${JSON.stringify({ topic, rows, ...more }, null, 2)}\n`);
}

/** Counts are shown in full, and measured figures with three digits. */
export function shown(value) {
  return Number.isInteger(value) ? count(value) : digits(value);
}
