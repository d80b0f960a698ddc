import { riseOf, trendOf } from './trend.mjs';

/** How far what the page holds may rise or fall, as a share. */
const atMost = 0.02;
/** How far the updates may be from the requested rate. */
const steady = 0.05;

/**
 * What is wrong with a run, in words; nothing when all is well.
 *
 * @param flat what must neither rise nor fall
 */
export function faultsOf({ samples, longTasks, problems, rate, flat, data: [before, after] }) {
  const [first, last] = [samples[0], samples.at(-1)];
  const seconds = (last.now - first.now) / 1_000;
  const updates = (last.updates - first.updates) / seconds;
  const [commits, frames] = [last.commits - first.commits, last.frames - first.frames];
  const { others } = byMeasuring(longTasks, samples);
  const faults = [];
  for (const name of flat) {
    const values = samples.map((sample) => sample[name]);
    const [trend, rise] = [trendOf(values), riseOf(values)];
    if (Math.abs(trend) > atMost || Math.abs(rise) > atMost) {
      faults.push(`${name} is not flat: trend ${percent(trend)}, last third ${percent(rise)}`);
    }
  }
  if (Math.abs(after / before - 1) > atMost) {
    faults.push(`data is not flat: ${percent(after / before - 1)} from begin to end`);
  }
  if (last.documents > first.documents) faults.push(`${last.documents} documents are kept`);
  for (const { start, duration } of others) {
    faults.push(
      `a task of ${duration} ms, ${((start - first.now) / 1_000).toFixed(1)} s after the first sample`,
    );
  }
  if (Math.abs(updates / rate - 1) > steady) {
    faults.push(`${updates.toFixed(1)} updates a second came, and not ${rate}`);
  }
  if (commits === 0) faults.push('nothing was committed');
  if (commits > frames) faults.push(`${commits} commits in ${frames} frames`);
  samples.forEach(({ rows }, at) => {
    if (at > 0 && rows === samples[at - 1].rows) faults.push(`no row changed before sample ${at}`);
  });
  return [...faults, ...problems];
}

/**
 * The long tasks after the first sample: those in the time that measuring took, whose collections stop the page,
 * and all others.
 */
export function byMeasuring(longTasks, samples) {
  const during = ({ start, duration }) =>
    samples.some(({ window: [begin, end] }) => start < end && start + duration > begin);
  const after = longTasks.filter(({ start }) => start >= samples[0].window[0]);
  return { measuring: after.filter(during), others: after.filter((task) => !during(task)) };
}

/** A share as people write it. */
export function percent(share) {
  return `${share < 0 ? '−' : '+'}${Math.abs(share * 100).toFixed(2)} %`;
}
