// Draws the charts in the READMEs, for light and dark pages: how long each library takes, and how this time grows with
// N.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { adapterInfo, adapterNames, floorNames } from './adapters/names.mjs';
import { root } from './bundle.mjs';
import { count, time } from './format.mjs';
import { lookupIn } from './report.mjs';
import { dot, line, logScale, svg, text, themes } from './svg.mjs';
import workloads from './workloads/index.mjs';

const folder = join(root, 'docs', 'images');
const MAIN = { n: 10_000, kind: 'int' };
const ROW = 19;
const MIDDLE = 'text-anchor="middle"';

/** The steps that the charts show, one panel each. */
const panels = [
  ['W1', 'todos', 'Ingest 10,000 todos with nested users'],
  ['W4', 'title', 'Live filter, sort and join of 10,000 rows: one title changes'],
  ['W5', 'change one', '1,000 subscribers of one row each and 10 lists: one row changes'],
  ['W6', '20 arguments', 'One live query with 20 arguments: one row changes'],
];

/** The step whose time is drawn over N. */
const GROWTH = { workload: 'W4', step: 'title' };

export function writeCharts(run) {
  const lookup = lookupIn(run.results);
  mkdirSync(folder, { recursive: true });
  for (const [name, theme] of Object.entries(themes)) {
    write(`bench-times-${name}.svg`, times(lookup(MAIN), theme));
    const ofGrowth = run.results.filter(({ workload }) => workload === GROWTH.workload);
    const sizes = [...new Set(ofGrowth.map(({ n }) => n))].sort((a, b) => a - b);
    if (sizes.length > 1) write(`bench-growth-${name}.svg`, growth(lookup, sizes, theme));
  }
}

function write(name, content) {
  writeFileSync(join(folder, name), content);
}

/**
 * Draws four panels with one row per library. A dot shows the median, and a line shows the middle half of the samples.
 */
function times(of, theme) {
  const height = adapterNames.length * ROW + 62;
  const parts = panels.map(([workload, step, title], i) => {
    const [x, y] = [(i % 2) * 490, Math.floor(i / 2) * height];
    return [
      `<g transform="translate(${x} ${y})">`,
      panel(of, workload, step, title, theme),
      '</g>',
    ];
  });
  const legend =
    'Lower is better; the scale is logarithmic. Dots are medians. Lines are interquartile ranges.';
  return svg(980, height * 2 + 24, 'Times of each library, lower is better', [
    parts,
    text(8, height * 2 + 12, legend, theme.quiet),
  ]);
}

function panel(of, workload, step, title, theme) {
  const found = adapterNames.map((name) => [name, of(workload, step, name)]);
  const measured = found.filter(([, result]) => result?.median !== undefined);
  if (measured.length === 0) return [];
  const { place, decades } = logScale(
    measured.flatMap(([, { low, high }]) => [low, high]),
    158,
    405,
  );
  const bottom = 34 + adapterNames.length * ROW;
  return [
    text(8, 18, title, theme.text, 'font-weight="600"'),
    decades.map((value) => line(place(value), 30, place(value), bottom, theme.line)),
    decades
      .filter((_, i) => decades.length < 6 || i % 2 === 0)
      .map((value) => text(place(value), bottom + 15, time(value), theme.quiet, MIDDLE)),
    found.map(([name, result], i) => rowOf(name, result, 44 + i * ROW, place, theme)),
  ];
}

function rowOf(name, result, y, place, theme) {
  const isOurs = name.startsWith('ours');
  const color = isOurs ? theme.ours : theme.mark;
  const style = `text-anchor="end" ${isOurs ? 'font-weight="600"' : ''}`;
  const label = text(150, y + 4, adapterInfo[name].title, isOurs ? theme.ours : theme.quiet, style);
  if (result?.median === undefined) return [label, text(160, y + 4, '–', theme.quiet)];
  const { low, median, high } = result;
  return [
    label,
    line(place(low), y, place(high), y, color, 'stroke-width="3" stroke-opacity="0.45"'),
    dot(place(median), y, floorNames.includes(name) ? 3 : 5, color),
    text(Math.max(place(high), place(median)) + 9, y + 4, time(median), theme.text),
  ];
}

/** Draws lines over N that show the cost of one change to a live query. */
function growth(lookup, sizes, theme) {
  const { workload, step } = GROWTH;
  const all = adapterNames
    .map((name) => ({
      name,
      points: sizes
        .map((n) => [n, lookup({ n, kind: MAIN.kind })(workload, step, name)?.median])
        .filter(([, median]) => median !== undefined),
    }))
    .filter(({ points }) => points.length > 1);
  const x = logScale(sizes, 60, 420);
  const y = logScale(
    all.flatMap(({ points }) => points.map(([, median]) => median)),
    350,
    40,
  );
  const title = `${workloads[workload].title}: one title changes`;
  const labels = spread(all.map(({ points }) => y.place(points.at(-1)[1])));
  return svg(640, 390, title, [
    text(8, 18, `A${title.slice(1)}, by the number of rows`, theme.text, 'font-weight="600"'),
    y.decades.map((value) => [
      line(60, y.place(value), 420, y.place(value), theme.line),
      text(52, y.place(value) + 4, time(value), theme.quiet, 'text-anchor="end"'),
    ]),
    sizes.map((n) => text(x.place(n), 372, count(n), theme.quiet, MIDDLE)),
    all.map(({ name, points }, i) => {
      const color = name.startsWith('ours') ? theme.ours : theme.mark;
      const places = points.map(([n, median]) => [x.place(n), y.place(median)]);
      const path = places.map((point) => point.map((one) => one.toFixed(1)).join(' ')).join(' L ');
      return [
        `<path d="M ${path}" fill="none" stroke="${color}" stroke-width="${color === theme.ours ? 2.5 : 1.2}"/>`,
        places.map(([px, py]) => dot(px, py, 3, color)),
        text(432, labels[i] + 4, `${adapterInfo[name].title}, ${time(points.at(-1)[1])}`, color),
      ];
    }),
  ]);
}

/** Returns the positions, moved apart so that the labels do not overlap. */
function spread(places) {
  const order = [...places.keys()].sort((a, b) => places[a] - places[b]);
  const moved = [...places];
  for (let i = 1; i < order.length; i++) {
    moved[order[i]] = Math.max(moved[order[i]], moved[order[i - 1]] + 15);
  }
  return moved;
}
