// The results of all variants, and their tables.
import { median } from '../measure.mjs';
import { actions } from './actions.mjs';

/** Returns the results in the format that all benchmarks share, and the requests of each action. */
export function resultsOf(visits) {
  const sum = (visit, valueOf) => visit.reduce((total, result) => total + valueOf(result), 0);
  const row = (label, unit, valueOf) => {
    const totals = mapValues(visits, (list) => list.map((visit) => sum(visit, valueOf)));
    const values = mapValues(totals, median);
    const spread = mapValues(totals, (list) => [Math.min(...list), Math.max(...list)]);
    return { label, unit, values, spread };
  };
  return {
    topic: 'requests',
    rows: [
      row('GETs', 'count', ({ gets }) => gets),
      row('mutations', 'count', ({ mutations }) => mutations),
      row('requests in total', 'count', ({ gets, mutations }) => gets + mutations),
      row('responses (JSON, not compressed)', 'kB', ({ bytes }) => bytes / 1e3),
      row('actions after which a view is stale', 'count', ({ stale }) => Math.sign(stale.length)),
    ],
    actions: actions.map(({ name }, i) => ({
      action: name,
      gets: mapValues(visits, ([visit]) => visit[i].gets),
      mutations: mapValues(visits, ([visit]) => visit[i].mutations),
      stale: mapValues(visits, ([visit]) => visit[i].stale),
    })),
  };
}

export function report({ rows, actions: list }) {
  const names = Object.keys(rows[0].values);
  const cells = (values) => names.map((name) => Math.round(values[name]).toLocaleString('en'));
  const stale = ({ gets, stale: views }, name) =>
    views[name].length > 0 ? `${gets[name]} (stale: ${views[name].join(', ')})` : `${gets[name]}`;
  return [
    table(
      ['', ...names],
      rows.map(({ label, unit, values }) => [
        unit === 'kB' ? `${label}, kB` : label,
        ...cells(values),
      ]),
    ),
    table(
      ['GETs of each action', ...names],
      list.map((one) => [one.action, ...names.map((name) => stale(one, name))]),
    ),
  ].join('\n\n');
}

function table(head, rows) {
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((cells) => cells[i].length)));
  const line = (cells) => `| ${cells.map((text, i) => text.padEnd(widths[i])).join(' | ')} |`;
  return [line(head), line(widths.map((width) => '-'.repeat(width))), ...rows.map(line)].join('\n');
}

function mapValues(of, valueOf) {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, valueOf(value)]));
}
