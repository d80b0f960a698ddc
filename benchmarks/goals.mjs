// The goals of this library. They are ratios of medians from a single run.
import { adapterNames, floorNames } from './adapters/names.mjs';
import { count } from './format.mjs';

const peers = adapterNames.filter((name) => !floorNames.includes(name) && !/^ours/.test(name));

/**
 * A goal consists of a text, a limit, and the value that is compared with the limit. `of(workload, step, adapter)`
 * returns a median or `undefined`.
 */
const goals = [
  atMost('W1 users: ratio to the least work', 1.5, (of) => per(of, 'W1', 'users', 'ours', 'least')),
  atMost(
    'W1 todos: ratio to JSON.parse of the same data',
    0.4,
    (of) => of('W1', 'todos', 'ours') / of('W1', 'JSON.parse of the todos', 'least'),
  ),
  faster('W1', 'users', 5, 'data-client'),
  faster('W1', 'users', 4, 'tanstack-db'),
  atMost(
    'W2 with a live query: ratio to JSON.parse of the same data',
    0.4,
    (of) => of('W2', 'with a live query', 'ours') / of('W1', 'JSON.parse of the todos', 'least'),
  ),
  atMost(
    'W2 with a live query: ratio to idle',
    1.1,
    (of) => of('W2', 'with a live query', 'ours') / of('W2', 'idle', 'ours'),
  ),
  faster('W2', 'with a live query', 2, 'query-core'),
  faster('W2', 'with a live query', 17, 'data-client'),
  atMost('W3 cold: ratio to the least work', 3.5, (of) => per(of, 'W3', 'cold', 'ours', 'least')),
  atMost('W3 again: time in µs', 0.1, (of) => of('W3', 'again', 'ours')),
  atMost(
    'W3 after one update: ratio to a copy of the list',
    4,
    (of) => of('W3', 'after one update', 'ours') / of('W3', 'a copy of the list', 'least'),
  ),
  atMost('W4 subscribe: ratio to the least work', 3, (of) =>
    per(of, 'W4', 'subscribe', 'ours', 'least'),
  ),
  faster('W4', 'subscribe', 10, 'data-client'),
  faster('W4', 'subscribe', 30, 'tanstack-db'),
  ...['title', 'move', 'toggle', 'joined user'].flatMap((step) => [
    atMost(`W4 ${step}: ratio to hand`, 2, (of) => per(of, 'W4', step, 'ours', 'hand')),
    fasterThanAll('W4', step, 25),
  ]),
  atMost('W4 row outside: time in µs', 2, (of) => of('W4', 'row outside', 'ours')),
  fasterThanAll('W4', 'batch of 100', 10),
  atMost(
    'W4 title, opaque: ratio to W4 subscribe of the least work',
    1.3,
    (of) => of('W4', 'title', 'ours-opaque') / of('W4', 'subscribe', 'least'),
  ),
  atLeast('W4 title, opaque: times as fast as data-client', 8, (of) =>
    per(of, 'W4', 'title', 'data-client', 'ours-opaque'),
  ),
  atMost('W5 change one: ratio to hand', 3, (of) => per(of, 'W5', 'change one', 'ours', 'hand')),
  faster('W5', 'change one', 100, 'tanstack-db'),
  atMost('W5 change 1,000 in one commit: ratio to hand', 1.2, (of) =>
    per(of, 'W5', 'change 1,000 in one commit', 'ours', 'hand'),
  ),
  atMost(
    'W6 200 arguments: ratio to 20 arguments',
    1.2,
    (of) => of('W6', '200 arguments', 'ours') / of('W6', '20 arguments', 'ours'),
  ),
  faster('W6', '20 arguments', 40, 'tanstack-db'),
  atMost('W7 insert: time in µs', 2, (of) => of('W7', 'insert', 'ours')),
  faster('W7', 'insert', 14, 'tanstack-db'),
  ...[
    ['idle', 1.1],
    ['with a live query', 1.4],
    ['after a full read', 2],
  ].map(([step, limit]) =>
    atMost(
      `W8 ${step}: ratio to idle of the least work`,
      limit,
      (of) => of('W8', step, 'ours') / of('W8', 'idle', 'least'),
    ),
  ),
  atMost(
    'W8 after unsubscribing: ratio to idle',
    1.05,
    (of) => of('W8', 'after unsubscribing', 'ours') / of('W8', 'idle', 'ours'),
  ),
];

/** The goals of the first calls, for each size. */
const coldGoals = ['ingest', 'subscribe', 'update'].map((step) =>
  atMost(`cold ${step}: ratio to data-client`, 1.1, (of) =>
    per(of, 'cold', step, 'ours', 'data-client'),
  ),
);

/** Returns each goal that could be measured, with the measured value. */
export function reached(of) {
  return reachedOf(goals, of);
}

/** Returns the goals of the first calls, with the values measured at one size. */
export function reachedCold(of, n) {
  return reachedOf(coldGoals, of).map((goal) => ({
    ...goal,
    text: `${goal.text}, N = ${count(n)}`,
  }));
}

function reachedOf(list, of) {
  return list
    .map(({ value, ...goal }) => ({ ...goal, value: value(of) }))
    .filter(({ value }) => Number.isFinite(value))
    .map((goal) => ({
      ...goal,
      isMet: goal.most === undefined ? goal.value >= goal.least : goal.value <= goal.most,
    }));
}

function atMost(text, most, value) {
  return { text, most, value };
}

function atLeast(text, least, value) {
  return { text, least, value };
}

function faster(workload, step, least, peer) {
  return atLeast(`${workload} ${step}: times as fast as ${peer}`, least, (of) =>
    per(of, workload, step, peer, 'ours'),
  );
}

function fasterThanAll(workload, step, least) {
  return atLeast(`${workload} ${step}: times as fast as the fastest other library`, least, (of) => {
    const theirs = peers.map((peer) => of(workload, step, peer)).filter(Number.isFinite);
    return theirs.length ? Math.min(...theirs) / of(workload, step, 'ours') : undefined;
  });
}

function per(of, workload, step, a, b) {
  return of(workload, step, a) / of(workload, step, b);
}
