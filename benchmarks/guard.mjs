// Whether this library lost against the floors since the committed run: ratios, since machines differ.
import { lookupIn } from './report.mjs';

/** A ratio that grew by more than this is worth a look, and a second run. */
const TOLERATED = 1.1;
const floors = ['hand', 'least'];

/** The steps whose ratio to a floor grew by more than a tenth, and by more than the spread of both runs. */
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

/** {@link lostSince} in words. */
export function guardReport(before, run) {
  const lost = lostSince(before, run);
  if (lost.length === 0) return 'Nothing was lost against the floors since the committed run.';
  const lines = lost.map(
    ({ workload, step, n, kind, floor, was, is }) =>
      `- ${workload} ${step}, N = ${n}, ${kind} ids: ${is.toFixed(2)} of ${floor}, was ${was.toFixed(2)}`,
  );
  return [
    'Lost against the floors since the committed run, by more than a tenth and the spread:',
    '',
    ...lines,
  ].join('\n');
}

function ratioOf(lookup, workload, step, floor) {
  const [ours, its] = ['ours', floor].map((name) => lookup(workload, step, name));
  if (!(ours?.median > 0) || !(its?.median > 0)) return undefined;
  return { value: ours.median / its.median, spread: spreadOf(ours) + spreadOf(its) };
}

/** Half of the range in which the middle half of the samples lies, of the median. */
function spreadOf({ median, low, high }) {
  return low === undefined ? 0 : (high - low) / 2 / median;
}
