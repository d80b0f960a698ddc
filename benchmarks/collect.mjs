// Combines the output of all processes. All rounds of the same measurement become one entry.
import { median, quantile } from './measure.mjs';

/**
 * Returns one entry per workload, step, N, kind of ids and adapter. The median is the median of the medians of all
 * rounds. `low` and `high` are the quartiles of all samples of all rounds.
 */
export function summary(told) {
  const groups = Map.groupBy(told, ({ workload, step, n, kind, adapter }) =>
    [workload, step, n, kind, adapter].join('|'),
  );
  return [...groups.values()].map((lines) => {
    const { workload, step, n, kind, adapter } = lines[0];
    const key = { workload, step, n, kind, adapter };
    const measured = lines.filter((line) => line.median !== undefined);
    if (measured.length === 0) return { ...key, why: lines.at(-1).why };
    const samples = measured.flatMap((line) => line.samples);
    return {
      ...key,
      median: round(median(measured.map((line) => line.median))),
      low: round(quantile(samples, 0.25)),
      high: round(quantile(samples, 0.75)),
      count: measured.reduce((sum, { count = 1 }) => sum + count, 0),
      emissions: optional(measured[0].emissions),
      changed: measured[0].changed,
    };
  });
}

function optional(number) {
  return number === undefined ? undefined : round(number);
}

function round(number) {
  return Number(number.toPrecision(4));
}
