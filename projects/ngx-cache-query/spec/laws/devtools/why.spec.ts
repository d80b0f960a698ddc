import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  All,
  CacheService,
  Entity,
  optimistic,
  provideCache,
  Query,
  restEndpoints,
  typed,
} from 'ngx-cache-query';
import {
  type CacheDevtools,
  type ConsoleApi,
  type DevtoolsOptions,
  withDevtools,
} from 'ngx-cache-query/devtools';
import type { CacheTesting } from 'ngx-cache-query/testing';
import { setUpDevtools } from '../../support/devtools';
import { watch } from '../../support/watch';

class Task extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
  static override readonly key: string = 'DevtoolsTask';
}
class Secret extends Entity {
  readonly id: number = 0;
  readonly text: string = '';
  static override readonly key: string = 'DevtoolsSecret';
  static override readonly sensitive = true;
}
const tasks = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  body: typed<Partial<Task>>(),
  optimistic,
});
const open = new Query(new All(Task), function openTasks(all) {
  return all.filter(({ done }) => !done);
});
const rows = [
  { id: 1, title: 'Milk', done: false },
  { id: 2, title: 'Bread', done: true },
];

describe('D1 devtools answer why', () => {
  let cache: CacheService;
  let testing: CacheTesting;
  let devtools: CacheDevtools;

  const setUp = (options?: DevtoolsOptions) => {
    ({ cache, testing, devtools } = setUpDevtools(options));
  };
  const load = async () => {
    const list = watch(cache.watch(tasks.getList));
    testing.expectRequest(tasks.getList).flush(rows);
    await testing.settled();
    return list;
  };

  it('a field has its value: which response, call or optimistic update has set it', async () => {
    setUp();
    await load();
    const why = (field: string) => devtools.why(cache.get(Task, 1)!, field);
    expect(why('title').text).toBe(
      "'Milk' came with the response to GET /tasks (request 1) at 12:00:00.000 (commit 1).",
    );
    cache.set(Task, { id: 1, done: true });
    expect(why('done').text).toMatch(
      /^true came with a call of the application at .*\(commit 2\)\.$/,
    );
    expect(why('done').origin?.cause.stack).toContain('why.spec');
    expect(why('title').origin?.commit).toBe(1);
    const save = watch(cache.fetch(tasks.partialUpdate, { id: 1 }, { title: 'Oats' }));
    expect(why('title').text).toBe(
      "'Oats' came with the optimistic response of PATCH /tasks/1 (request 2) at 12:00:00.000 " +
        "(commit 3). Request 2 is in flight. The server has 'Milk'.",
    );
    expect(why('title').pending?.server).toEqual({ ...rows[0], done: true });
    testing.expectRequest(tasks.partialUpdate).fail(400);
    await testing.settled();
    expect(save.errors.length).toBe(1);
    expect(why('title').text).toContain('the rollback of PATCH /tasks/1 (request 2)');
    expect(devtools.why(cache.get(Task, 2)!).map(({ field }) => field)).toEqual([
      'id',
      'title',
      'done',
    ]);
  });

  it('a query ran and emitted: which commit, rows and fields', async () => {
    setUp();
    await load();
    const seen = watch(cache.select(open));
    expect(devtools.whyQuery(open).text).toBe(
      'No recorded commit has affected openTasks of All(DevtoolsTask).',
    );
    cache.set(Task, { id: 2, title: 'Rye' });
    expect(devtools.whyQuery(open).text).toMatch(
      /\(commit 2\), which changed DevtoolsTask 2 \(title\): openTasks of All\(DevtoolsTask\): process ran once \(.* ms\), nothing was emitted\.$/,
    );
    cache.set(Task, { id: 2, done: false });
    const { results, runs, text } = devtools.whyQuery(open);
    expect(text).toContain('DevtoolsTask 2 (done)');
    expect(text).toContain('subscribers received another value');
    expect(devtools.whyQuery(open, { id: 1 }).runs).toEqual([]);
    expect(runs.map(({ commit, hasEmitted }) => [commit.id, hasEmitted])).toEqual([
      [3, true],
      [2, false],
    ]);
    expect(results.map((each) => [each.subscribers, each.runs])).toEqual([[1, 3]]);
    expect(seen.values.length).toBe(2);
  });

  it('a request was sent, and why none would be sent now', async () => {
    setUp();
    const why = () => devtools.whyRequest(tasks.getList).text;
    expect(why()).toBe('Nothing is stored, so the first subscriber sends a request.');
    const list = watch(cache.watch(tasks.getList));
    const sent =
      'Request 1 was sent at 12:00:00.000. Something began to need the response, and nothing was stored. ';
    expect(why()).toBe(`${sent}Request 1 is in flight, and new subscribers share it.`);
    testing.expectRequest(tasks.getList).flush(rows);
    await testing.settled();
    expect(why()).toBe(
      `${sent}The response of 12:00:00.000 is fresh until 12:01:00.000, so no request is sent.`,
    );
    await testing.clock.advance(60_000);
    expect(why()).toBe(`${sent}The response has expired, so a new subscriber sends a request.`);
    void cache.refetch(tasks.getList);
    testing.expectRequest(tasks.getList).fail(500);
    await testing.settled();
    expect(why()).toMatch(
      /^Request 2 was sent at 12:01:00\.000\. A call of the application made the stored response stale\. The last request has just failed \(NCQ5003\), so none is sent yet\.$/,
    );
    void cache.clear();
    expect(why()).toContain('clear() has dropped the response.');
    list.subscription.unsubscribe();
  });

  it('at an earlier time: the data, and where it came from', async () => {
    setUp();
    await load();
    const shown = () => [
      devtools.shownCommit(),
      devtools.row('DevtoolsTask', '1')?.fields['title'],
      devtools.whyField('DevtoolsTask', '1', 'title').origin?.commit,
      devtools.tables().find(({ name }) => name === 'DevtoolsTask')?.size,
    ];
    cache.set(Task, { id: 1, title: 'Oats' });
    cache.delete(Task, 2);
    const changes = devtools.changes();
    expect(shown()).toEqual([undefined, 'Oats', 2, 1]);
    devtools.showCommit(1);
    expect(devtools.changes()).toBeGreaterThan(changes);
    expect(shown()).toEqual([1, 'Milk', 1, 2]);
    expect(devtools.rows('DevtoolsTask').length).toBe(2);
    devtools.showCommit(2);
    expect(shown()).toEqual([2, 'Oats', 2, 2]);
    devtools.showNow();
    expect(shown()).toEqual([undefined, 'Oats', 2, 1]);
  });

  it('how much memory each table takes, and which timers run', async () => {
    setUp();
    await load();
    cache.get(open);
    expect(devtools.tables()).toContain(
      jasmine.objectContaining({ name: 'DevtoolsTask', size: 2, bytes: 144 }),
    );
    expect(devtools.timers().map(({ kind }) => kind)).toEqual(['stale', 'sweep']);
  });

  it('in the console, as plain JSON', async () => {
    setUp();
    await load();
    const { ngxCacheQuery: api } = globalThis as never as { ngxCacheQuery: never };
    const { requests, tables, timeline, timers, why, whyRequest } = api as Record<
      string,
      (...args: unknown[]) => unknown
    >;
    const all = [
      why('DevtoolsTask', 1, 'title'),
      why(cache.get(Task, 1), 'title'),
      whyRequest('GET /tasks'),
      requests(),
      tables(),
      timeline(),
      timers(),
    ];
    expect(JSON.parse(JSON.stringify(all))).toEqual(all);
    expect(all[0]).toEqual(all[1]);
    expect(timeline()).toEqual([
      {
        commit: 1,
        time: '12:00:00.000',
        cause: 'the response to GET /tasks (request 1)',
        rows: [
          'DevtoolsTask 1: added',
          'DevtoolsTask 2: added',
          jasmine.stringMatching(/^Collection \d+ of DevtoolsTask {}: added$/),
        ],
        emitted: ['GET /tasks'],
      },
    ]);
    TestBed.resetTestingModule();
    expect('ngxCacheQuery' in globalThis).toBeFalse();
  });

  it('for each cache of a page', () => {
    setUp();
    const parent = TestBed.inject(EnvironmentInjector);
    const route = createEnvironmentInjector([provideCache(withDevtools())], parent);
    route.get(CacheService).set(Task, rows[0]);
    const { ngxCacheQuery: api } = globalThis as never as { ngxCacheQuery: ConsoleApi };
    expect(api.caches).toEqual(['cache', 'cache 2']);
    expect([api.timeline().length, api.cache('cache 2').timeline().length]).toEqual([0, 1]);
    expect(() => api.cache('other')).toThrowError(/cache, cache 2/);
    route.destroy();
    expect(api.caches).toEqual(['cache']);
  });

  it('about the newest commits and requests only, and for a row as long as it exists', async () => {
    setUp({ maxCommits: 3 });
    await load();
    for (let n = 0; n < 9; n++) cache.set(Task, { id: 1, title: String(n) });
    expect(devtools.commits().map(({ id }) => id)).toEqual([10, 9, 8]);
    expect(devtools.why(cache.get(Task, 1)!, 'done').origin?.commit).toBe(1);
    cache.delete(Task, 1);
    cache.set(Task, { id: 1, title: 'new' });
    expect(devtools.why(cache.get(Task, 1)!, 'title').origin?.commit).toBe(12);
  });

  it('also after the server has given a created entity another id', async () => {
    setUp();
    const create = watch(cache.fetch(tasks.getList.push, { title: 'Tea' }));
    testing.expectRequest(tasks.getList.push).flush({ id: 3, title: 'Tea' });
    await testing.settled();
    expect(create.last?.id).toBe(3);
    watch(cache.fetch(tasks.partialUpdate, { id: 3 }, { title: 'Oats' }));
    testing.expectRequest(tasks.partialUpdate).flush({ id: 4, title: 'Oats' });
    await testing.settled();
    const [{ rows: changed }] = devtools.commits();
    expect(changed.map(({ kind, pk }) => [kind, pk])).toEqual([
      ['removed', '3'],
      ['added', '4'],
    ]);
  });

  it('with the names that the application has given', () => {
    const every = new Query(new All(Task), (all) => all.length);
    setUp({ names: { every, both: { every, open } } });
    watch(cache.select(every));
    watch(cache.select({ every, open }));
    cache.set(Task, rows[0]);
    expect(devtools.whyQuery(every).text).toContain(': every: process ran once');
    expect(devtools.nameOf({ every, open })).toBe(
      '{ every: every, open: openTasks of All(DevtoolsTask) }',
    );
    expect(devtools.commits()[0].queries.map(({ name }) => name)).toContain('every');
    const { ngxCacheQuery: api } = globalThis as never as { ngxCacheQuery: ConsoleApi };
    expect(api.queries().map(({ query }) => query)).toContain('every');
    expect(api.timeline()[0].emitted).toContain('every');
  });

  it('without what must not be seen', () => {
    setUp({ redact: ({ field, value }) => (field === 'title' ? 'hidden' : value) });
    cache.set(Task, rows[0]);
    cache.set(Secret, { id: 1, text: 'key' });
    expect(devtools.why(cache.get(Task, 1)!, 'title').value).toBe('hidden');
    expect(devtools.why(cache.get(Task, 1)!, 'done').value).toBeFalse();
    expect(devtools.why(cache.get(Secret, 1)!, 'text').text).not.toContain('key');
    const all = [
      devtools.commits().map((commit) => commit.rows),
      devtools.rows('DevtoolsTask'),
      devtools.rows('DevtoolsSecret'),
      devtools.row('DevtoolsSecret', '1'),
    ];
    expect(JSON.stringify(all)).not.toMatch(/Milk|key/);
  });
});
