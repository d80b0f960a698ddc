// Checks whether this library has become slower, relative to the floors, since the committed run. Compares ratios,
// because computers differ.
import { lookupIn } from './report.mjs';

/** If a ratio grew by more than this factor, look at the step and run it again. */
const TOLERATED = 1.1;
const floors = ['hand', 'least'];

/** Returns the steps whose ratio to a floor grew by more than a tenth, and by more than the spread of both runs. */
export function lostSince(before, run) {
  const [was, is] = [lookupIn(before.results), lookupIn(run.results)];
  return run.results
    .filter(({ adapter }) => adapter === 'ours')
    .flatMap(({ workload, step, n, kind }) => {
      const floor = floors.find((name) => is({ n, kind })(workload, step, name)?.median > 0);
      const ratios = [was, is].map((lookup) => ratioOf(lookup({ n, kind }), workload, step, floor));
      const [old, now] = ratios;
      if (old === undefined || now === undefined) return [];
      const noise = 1 + old.spread + now.spread;
      const isLost = now.value > old.value * Math.max(TOLERATED, noise);
      return isLost ? [{ workload, step, n, kind, floor, was: old.value, is: now.value }] : [];
    });
}

/** Formats the result of {@link lostSince} as text. */
export function guardReport(before, run) {
  const lost = lostSince(before, run);
  if (lost.length === 0) {
    return 'Relative to the floors, no step has become noticeably slower since the committed run.';
  }
  const lines = lost.map(
    ({ workload, step, n, kind, floor, was, is }) =>
      `- ${workload} ${step}, N = ${n}, ${kind} ids: ${is.toFixed(2)} of ${floor}, was ${was.toFixed(2)}`,
  );
  return [
    'Relative to the floors, these steps have become slower since the committed run, by more than a tenth ' +
      'and more than the spread:',
    '',
    ...lines,
  ].join('\n');
}

function ratioOf(lookup, workload, step, floor) {
  const [ours, its] = ['ours', floor].map((name) => lookup(workload, step, name));
  if (!(ours?.median > 0) || !(its?.median > 0)) return undefined;
  return { value: ours.median / its.median, spread: spreadOf(ours) + spreadOf(its) };
}

/** Returns half of the interquartile range as a share of the median. */
function spreadOf({ median, low, high }) {
  return low === undefined ? 0 : (high - low) / 2 / median;
}
