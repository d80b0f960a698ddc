// The program that measures the recorder. It prints its results as JSON.
import {
  createEnvironmentInjector,
  ErrorHandler,
  PLATFORM_ID,
  provideZonelessChangeDetection,
  ɵINJECTOR_SCOPE as INJECTOR_SCOPE,
} from '@angular/core';
import { CacheService, Entity, provideCache, Query, schema } from 'ngx-cache-query';
import { CacheDevtools, withDevtools } from 'ngx-cache-query/devtools';
import { median } from '../measure.mjs';

class Todo extends Entity {
  static key = 'Todo';
  id = 0;
  title = '';
  description = '';
  completed = false;
  rank = 0;
}

const samples = Number(process.argv[2]);
const COMMITS = 500;
/** The queries that are subscribed while a row is edited. */
const QUERIES = 100;
let edits = 0;

const steps = [];
for (const size of [1_000, 100_000]) {
  const caches = pair(size);
  for (const rows of [1, 100, 1_000])
    steps.push({
      commit: rows === 1 ? '1 row' : `${rows} rows`,
      size,
      ...measure(caches, (cache) => edit(cache, rows)),
    });
  for (const { cache } of caches) subscribe(cache);
  const subscribed = measure(caches, (cache) => edit(cache, 1));
  steps.push({ commit: `1 row, ${QUERIES} queries`, size, ...subscribed });
}
console.log(JSON.stringify({ steps, memory: memory() }));
process.exit();

/** Returns a cache without devtools, and one with them. */
function pair(size) {
  return [open(), open(withDevtools())].map(({ cache, injector }) => {
    const todos = Array.from({ length: size }, (_, id) => ({ ...todo(id), id }));
    cache.set([Todo], todos);
    return { cache, injector };
  });
}

function todo(id) {
  return { id, title: `Todo ${id}`, description: `About ${id}`, completed: false, rank: id };
}

function open(...features) {
  const injector = createEnvironmentInjector(
    [
      { provide: INJECTOR_SCOPE, useValue: 'root' },
      { provide: PLATFORM_ID, useValue: 'browser' },
      {
        provide: ErrorHandler,
        useValue: {
          handleError: (error) => {
            throw error;
          },
        },
      },
      provideZonelessChangeDetection(),
      provideCache(...features),
    ],
    null,
  );
  return { cache: injector.get(CacheService), injector };
}

/** Each query is affected by each edit, and does little itself. */
function subscribe(cache) {
  for (let n = 0; n < QUERIES; n++) {
    const query = new Query(new schema.All(Todo), (todos) => todos[0].title.length + n);
    cache.select(query).subscribe();
  }
}

/** Changes the titles of the first rows in one commit. */
function edit(cache, rows) {
  const number = ++edits;
  const changes = Array.from({ length: rows }, (_, id) => ({ id, title: `Title ${number}` }));
  const start = process.hrtime.bigint();
  cache.set([Todo], changes);
  return Number(process.hrtime.bigint() - start) / 1e3;
}

/** Returns the medians of the caches in microseconds. */
function measure(caches, run) {
  const times = caches.map(() => []);
  for (let sample = -samples; sample < samples; sample++) {
    // The one that is first has colder data.
    const order = sample % 2 === 0 ? [0, 1] : [1, 0];
    for (const at of order) {
      const took = run(caches[at].cache);
      if (sample >= 0) times[at].push(took); // Before, the code becomes warm.
    }
  }
  const [without, recorded] = times.map(median);
  return { without, recorded };
}

/** Returns the bytes that the recorder keeps of commits of one row. */
function memory() {
  const used = pair(1_000).map(({ cache, injector }) => {
    globalThis.gc();
    const before = process.memoryUsage().heapUsed;
    for (let n = 0; n < COMMITS; n++) edit(cache, 1);
    globalThis.gc();
    const after = process.memoryUsage().heapUsed;
    const devtools = injector.get(CacheDevtools, null, { optional: true });
    if (devtools && devtools.commits().length !== COMMITS) throw new Error('commits are missing');
    return after - before;
  });
  return used[1] - used[0];
}
