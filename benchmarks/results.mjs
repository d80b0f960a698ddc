// The file of the committed results. It has one line per step, with [median, low, high, emissions, changed] for each
// library, or the reason why the library has no figure.
import { readFileSync, writeFileSync } from 'node:fs';
import { count } from './format.mjs';
import workloads from './workloads/index.mjs';

export function readResults(file) {
  const { steps, ...run } = JSON.parse(readFileSync(file, 'utf8'));
  const results = steps.flatMap(({ of, ...step }) =>
    Object.entries(of).map(([adapter, value]) => {
      if (typeof value === 'string') return { ...step, adapter, why: value };
      const [median, low, high, emissions, changed] = value.map((number) => number ?? undefined);
      return { ...step, adapter, median, low, high, emissions, changed };
    }),
  );
  return { ...run, results };
}

export function writeResults(file, { results, ...run }) {
  const lines = bySteps(results).map((list) => {
    const [{ workload, step, n, kind }] = list;
    const of = Object.fromEntries(list.map((one) => [one.adapter, valueOf(one)]));
    return JSON.stringify({ workload, step, n, kind, of });
  });
  const head = JSON.stringify(run, null, 1).replace(/\n\}$/, '');
  writeFileSync(file, `${head},\n "steps": [\n  ${lines.join(',\n  ')}\n ]\n}\n`);
}

/** Returns one row per step, in the format of rows.mjs. */
export function rowsOf({ results }) {
  return bySteps(results).map((list) => {
    const [{ workload, step, n, kind }] = list;
    const measured = list.filter(({ median }) => median !== undefined);
    const of = (value) => Object.fromEntries(measured.map((one) => [one.adapter, value(one)]));
    return {
      label: `${workload} ${step}, ${count(n)} rows${kind === 'int' ? '' : `, ${kind} ids`}`,
      unit: workloads[workload].unit ?? 'µs',
      values: of(({ median }) => median),
      spread: of(({ low, high }) => [low, high]),
    };
  });
}

function bySteps(results) {
  const steps = Map.groupBy(results, ({ workload, step, n, kind }) =>
    [workload, step, n, kind].join('|'),
  );
  return [...steps.values()];
}

function valueOf({ median, low, high, emissions, changed, why }) {
  if (median === undefined) return why;
  const values = [median, low, high, emissions ?? null, changed ?? null];
  while (values.at(-1) === null) values.pop();
  return values;
}
