// The output of a benchmark that compares variants: a table, and a file of JSON with the same rows.
import { writeFileSync } from 'node:fs';
import { count, heading, row } from './format.mjs';

/**
 * @param {string} topic the name of the benchmark
 * @param {{ label: string, unit: string, values: Record<string, number>, spread?: Record<string, [number, number]> }[]} rows
 * @param {string} [json] the file to which the rows are also written
 */
export function writeTopic(topic, rows, json) {
  const names = [...new Set(rows.flatMap(({ values }) => Object.keys(values)))];
  const lines = rows.map(({ label, unit, values }) => {
    const cells = names.map((name) => (values[name] === undefined ? '–' : count(values[name])));
    return row(unit === 'count' ? label : `${label}, ${unit}`, ...cells);
  });
  console.log([...heading(...names), ...lines].join('\n'));
  if (json) writeFileSync(json, `${JSON.stringify({ topic, rows }, null, 1)}\n`);
}
