// What is measured, for one N. Bundled by run.mjs with the built library, in production mode, and run in a Node of its
// own; prints one line of JSON: the median of each workload in microseconds.
import {
  createEnvironmentInjector,
  ErrorHandler,
  PLATFORM_ID,
  provideZonelessChangeDetection,
  ɵINJECTOR_SCOPE as INJECTOR_SCOPE,
} from '@angular/core';
import { CacheService, Entity, provideCache, schema } from 'ngx-cache-query';
import { measure } from './measure.mjs';

const WATCHERS = 10_000;

class User extends Entity {
  id = 0;
  name = '';
  email = '';
  isAdmin = false;
  teamId = 0;
  age = 0;
}
const allUsers = new schema.All(User);

const n = Number(process.argv[2]);
const budget = JSON.parse(process.argv[3]);
const results = {};

workload('write one of N', (cache) => ({ run: (i) => rename(cache, i) }));

workload('read one of N, again', (cache) => {
  for (let id = 1; id <= n; id++) cache.get(User, id);
  return { run: (i) => expect(cache.get(User, idOf(i)) !== undefined) };
});

workload('read one of the same 1,000 of N', (cache) => {
  for (let id = 1; id <= n; id++) cache.get(User, id);
  return { run: (i) => expect(cache.get(User, idOf(i, 1_000)) !== undefined) };
});

workload('write one of N and read it', (cache) => ({
  run: (i) => {
    rename(cache, i);
    expect(cache.get(User, idOf(i)) !== undefined);
  },
}));

workload('All over N watched, one written', (cache) => {
  let emissions = 0;
  let list = [];
  cache.select(allUsers).subscribe((users) => {
    emissions++;
    list = users;
  });
  return {
    run: (i) => rename(cache, i),
    check: (times) => expect(emissions === times + 1 && list.length === n),
  };
});

workload(`one of ${WATCHERS.toLocaleString('en')} watched entities written`, (cache) => {
  let emissions = 0;
  let others = 0;
  const watched = n;
  cache.select(User, watched).subscribe(() => emissions++);
  for (let i = 1; i < WATCHERS; i++) {
    cache.select(User, 1 + (i % (n - 1))).subscribe(() => others++);
  }
  const before = others;
  return {
    run: (i) => cache.set(User, { id: watched, name: `Name ${i}` }),
    check: (times) => expect(emissions === times + 1 && others === before),
  };
});

results['for comparison: to copy an array of N'] = (() => {
  const list = users();
  let copy = [];
  const cost = measure(() => (copy = list.slice()), budget);
  expect(copy.length === n);
  return cost;
})();

console.log(JSON.stringify(results));

/** Measures what `set` makes of a cache that holds N users. */
function workload(name, set) {
  // An application's root injector, without an application: that would need a document.
  const injector = createEnvironmentInjector([
    { provide: INJECTOR_SCOPE, useValue: 'root' },
    { provide: PLATFORM_ID, useValue: 'browser' },
    ErrorHandler,
    provideZonelessChangeDetection(),
    provideCache(),
  ]);
  const cache = injector.get(CacheService);
  cache.set(allUsers, users());
  const { run, check } = set(cache);
  let times = 0;
  const counted = (i) => {
    times++;
    run(i);
  };
  results[name] = measure(counted, budget);
  check?.(times);
  injector.destroy();
}

function users() {
  return Array.from({ length: n }, (_, i) => ({
    id: i + 1,
    name: `Name ${i}`,
    email: `name${i}@example.com`,
    isAdmin: i % 7 === 0,
    teamId: i % 40,
    age: 20 + (i % 50),
  }));
}

function rename(cache, i) {
  cache.set(User, { id: idOf(i), name: `New name ${i}` });
}

/** Ids all over the table, in no order that a processor could guess. */
function idOf(i, of = n) {
  return 1 + ((Math.imul(i, 2_654_435_761) >>> 0) % of);
}

function expect(holds) {
  if (!holds) throw new Error('The cache did not do what is measured.');
}
