import { loadavg } from 'node:os';
import { byMeasuring, percent } from './soak-verdict.mjs';
import { riseOf, trendOf } from './trend.mjs';

const columns = [
  ['s', 6],
  ['heap MB', 9],
  ['nodes', 7],
  ['listeners', 11],
  ['updates/s', 11],
  ['commits/s', 11],
  ['frames/s', 10],
  ['measured ms', 13],
  ['load', 6],
];

/** Prints the heading of the table. */
export function printHead() {
  console.log(columns.map(([name, width]) => name.padStart(width)).join(''));
}

/** Prints what was measured since the last time. */
export function printSample(sample, first, last) {
  const seconds = last === undefined ? NaN : (sample.now - last.now) / 1_000;
  const rate = (name) => (last ? ((sample[name] - last[name]) / seconds).toFixed(1) : '');
  const cells = [
    ((sample.now - (first ?? sample).now) / 1_000).toFixed(0),
    (sample.heap / 1e6).toFixed(3),
    sample.nodes,
    sample.listeners,
    ...['updates', 'commits', 'frames'].map(rate),
    (sample.window[1] - sample.window[0]).toFixed(0),
    loadavg()[0].toFixed(1),
  ];
  console.log(cells.map((cell, at) => String(cell).padStart(columns[at][1])).join(''));
}

/** Prints what the samples say together. */
export function printSum({ samples, longTasks, data }) {
  const { measuring, others } = byMeasuring(longTasks, samples);
  const windows = samples.map(({ window: [begin, end] }) => end - begin);
  const sum = (values) => values.reduce((total, value) => total + value, 0);
  const longest = (tasks) => Math.max(0, ...tasks.map(({ duration }) => duration));
  const heap = samples.map((sample) => sample.heap);
  const [before, after] = data.map((bytes) => (bytes / 1e6).toFixed(3));
  console.log(
    `heap: trend ${percent(trendOf(heap))}, last third against the first ${percent(riseOf(heap))}\n` +
      `data in it, without what the engine compiled: ${before} MB, then ${after} MB\n` +
      `tasks over 50 ms: ${others.length}; beside them ${measuring.length} (the longest ${longest(measuring)} ms) in the ` +
      `${(sum(windows) / 1_000).toFixed(1)} s in which this measured and collections were forced`,
  );
}
