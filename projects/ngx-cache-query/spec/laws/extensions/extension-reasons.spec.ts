import { TestBed } from '@angular/core/testing';
import {
  All,
  type AnyEndpoint,
  CacheService,
  Entity,
  optimistic,
  provideCache,
  Query,
  RestEndpoint,
  restEndpoints,
  retries,
  typed,
  withRefetchOnFocus,
  withRetention,
} from 'ngx-cache-query';
import { type CacheExtension, type Commit, withExtension } from 'ngx-cache-query/extensions';
import { CacheTesting, provideCacheTesting } from 'ngx-cache-query/testing';
import { Recorder } from '../../support/recorder';
import { watch } from '../../support/watch';

class Task extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly done: boolean = false;
  static override readonly key: string = 'ReasonTask';
}
class Project extends Entity {
  readonly id: number = 0;
  readonly lead: Task | null = null;
  static override readonly key: string = 'ReasonProject';
  static override readonly schema = { lead: Task };
}
const tasks = restEndpoints({ path: '/tasks/:id', schema: Task, optimistic });
const getStats = new RestEndpoint({ path: '/stats', staleTime: 10_000, retry: retries() });
const getLive = new RestEndpoint({ path: '/live', pollInterval: 30_000 });
const open = new Query(new All(Task), (all) => all.filter(({ done }) => !done));
const count = new Query(open, (all) => all.length);
const rows = [
  { id: 1, title: 'A', done: false },
  { id: 2, title: 'B', done: true },
];

class Traced extends Recorder implements CacheExtension {
  readonly traces = true;
  readonly tracesCalls = true;
}

describe('Extensions know why', () => {
  let recorder: Traced;
  let cache: CacheService;
  let testing: CacheTesting;

  beforeEach(() => {
    recorder = new Traced();
    TestBed.configureTestingModule({
      providers: [
        provideCache(
          withExtension(() => recorder),
          withRefetchOnFocus(),
          withRetention(),
        ),
        provideCacheTesting(),
      ],
    });
    cache = TestBed.inject(CacheService);
    testing = TestBed.inject(CacheTesting);
  });

  it('a query ran: the rows of the commit that it shows, its runs, and whether it emitted', () => {
    cache.set([Task], rows);
    const seen = watch(cache.select(count));
    cache.set(Task, { id: 2, title: 'BB' });
    cache.set(Task, { id: 1, done: true });
    const of = ({ affected }: Commit) =>
      affected.map(({ hasEmitted, queryable, rows: shown, runs }) => [
        queryable === open ? 'open' : queryable === count ? 'count' : 'other',
        shown.map(({ pk }) => pk).join(),
        runs,
        hasEmitted,
      ]);
    expect(recorder.commits.slice(1).map(of)).toEqual([
      jasmine.arrayWithExactContents([
        ['open', '2', 1, false],
        ['count', '2', 0, false],
      ]) as never,
      jasmine.arrayWithExactContents([
        ['open', '1', 1, false],
        ['count', '1', 1, true],
      ]) as never,
    ]);
    expect(seen.values).toEqual([1, 0]);
  });

  it('a signal received another value, also if it has read it after the commit', () => {
    cache.set([Task], rows);
    const signal = TestBed.runInInjectionContext(() => cache.selectSignal(count));
    const effects = () =>
      recorder.commits.slice(1).map(({ affected }) => {
        const { hasEmitted, runs } = affected.find(({ queryable }) => queryable === count)!;
        return [runs, hasEmitted];
      });
    expect(signal()).toBe(1);
    cache.set(Task, { id: 1, done: true });
    expect(effects()).toEqual([[0, false]]);
    expect(signal()).toBe(0);
    expect(effects()).toEqual([[1, true]]);
    cache.set(Task, { id: 1, done: false });
    expect(effects()).toEqual([
      [1, true],
      [0, false],
    ]);
    expect(signal()).toBe(1);
    expect(effects()[1]).toEqual([1, true]);
  });

  it('a commit was made: the time, and the call of the application', () => {
    cache.set(Task, { id: 1 });
    const [{ causes, time }] = recorder.commits;
    expect(time).toBe(testing.clock.now());
    expect(causes[0].stack).toContain('extension-reasons.spec');
    watch(cache.fetch(tasks.get, { id: 1 }));
    testing.expectRequest(tasks.get).flush(rows[0]);
    const [cause] = recorder.commits.at(-1)!.causes;
    expect([cause.kind, cause.stack]).toEqual(['response', undefined]);
  });

  it('a read was sent', async () => {
    const reasons = () => {
      const all = recorder.requests.filter(({ isMutation, reason }) => reason && !isMutation);
      recorder.requests.length = 0;
      return all.map(({ key, reason }) => {
        const { cause, kind, stored } = reason!;
        return [key, kind, stored, cause && (cause.key ?? cause.kind)];
      });
    };
    const answer = async (endpoint: AnyEndpoint, body: unknown) => {
      testing.expectRequest(endpoint).flush(body);
      await testing.settled();
    };
    const list = watch(cache.watch(tasks.getList));
    await answer(tasks.getList, rows);
    expect(reasons()).toEqual([['GET /tasks', 'observed', 'nothing', undefined]]);

    cache.fetch(tasks.getList).subscribe();
    await answer(tasks.getList, rows);
    void cache.refetch(tasks.getList);
    await answer(tasks.getList, rows);
    expect(reasons()).toEqual([
      ['GET /tasks', 'called', 'value', undefined],
      ['GET /tasks', 'stale', 'stale', 'write'],
    ]);

    const saving = new RestEndpoint({
      path: '/tasks/:id',
      method: 'PATCH',
      schema: Task,
      body: typed<Partial<Task>>(),
      refetches: () => [tasks.getList],
    });
    cache.fetch(saving, { id: 1 }, { title: 'AA' }).subscribe();
    await answer(saving, { id: 1, title: 'AA' });
    await answer(tasks.getList, rows);
    expect(reasons()).toEqual([['GET /tasks', 'stale', 'stale', 'PATCH /tasks/1']]);

    await testing.clock.advance(100_000);
    testing.page.focus();
    await answer(tasks.getList, rows);
    void cache.reset(tasks.getList);
    await answer(tasks.getList, rows);
    expect(reasons()).toEqual([
      ['GET /tasks', 'focus', 'value', undefined],
      ['GET /tasks', 'reset', 'nothing', undefined],
    ]);
    list.subscription.unsubscribe();

    watch(cache.watch(getLive));
    await answer(getLive, 1);
    await testing.clock.advance(30_000);
    expect(reasons().map(([, kind]) => kind)).toEqual(['observed', 'poll']);
  });

  it('a read is not sent again yet: until when it waits', async () => {
    const stats = watch(cache.watch(getStats));
    testing.expectRequest(getStats).fail(503);
    await testing.settled();
    const [{ at, key, kind }] = recorder.cache.timers();
    expect([kind, key]).toEqual(['retry', 'GET /stats']);
    expect(testing.openRequests).toEqual([]);
    await testing.clock.advance(at - testing.clock.now());
    const kinds = () => recorder.cache.timers().map((each) => each.kind);
    expect(kinds()).not.toContain('retry');
    testing.expectRequest(getStats).flush(1);
    await testing.settled();
    expect(recorder.requests.map(({ state }) => state)).toEqual(['pending', 'success']);
    void cache.refetch(getStats);
    testing.expectRequest(getStats).fail(503);
    await testing.settled();
    expect(kinds()).toContain('retry');
    stats.subscription.unsubscribe();
    expect(kinds()).not.toContain('retry');
  });

  it('no read is sent, and which timers run', async () => {
    const stats = watch(cache.watch(getStats));
    const live = watch(cache.watch(getLive));
    for (const endpoint of [getStats, getLive]) testing.expectRequest(endpoint).flush(1);
    await testing.settled();
    const now = testing.clock.now();
    const times = () => recorder.cache.timers().map(({ at, key, kind }) => [kind, key, at - now]);
    expect(times()).toEqual([
      ['stale', 'GET /stats', 10_000],
      ['poll', 'GET /live', 30_000],
      ['stale', 'GET /live', 60_000],
      ['sweep', undefined, 60_000],
    ]);
    const state = () => {
      const [{ freshUntil, observers }] = recorder.cache.responses();
      return [freshUntil && freshUntil - now, observers];
    };
    expect(state()).toEqual([10_000, 1]);
    await testing.clock.advance(10_000);
    expect(state()).toEqual([undefined, 1]);
    stats.subscription.unsubscribe();
    live.subscription.unsubscribe();
    expect(times()).toEqual([['sweep', undefined, 60_000]]);
  });

  it('a row looks as it does: what mutations in flight do to what the server has', async () => {
    cache.set([Task], rows);
    const { pending } = recorder.cache;
    expect(pending('ReasonTask', '1')).toBeUndefined();
    const edit = watch(cache.fetch(tasks.partialUpdate, { id: 1 }, { title: 'new' }));
    const deletion = watch(cache.fetch(tasks.delete, { id: 1 }));
    const [first, second] = recorder.requests.map(({ id }) => id);
    expect(pending('ReasonTask', '1')).toEqual({
      server: rows[0],
      changes: [
        { request: first, fields: { title: 'new' }, isAnswered: false },
        { request: second, fields: undefined, isAnswered: false },
      ],
    });
    for (const { subscription } of [edit, deletion]) subscription.unsubscribe();
    expect(pending('ReasonTask', '1')).toBeUndefined();
  });

  it('a row is kept: what shows and references it, and for how long it stays', () => {
    cache.set(Project, { id: 7, lead: { id: 1, title: 'A' } });
    const uses = () => {
      const { keptFor, queries, references } = recorder.cache.uses('ReasonTask', '1');
      return [queries.map(({ queryable }) => queryable), references, keptFor];
    };
    const references = [{ table: 'ReasonProject', pk: '7' }];
    expect(uses()).toEqual([[], references, Infinity]); // Only the application has it.
    watch(cache.fetch(tasks.get, { id: 1 }));
    testing.expectRequest(tasks.get).flush({ id: 1, title: 'B' });
    const shown = watch(cache.select(Project, 7));
    const response = { table: 'GET /tasks/:id', pk: 'GET /tasks/1' };
    expect(uses()).toEqual([[Project], [...references, response], 300_000]);
    shown.subscription.unsubscribe();
  });

  it('a row is kept: an entity that shows all entities of its class', () => {
    class Board extends Entity {
      readonly id: number = 0;
      readonly tasks: readonly Task[] = [];
      static override readonly schema = { tasks: new All(Task) };
    }
    cache.set(Board, { id: 3 });
    cache.set(
      [Project],
      [7, 8].map((id) => ({ id, lead: { id: 1, title: 'A' } })),
    );
    watch(cache.select(Project, 8));
    cache.delete(Project, 8);
    const references = (table: string, key: string) =>
      recorder.cache.uses(table, key).references.map((each) => `${each.table} ${each.pk}`);
    expect(references('ReasonTask', '1')).toEqual(['Board 3', 'ReasonProject 7']);
    expect(references('ReasonProject', '7')).toEqual([]);
  });
});
