// The results as rows with one value per variant.
import { intervalOfMedian, median } from './statistics.mjs';

const labels = {
  evaluated: 'the first statement of main.js runs',
  started: 'from the first statement of main.js until the rows are requested',
  requested: 'the rows are requested',
  received: 'the rows are there',
  painted: 'the list is painted',
};

/** Returns the medians of each variant, and the ratio of each comparison with its 95 % interval. */
export function rowsOf({ phases, comparisons }) {
  return phases.flatMap(({ rows, of }) => {
    const at = `${rows.toLocaleString('en')} rows`;
    const times = Object.entries(labels).map(([phase, label]) => ({
      label: `${at}: ${label}`,
      unit: 'ms',
      values: Object.fromEntries(
        Object.entries(of).map(([name, medians]) => [name, medians[phase]]),
      ),
    }));
    const ratios = comparisons
      .filter((comparison) => comparison.rows === rows)
      .map(({ base, other, ours, theirs }) => {
        const ofPairs = ours.map((time, i) => time / theirs[i]);
        const interval = intervalOfMedian(ofPairs);
        return {
          label: `${at}: painted, ${base} / ${other}, median of the pairs`,
          unit: 'ratio',
          values: { [base]: median(ofPairs) },
          ...(interval && { spread: { [base]: interval } }),
        };
      });
    return [...times, ...ratios];
  });
}
