import { loadavg } from 'node:os';
import { percent, riseOf, trendOf } from '../fixtures/trend';
import type { LongTask } from './probe';

/** The memory use and the counters of a page at one point in time. */
export interface Sample {
  /**
   * The size of the whole heap, in bytes. It is only printed, because the engine compiles and discards code for
   * minutes.
   */
  readonly heap: number;
  readonly nodes: number;
  readonly listeners: number;
  readonly documents: number;
  readonly now: number;
  readonly updates: number;
  readonly frames: number;
  readonly commits: number;
  /** The time for which the host ran other machines, in milliseconds since the machine started. */
  readonly stolen: number;
  /** The text of the visible rows. */
  readonly rows: string;
  /** The time span in which the sample was taken. Garbage collections stop the page during this time. */
  readonly window: readonly [begin: number, end: number];
}

/** The measurements of a run. */
interface Result {
  readonly samples: readonly Sample[];
  readonly longTasks: readonly LongTask[];
  /** The requested number of updates per second. */
  readonly rate: number;
  /** The bytes of the data at the beginning and at the end, without compiled code. */
  readonly data: readonly [before: number, after: number];
}

/** The fraction by which the memory that the page holds may rise or fall. */
const atMost = 0.02;
/** The fraction by which the number of updates may differ from the requested rate. */
const steady = 0.05;

/** Returns descriptions of the faults of a run. The list is empty if there are none. */
export function faultsOf({ samples, longTasks, rate, data: [before, after] }: Result): string[] {
  const [first, last] = [samples[0]!, samples.at(-1)!];
  const updates = ((last.updates - first.updates) / (last.now - first.now)) * 1_000;
  const [commits, frames] = [last.commits - first.commits, last.frames - first.frames];
  const faults: string[] = [];
  for (const name of ['nodes', 'listeners'] as const) {
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
  for (const { start, duration } of byMeasuring(longTasks, samples).others) {
    const second = ((start - first.now) / 1_000).toFixed(1);
    faults.push(`a task of ${duration} ms, ${second} s after the first sample`);
  }
  if (Math.abs(updates / rate - 1) > steady) {
    faults.push(`${updates.toFixed(1)} updates a second arrived, and not ${rate}`);
  }
  if (commits === 0) faults.push('nothing was committed');
  if (commits > frames) faults.push(`${commits} commits in ${frames} frames`);
  samples.forEach(({ rows }, at) => {
    if (rows === samples[at - 1]?.rows) faults.push(`no row changed before sample ${at}`);
  });
  return faults;
}

/** Prints the measurements. */
export function report({ samples, longTasks, data: [before, after] }: Result): void {
  const rows = samples.map((sample, at) => {
    const last = samples[at - 1];
    const rate = (name: 'updates' | 'commits' | 'frames') =>
      last ? round(((sample[name] - last[name]) / (sample.now - last.now)) * 1_000) : '';
    return {
      s: Math.round((sample.now - samples[0]!.now) / 1_000),
      'heap MB': round(sample.heap / 1e6, 3),
      nodes: sample.nodes,
      listeners: sample.listeners,
      'updates/s': rate('updates'),
      'commits/s': rate('commits'),
      'frames/s': rate('frames'),
      'stolen ms': last ? sample.stolen - last.stolen : '',
      'measured ms': Math.round(sample.window[1] - sample.window[0]),
    };
  });
  console.table(rows);
  const heap = samples.map((sample) => sample.heap);
  const { measuring, others } = byMeasuring(longTasks, samples);
  console.log(
    `data, without what the engine compiled: ${round(before / 1e6, 3)} MB, then ${round(after / 1e6, 3)} MB\n` +
      `heap: trend ${percent(trendOf(heap))}, last third against the first ${percent(riseOf(heap))}\n` +
      `tasks over 50 ms: ${others.length}, and ${measuring.length} during measurements and garbage collections\n` +
      `load average of the machine: ${round(loadavg()[0]!)}`,
  );
}

/** Splits the long tasks after the first sample into those that overlap a measurement and all others. */
function byMeasuring(longTasks: readonly LongTask[], samples: readonly Sample[]) {
  const during = ({ start, duration }: LongTask) =>
    samples.some(({ window: [begin, end] }) => start < end && start + duration > begin);
  const after = longTasks.filter(({ start }) => start >= samples[0]!.window[0]);
  return { measuring: after.filter(during), others: after.filter((task) => !during(task)) };
}

function round(value: number, digits = 1): number {
  return Number(value.toFixed(digits));
}
