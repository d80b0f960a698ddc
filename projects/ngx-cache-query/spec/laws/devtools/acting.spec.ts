import { HttpErrorResponse, provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Endpoint,
  Entity,
  optimistic,
  provideCache,
  RestEndpoint,
  restEndpoints,
  type RestError,
  retries,
  snakeCase,
  typed,
  withClock,
  withExpiry,
  withRefetchOnReconnect,
  withRest,
} from 'ngx-cache-query';
import { CacheDevtools, withDevtools } from 'ngx-cache-query/devtools';
import { CacheTesting, provideCacheTesting } from 'ngx-cache-query/testing';
import { of } from 'rxjs';
import { FakeClock } from '../../support/fake-clock';
import { watch } from '../../support/watch';

class Owner extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  static override readonly key: string = 'ActingOwner';
}
class Task extends Entity {
  readonly id: number = 0;
  readonly title: string = '';
  readonly note: string | null = null;
  readonly at: Date = new Date(0);
  readonly owner: Owner | null = null;
  static override readonly key: string = 'ActingTask';
  static override readonly schema = {
    at: (raw: string) => {
      const at = new Date(raw);
      if (Number.isNaN(at.getTime())) throw new Error('no date');
      return at;
    },
    owner: Owner,
  };
}
const tasks = restEndpoints({
  path: '/tasks/:id',
  schema: Task,
  body: typed<{ title: string }>(),
  optimistic,
});
const list = { endpoint: 'GET /tasks', key: 'GET /tasks' };
const rows = [
  { id: 1, title: 'Milk', at: '2020-01-01', owner: { id: 1, name: 'Ada' } },
  { id: 2, title: 'Bread' },
];

describe('D4 devtools act as the application, the user and the network do', () => {
  let cache: CacheService;
  let testing: CacheTesting;
  let devtools: CacheDevtools;

  const setUp = async () => {
    TestBed.configureTestingModule({
      providers: [
        provideCache(withDevtools()),
        provideCacheTesting({ now: '2026-01-01T12:00:00Z' }),
      ],
    });
    cache = TestBed.inject(CacheService);
    testing = TestBed.inject(CacheTesting);
    devtools = TestBed.inject(CacheDevtools);
    const seen = watch(cache.watch(tasks.getList));
    testing.expectRequest(tasks.getList).flush(rows);
    await testing.settled();
    return seen;
  };

  it('refetches, resets and marks a response as stale', async () => {
    const seen = await setUp();
    devtools.actions.markStale(list);
    expect(devtools.responses()[0].isMarkedStale).toBeTrue();
    expect(testing.openRequests.length).toBe(0);
    const refetched = devtools.actions.refetch(list);
    expect(seen.last?.status).toBe('reloading');
    testing.expectRequest(tasks.getList).flush([rows[0]]);
    await refetched;
    expect(devtools.responses()[0].isMarkedStale).toBeFalse();
    devtools.actions.reset(list);
    expect(seen.last?.status).toBe('loading');
    expect(devtools.rows('ActingTask').length).toBe(2);
    testing.expectRequest(tasks.getList).flush(rows);
    await testing.settled();
    expect(seen.last?.value?.length).toBe(2);
    expect(() => devtools.actions.reset({ endpoint: 'none', key: 'none' })).not.toThrow();
  });

  it('simulates requests that do not end, and sends them when this is taken back', async () => {
    const seen = await setUp();
    const { actions } = devtools;
    actions.simulate(list, { kind: 'loading' });
    expect(actions.simulations()).toEqual([{ ...list, what: { kind: 'loading' } }]);
    expect(seen.last?.status).toBe('reloading');
    expect(seen.last?.value?.length).toBe(2);
    await testing.clock.advance(600_000);
    expect(testing.openRequests.length).toBe(0);
    expect(seen.last?.isFetching).toBeTrue();
    actions.simulate(list, undefined);
    expect(actions.simulations()).toEqual([]);
    testing.expectRequest(tasks.getList).flush([rows[0]]);
    await testing.settled();
    expect(seen.last?.value?.length).toBe(1);
    expect(testing.openRequests.length).toBe(0);
  });

  it('simulates errors of reads, and refetches when this is taken back', async () => {
    const seen = await setUp();
    devtools.actions.simulate(list, { kind: 'error', status: 503 });
    await testing.settled();
    expect((seen.last?.refreshError as RestError).status).toBe(503);
    expect(seen.last?.value?.length).toBe(2);
    expect(testing.openRequests.length).toBe(0);
    devtools.actions.simulate(list, undefined);
    testing.expectRequest(tasks.getList).flush(rows);
    await testing.settled();
    expect(seen.last?.refreshError).toBeUndefined();
  });

  it('simulates errors of mutations, by the name of the endpoint', async () => {
    const seen = await setUp();
    const patch = { endpoint: 'PATCH /tasks/:id' };
    devtools.actions.simulate(patch, { kind: 'error', status: 422 });
    const save = watch(cache.fetch(tasks.partialUpdate, { id: 1 }, { title: 'Oats' }));
    expect(seen.last?.value?.[0].title).toBe('Oats');
    await testing.settled();
    expect((save.errors[0] as RestError).status).toBe(422);
    expect(seen.last?.value?.[0].title).toBe('Milk');
    devtools.actions.simulate({ ...patch, key: 'PATCH /tasks/2' }, { kind: 'loading' });
    const other = watch(cache.fetch(tasks.partialUpdate, { id: 2 }, { title: 'Rye' }));
    await testing.settled();
    expect([other.errors.length, seen.last?.value?.[1].title]).toEqual([0, 'Rye']);
  });

  it('edits a field in one commit, and refuses what a response could not contain', async () => {
    const seen = await setUp();
    const edit = (field: string, value: unknown) => devtools.edit('ActingTask', '1', field, value);
    const before = devtools.commits()[0].id;
    edit('title', 'Oats');
    edit('at', '2021-05-05');
    edit('owner', null);
    edit('note', 'soon');
    const [task] = seen.last!.value!;
    expect([task.title, task.at.getFullYear(), task.owner, task.note]).toEqual([
      'Oats',
      2021,
      null,
      'soon',
    ]);
    const made = devtools.commits().slice(0, 4);
    expect(made.map(({ cause, id }) => [cause.kind, id])).toEqual(
      [4, 3, 2, 1].map((n) => ['write', before + n]),
    );
    expect(() => edit('title', 5)).toThrowError(/NCQ1001/);
    expect(() => edit('at', 'never')).toThrowError(/NCQ1012/);
    expect(() => edit('owner', true)).toThrowError(/NCQ1003/);
    expect(() => edit('id', 9)).toThrowError(/NCQ2004/);
    expect(() => devtools.edit('ActingTask', '9', 'title', '')).toThrowError(/NCQ4003/);
    expect(() => devtools.edit('None', '9', 'title', '')).toThrowError(/NCQ4003/);
    devtools.showCommit(before);
    expect(() => edit('title', 'Rye')).toThrowError(/showNow\(\)/);
    devtools.showNow();
    expect(devtools.commits()[0].id).toBe(before + 4);
  });
});

describe('D4 a browser that is simulated to be offline', () => {
  const clock = new FakeClock();
  let cache: CacheService;
  let http: HttpTestingController;
  let devtools: CacheDevtools;

  beforeEach(() => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideCache(
          withDevtools(),
          withRefetchOnReconnect(),
          withExpiry({ staleTime: 0 }),
          withClock(clock),
        ),
      ],
    });
    cache = TestBed.inject(CacheService);
    http = TestBed.inject(HttpTestingController);
    devtools = TestBed.inject(CacheDevtools);
  });

  it('fails each request, and refetches stale data when it is back', async () => {
    const seen = watch(cache.watch(tasks.getList));
    http.expectOne('/tasks').flush(rows);
    devtools.actions.setOffline(true);
    expect(devtools.actions.isOffline()).toBeTrue();
    await cache.refetch(tasks.getList);
    expect((seen.last?.refreshError as RestError).status).toBe(0);
    expect(seen.last?.value?.length).toBe(2);
    devtools.actions.setOffline(false);
    http.expectOne('/tasks').flush([rows[0]]);
    expect(seen.last?.value?.length).toBe(1);
    expect(devtools.requests()[0].reason?.kind).toBe('reconnect');
  });

  it('waits with polls', () => {
    watch(cache.watch(tasks.getList.polled(5_000)));
    http.expectOne('/tasks').flush(rows);
    devtools.actions.setOffline(true);
    clock.pass(20_000);
    expect(devtools.requests().length).toBe(1);
    devtools.actions.setOffline(false);
    http.expectOne('/tasks').flush(rows);
    expect(devtools.requests().length).toBe(2);
  });
});

describe('D4 simulated failures', () => {
  const getTask = new RestEndpoint({ path: '/tasks/:id', schema: Task, retry: retries() });
  const getMine = new RestEndpoint({
    path: '/tasks',
    searchParams: typed<{ ownerId: number }>(),
    schema: [Task],
  });
  const plain = new Endpoint({ name: 'plain', load: () => of(1) });

  const setUp = () => {
    TestBed.configureTestingModule({
      providers: [
        provideHttpClient(),
        provideHttpClientTesting(),
        provideCache(withDevtools(), withRest({ urlPrefix: '/api', names: snakeCase })),
      ],
    });
    return {
      cache: TestBed.inject(CacheService),
      http: TestBed.inject(HttpTestingController),
      actions: TestBed.inject(CacheDevtools).actions,
    };
  };

  for (const status of [0, 404, 422]) {
    it(`are those of HttpClient, with the status ${status}`, async () => {
      const { actions, cache, http } = setUp();
      const real = watch(cache.fetch(getMine, { ownerId: 1 }));
      const request = http.expectOne('/api/tasks?owner_id=1');
      if (status === 0) request.error(new ProgressEvent('error'));
      else request.flush(null, { status, statusText: '' });
      actions.simulate({ endpoint: 'GET /tasks' }, { kind: 'error', status });
      const simulated = watch(cache.fetch(getMine, { ownerId: 1 }));
      await Promise.resolve();
      await Promise.resolve();
      const [expected, actual] = [real.errors[0], simulated.errors[0]] as RestError[];
      expect(actual).toEqual(expected);
      expect(actual.cause).toBeInstanceOf(HttpErrorResponse);
      expect((actual.cause as Error).message).toBe((expected.cause as Error).message);
      http.verify();
    });
  }

  it('are retried like others', async () => {
    const { actions, cache, http } = setUp();
    actions.simulate({ endpoint: getTask.name }, { kind: 'error', status: 503 });
    const seen = watch(cache.fetch(getTask, { id: 1 }));
    await Promise.resolve();
    await Promise.resolve();
    const devtools = TestBed.inject(CacheDevtools);
    expect([seen.errors.length, devtools.requests()[0].attempts]).toEqual([0, 1]);
    expect(devtools.timers().map(({ kind }) => kind)).toContain('retry');
    seen.subscription.unsubscribe();
    http.verify();
  });

  it('of other endpoints contain the response', async () => {
    const { actions, cache } = setUp();
    actions.simulate({ endpoint: 'plain' }, { kind: 'error', status: 500 });
    const seen = watch(cache.fetch(plain));
    await Promise.resolve();
    await Promise.resolve();
    expect((seen.errors[0] as RestError).status).toBe(500);
  });
});
