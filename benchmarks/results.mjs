// The file of the committed results. It has one line per step, with [median, low, high, emissions, changed] for each
// library, or the reason why the library has no figure.
import { readFileSync, writeFileSync } from 'node:fs';

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
  const steps = Map.groupBy(results, ({ workload, step, n, kind }) =>
    [workload, step, n, kind].join('|'),
  );
  const lines = [...steps.values()].map((list) => {
    const [{ workload, step, n, kind }] = list;
    const of = Object.fromEntries(list.map((one) => [one.adapter, valueOf(one)]));
    return JSON.stringify({ workload, step, n, kind, of });
  });
  const head = JSON.stringify(run, null, 1).replace(/\n\}$/, '');
  writeFileSync(file, `${head},\n "steps": [\n  ${lines.join(',\n  ')}\n ]\n}\n`);
}

function valueOf({ median, low, high, emissions, changed, why }) {
  if (median === undefined) return why;
  const values = [median, low, high, emissions ?? null, changed ?? null];
  while (values.at(-1) === null) values.pop();
  return values;
}
