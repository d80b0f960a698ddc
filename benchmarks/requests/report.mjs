// The results of all variants, and their tables.
import { heading, row } from '../format.mjs';
import { median } from '../measure.mjs';
import { actions } from './actions.mjs';

/** Returns the results in the format that all benchmarks share, and the requests of each action. */
export function resultsOf(visits) {
  const sum = (visit, valueOf) => visit.reduce((total, result) => total + valueOf(result), 0);
  const figure = (label, unit, valueOf) => {
    const totals = mapValues(visits, (list) => list.map((visit) => sum(visit, valueOf)));
    const values = mapValues(totals, median);
    const spread = mapValues(totals, (list) => [Math.min(...list), Math.max(...list)]);
    return { label, unit, values, spread };
  };
  return {
    rows: [
      figure('GETs', 'count', ({ gets }) => gets),
      figure('mutations', 'count', ({ mutations }) => mutations),
      figure('requests in total', 'count', ({ gets, mutations }) => gets + mutations),
      figure('responses (JSON, not compressed)', 'kB', ({ bytes }) => bytes / 1e3),
      figure('actions after which a view is stale', 'count', ({ stale }) =>
        Math.sign(stale.length),
      ),
    ],
    actions: actions.map(({ name }, i) => ({
      action: name,
      gets: mapValues(visits, ([visit]) => visit[i].gets),
      mutations: mapValues(visits, ([visit]) => visit[i].mutations),
      stale: mapValues(visits, ([visit]) => visit[i].stale),
    })),
  };
}

/** Returns the table of the GETs of each action, with the views that were stale after it. */
export function actionTable(list) {
  const names = Object.keys(list[0].gets);
  const cell = ({ gets, stale }, name) =>
    stale[name].length > 0 ? `${gets[name]} (stale: ${stale[name].join(', ')})` : gets[name];
  const lines = list.map((one) => row(one.action, ...names.map((name) => cell(one, name))));
  return [...heading(...names.map((name) => `GETs, ${name}`)), ...lines].join('\n');
}

function mapValues(of, valueOf) {
  return Object.fromEntries(Object.entries(of).map(([name, value]) => [name, valueOf(value)]));
}
