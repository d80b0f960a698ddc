import { TestBed } from '@angular/core/testing';
import {
  All,
  type CacheService,
  Collection,
  Entity,
  optimistic,
  Query,
  restEndpoints,
  typed,
  Union,
} from 'ngx-cache-query';
import {
  type CacheDevtools,
  type ConsoleApi,
  type DevtoolsOptions,
  type DevtoolsSession,
  RecordedSession,
} from 'ngx-cache-query/devtools';
import { type CacheTesting, replaySession } from 'ngx-cache-query/testing';
import { setUpDevtools } from '../../support/devtools';
import { watch } from '../../support/watch';

class Owner extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  static override readonly key: string = 'SessionOwner';
}
class Task extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly at: Date = new Date(0);
  readonly owner: Owner | null = null;
  static override readonly key: string = 'SessionTask';
  static override readonly schema = {
    at: (raw: string) => {
      if (Number.isNaN(Date.parse(raw))) throw new Error('no date');
      return new Date(raw);
    },
    owner: Owner,
  };
}
class Reading extends Entity {
  readonly id: number = 0;
  readonly value: number = 0;
  static override readonly key: string = 'SessionReading';
}
/** The same entities. */
class ShortReading extends Entity {
  readonly id: number = 0;
  static override readonly key: string = 'SessionReading';
}
class Secret extends Entity {
  readonly id: number = 0;
  readonly text: string = '';
  static override readonly key: string = 'SessionSecret';
  static override readonly sensitive = true;
}
const tasks = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  body: typed<{ title: string }>(),
  optimistic,
});
const owners = restEndpoints({
  path: '/owners/:id',
  schema: Owner,
  body: typed<{ name: string }>(),
  optimistic,
});
const secrets = restEndpoints({
  path: '/secrets/:id',
  schema: Secret,
  body: typed<{ text: string }>(),
});
const titles = new Query(new All(Task), (all) => all.map(({ title }) => title).join());
const rows = [
  { id: 1, title: 'Milk', at: '2020-01-01', owner: { id: 1, name: 'Ada' } },
  { id: 2, title: 'Bread' },
];

describe('D5 sessions', () => {
  let cache: CacheService;
  let testing: CacheTesting;
  let devtools: CacheDevtools;

  const setUp = (options?: DevtoolsOptions) => {
    TestBed.resetTestingModule();
    ({ cache, testing, devtools } = setUpDevtools(options));
  };
  const load = async () => {
    const list = watch(cache.watch(tasks.getList));
    testing.expectRequest(tasks.getList).flush(rows);
    await testing.settled();
    return list;
  };
  /** Loads the tasks (commit 1), renames one (2), deletes the other one (3), and creates a third one (4, 5). */
  const record = async (options?: DevtoolsOptions): Promise<DevtoolsSession> => {
    setUp(options);
    await load();
    watch(cache.select(titles));
    cache.set(Task, { id: 1, title: 'Oats' });
    cache.delete(Task, 2);
    watch(cache.fetch(tasks.getList.push, { title: 'Tea' }));
    testing.expectRequest(tasks.getList.push).flush({ id: 3, title: 'Tea' });
    await testing.settled();
    return JSON.parse(JSON.stringify(devtools.exportSession())) as DevtoolsSession;
  };

  it('contain commits and requests with what made them, as plain JSON', async () => {
    const session = await record({ names: { titles } });
    expect(session).toEqual(devtools.exportSession());
    expect([session.version, session.name, session.date]).toEqual([
      1,
      'cache',
      '2026-01-01T12:00:00.000Z',
    ]);
    expect(session.commits.map(({ cause, id }) => [id, cause.kind])).toEqual([
      [1, 'response'],
      [2, 'write'],
      [3, 'write'],
      [4, 'optimistic'],
      [5, 'response'],
    ]);
    expect(session.commits[1].cause.stack!.split('\n').length).toBe(2);
    expect(session.commits[1].queries.map(({ hasEmitted, name }) => [name, hasEmitted])).toContain([
      'titles',
      true,
    ]);
    expect(session.requests.map(({ key, reason, state }) => [key, reason?.kind, state])).toEqual([
      ['GET /tasks', 'observed', 'success'],
      ['POST /tasks', undefined, 'success'],
    ]);
  });

  it('are read without the classes, step by step', async () => {
    const live = await record().then(() => devtools);
    const session = new RecordedSession(JSON.stringify(live.exportSession()));
    const why = (field: string) => session.whyField('SessionTask', '1', field).text;
    expect(session.rows('SessionTask')).toEqual([...live.rows('SessionTask')]);
    expect(session.tables()).toEqual(live.tables());
    expect(why('title')).toContain("'Oats' came with a call of the application at");
    expect(session.shownCommit()).toBeUndefined();
    expect(session.showCommit(1)).toBeTrue();
    expect(session.shownCommit()).toBe(1);
    expect(session.rows('SessionTask').map(({ pk }) => pk)).toEqual(['1', '2']);
    expect(session.row('SessionTask', '1')?.fields['title']).toBe('Milk');
    expect(why('title')).toBe(
      "'Milk' came with the response to GET /tasks (request 1) at 12:00:00.000 (commit 1).",
    );
    expect(session.whyRow('SessionTask', '1').map(({ field }) => field)).toEqual([
      'id',
      'title',
      'at',
      'owner',
    ]);
    expect(session.showCommit(9)).toBeFalse();
    session.showCommit(4);
    const [temporary] = session.rows('SessionTask').slice(-1);
    session.showCommit(5);
    expect(session.rows('SessionTask').slice(-1)[0].pk).toBe('3');
    expect(session.row('SessionTask', temporary.pk)?.fields['id']).toBe(3);
    session.showNow();
    const shown = session.commits().map(({ rows: changed }) => changed);
    expect(shown).toEqual(live.commits().map(({ rows: changed }) => [...changed]));
    expect(session.requests().map(({ state }) => state)).toEqual(['success', 'success']);
  });

  it('contain nothing that must not leave the page', async () => {
    const lists = new Query(new Collection([Secret]), (all) => all.length);
    setUp({ redact: ({ field, value }) => (field === 'title' ? '…' : value) });
    watch(cache.select(Secret, 4711));
    watch(cache.select(lists, { owner: 4711 }));
    const mixed = new Collection([new Union({ secret: Secret, task: Task }, 'kind')]);
    cache.set(mixed, { owner: 4711 }, []);
    await load();
    watch(cache.watch(secrets.get, { id: 4711 }));
    testing.expectRequest(secrets.get).flush({ id: 4711, text: 'hidden' });
    watch(cache.fetch(secrets.partialUpdate, { id: 4711 }, { text: 'hidden' }));
    testing.expectRequest(secrets.partialUpdate).fail(403, { reason: 'hidden' });
    watch(cache.fetch(tasks.partialUpdate, { id: 1 }, { title: 'hidden' }));
    testing.expectRequest(tasks.partialUpdate).fail(400);
    await testing.settled();
    void cache.refetch(secrets.get, { id: 4711 });
    testing.expectRequest(secrets.get).fail(500);
    await testing.settled();
    const text = JSON.stringify(devtools.exportSession());
    expect(text).not.toMatch(/4711|hidden|Milk/);
    expect(text).toContain('GET /secrets/:id');
    expect(text).toContain('NCQ5003');
  });

  it('are refused if they are broken or of another version, and nothing changes', async () => {
    const session = await record();
    const seen = watch(cache.select(titles));
    const changes = devtools.changes();
    const { commits: _, ...withoutCommits } = session;
    const broken: unknown[] = [
      undefined,
      5,
      'text',
      '{}',
      { ...session, version: 99 },
      withoutCommits,
      { ...session, history: { tables: [], steps: session.history.steps } },
    ];
    for (const file of broken) {
      expect(() => devtools.showSession(file as DevtoolsSession)).toThrowError(/NCQ4006/);
      expect(() => new RecordedSession(file)).toThrowError(/NCQ4006/);
    }
    expect([seen.values.length, devtools.changes()]).toEqual([1, changes]);
  });

  it('are shown in an application, which then returns to its present', async () => {
    const session = await record();
    setUp();
    const seen = watch(cache.select(titles));
    cache.set(Task, { id: 9, title: 'Own' });
    devtools.showSession(session, 1);
    expect(seen.last).toBe('Milk,Bread');
    expect(devtools.shownSession()).toBe(session);
    const task = watch(cache.select(Task, 1)); // It is read for the first time.
    expect([task.last?.title, task.last?.owner?.name]).toEqual(['Milk', 'Ada']);
    expect(task.last?.at.getFullYear()).toBe(2020);
    const list = watch(cache.watch(tasks.getList));
    expect(list.last?.value?.map(({ title }) => title)).toEqual(['Milk', 'Bread']);
    testing.expectRequest(tasks.getList).flush([{ id: 9, title: 'Mine' }]);
    await testing.settled();
    expect(seen.last).toBe('Milk,Bread');
    expect(cache.get(Task, 9)?.title).toBe('Mine');
    expect(devtools.rows('SessionTask').map(({ pk }) => pk)).toEqual(['9']);
    expect(() => devtools.edit('SessionTask', '9', 'title', '')).toThrowError(/showNow\(\)/);
    devtools.showSession(new RecordedSession(session));
    expect(seen.last).toBe('Oats,Tea');
    expect(devtools.showCommit(devtools.commits()[0].id)).toBeTrue();
    expect(devtools.shownSession()).toBeUndefined();
    expect(seen.last).toBe('Mine');
    devtools.showSession(session, 2);
    devtools.showNow();
    expect([seen.last, list.last?.value?.length]).toEqual(['Mine', 1]);
    expect(devtools.shownSession()).toBeUndefined();
  });

  it('do not end subscribers whose code cannot handle their data', async () => {
    const session = await record({ redact: ({ field, value }) => (field === 'at' ? '…' : value) });
    setUp();
    spyOn(console, 'error');
    const fails = new Query(new All(Task), (all) => {
      if (all.some(({ id }) => id === 2)) throw new Error('unexpected');
      return all.length;
    });
    const seen = watch(cache.select(fails));
    cache.set(Task, { id: 9 });
    devtools.showSession(session, 1); // The task whose date is redacted is not shown.
    expect([seen.last, seen.errors.length]).toEqual([1, 0]);
    expect(console.error).toHaveBeenCalled();
    devtools.showNow();
    cache.set(Task, { id: 10 });
    expect(seen.last).toBe(2);
  });

  it('are exported and replayed in the console', async () => {
    await record();
    const { ngxCacheQuery: api } = globalThis as never as { ngxCacheQuery: ConsoleApi };
    const file = JSON.stringify(api.session());
    const timeline = api.timeline();
    setUp();
    const seen = watch(cache.select(titles));
    const { ngxCacheQuery: other } = globalThis as never as { ngxCacheQuery: ConsoleApi };
    const shown = other.replay(file, 3);
    expect(JSON.parse(JSON.stringify(shown))).toEqual(shown);
    expect(shown.timeline).toEqual(timeline);
    expect([shown.session, shown.commit]).toEqual(['cache', 3]);
    expect(shown.tables).toContain(jasmine.objectContaining({ table: 'SessionTask', rows: 1 }));
    expect(seen.last).toBe('Oats');
    expect(other.replay(JSON.parse(file)).commit).toBe(5);
    expect(seen.last).toBe('Oats,Tea');
    other.showNow();
    expect(seen.last).toBeUndefined();
  });

  it('are replayed in the cache of a spec, commit by commit', async () => {
    const session = await record();
    setUp();
    const seen = watch(cache.select(titles));
    replaySession(cache, session, { to: 3 });
    expect(seen.values).toEqual([undefined, 'Milk,Bread', 'Oats,Bread', 'Oats']);
    setUp();
    replaySession(cache, session);
    const list = watch(cache.watch(tasks.getList));
    expect(list.last?.value?.map(({ id, title }) => [id, title])).toEqual([
      [1, 'Oats'],
      [3, 'Tea'],
    ]);
    expect([list.last?.isFetching, list.last?.value?.[0].owner?.name]).toEqual([false, 'Ada']);
    expect(cache.get(Task, 3)?.title).toBe('Tea');
    expect(testing.openRequests.length).toBe(0);
  });

  it('are replayed with each row at its place in the order of arrival', async () => {
    setUp();
    const live = watch(cache.select(titles));
    cache.set(Task, { id: 1, title: 'Milk' });
    watch(cache.fetch(tasks.partialUpdate, { id: 2 }, { title: 'Rye' })); // Takes the second place.
    cache.set(Task, { id: 3, title: 'Tea' });
    testing.expectRequest(tasks.partialUpdate).flush({ id: 4, title: 'Oats' });
    await testing.settled();
    cache.batch(() => {
      cache.delete(Task, 1);
      cache.set(Task, { id: 1, title: 'Milk' });
    });
    expect(live.values.slice(-2)).toEqual(['Milk,Oats,Tea', 'Oats,Tea,Milk']);
    const session = devtools.exportSession();
    setUp();
    const seen = watch(cache.select(titles));
    cache.set(Task, { id: 9, title: 'Own' });
    replaySession(cache, session);
    expect(seen.values.slice(-2)).toEqual(['Own,Milk,Oats,Tea', 'Own,Oats,Tea,Milk']);
    cache.set(Task, { id: 5, title: 'Last' });
    expect(seen.last).toBe('Own,Oats,Tea,Milk,Last');
    setUp();
    replaySession(cache, session); // Nothing uses the class yet.
    expect(watch(cache.select(titles)).last).toBe('Oats,Tea,Milk');
  });

  it('contain the rows of two classes with one key once, with the fields that they had', () => {
    setUp();
    cache.set([Reading], [{ id: 1, value: 2 }]);
    expect(cache.get(ShortReading, 1)!.id).toBe(1);
    cache.set(Reading, { id: 2, value: 3 });
    const session = devtools.exportSession();
    const recorded = new RecordedSession(session);
    expect(recorded.tables().filter(({ name }) => name === 'SessionReading').length).toBe(1);
    expect(recorded.rows('SessionReading').map(({ pk }) => pk)).toEqual(['1', '2']);
    setUp();
    replaySession(cache, session);
    expect(cache.get(new All(Reading))!.map((each) => ({ ...each }))).toEqual([
      { id: 1, value: 2 },
      { id: 2, value: 3 },
    ] as never);
  });

  it('find a created entity by its server id, also if it was deleted later', async () => {
    setUp();
    cache.set(Task, { id: 1, title: 'Milk' });
    watch(cache.fetch(owners.getList.push, { name: 'Ada' }));
    testing.expectRequest(owners.getList.push).flush({ id: 5, name: 'Ada' });
    await testing.settled();
    cache.set(Task, { id: 1, owner: 5 });
    cache.delete(Owner, 5);
    const session = new RecordedSession(devtools.exportSession());
    session.showCommit(3);
    expect(session.rows('SessionOwner').map(({ pk }) => pk)).toEqual(['5']);
    expect(session.row('SessionOwner', '5')?.fields['name']).toBe('Ada');
    setUp();
    devtools.showSession(session, 1);
    const seen = watch(cache.select(Task, 1));
    expect(seen.last?.owner).toBeNull();
    devtools.showSession(session, 4);
    expect(seen.last?.owner?.name).toBe('Ada');
    devtools.showSession(session, 5);
    expect(seen.last?.owner).toBeNull();
  });

  it('are refused in production builds, which record no earlier data', async () => {
    const session = await record();
    const { ngxCacheQuery: api } = globalThis as never as { ngxCacheQuery: ConsoleApi };
    const page = globalThis as { ngDevMode?: unknown };
    const before = page.ngDevMode;
    page.ngDevMode = false;
    try {
      expect(() => devtools.exportSession()).toThrowError(
        /^exportSession\(\) .* development build/,
      );
      expect(() => api.session()).toThrowError(/exportSession/);
      expect(() => api.replay(session)).toThrowError(/^showSession\(\) .* development build/);
      expect(devtools.showCommit(1)).toBeFalse();
      expect([devtools.shownSession(), devtools.shownCommit()]).toEqual([undefined, undefined]);
    } finally {
      page.ngDevMode = before;
    }
  });
});
