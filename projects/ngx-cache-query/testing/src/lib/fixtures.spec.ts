import { provideHttpClient } from '@angular/common/http';
import { HttpTestingController, provideHttpClientTesting } from '@angular/common/http/testing';
import { TestBed } from '@angular/core/testing';
import {
  type CacheFeature,
  CacheService,
  Collection,
  Endpoint,
  infiniteState,
  optimistic,
  pageNumber,
  paginated,
  provideCache,
  RestEndpoint,
  restEndpoints,
  RestError,
  schema,
  snakeCase,
  toValues,
  typed,
  withRest,
  withRetry,
} from 'ngx-cache-query';
import {
  CacheTesting,
  delayed,
  failure,
  type Fixture,
  inTurn,
  manual,
  passThrough,
  provideCacheTesting,
  reply,
  respondTo,
} from 'ngx-cache-query/testing';
import { NEVER, type Observable } from 'rxjs';
import { ErrorLog, provideErrorLog } from '../../../spec/support/error-log';
import { names, User } from '../../../spec/support/models';
import { watch } from '../../../spec/support/watch';

const getUsers = new RestEndpoint({ path: '/users', schema: [User] });
const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const createUser = new RestEndpoint({ path: '/users', body: {} as { name: string }, schema: User });
const getTotal = new RestEndpoint({
  path: '/users',
  process: (_body: unknown, { headers }) => Number(headers.get('x-total-count')),
});
const now = new Endpoint({ name: 'now', load: (): Observable<number> => NEVER });

describe('Fixtures', () => {
  let testing: CacheTesting;
  let cache: CacheService;
  let reported: ErrorLog;

  function setUp(fixtures: readonly Fixture[] | undefined, ...features: CacheFeature[]): void {
    reported = new ErrorLog();
    TestBed.configureTestingModule({
      providers: [
        provideErrorLog(reported),
        provideHttpClient(),
        provideHttpClientTesting(),
        provideCache(...features),
        provideCacheTesting(fixtures && { fixtures }),
      ],
    });
    testing = TestBed.inject(CacheTesting);
    cache = TestBed.inject(CacheService);
  }

  it('respond with a value, after the loading state', async () => {
    setUp([respondTo(getUsers, [{ id: 'a', name: 'Ada' }])]);
    const { values } = watch(cache.watch(getUsers));
    expect(values.map(({ status }) => status)).toEqual(['loading']);
    await testing.settled();
    expect(values.map(({ status }) => status)).toEqual(['loading', 'resolved']);
    expect(names(cache.get(getUsers))).toEqual(['Ada']);
  });

  it('respond with a function of the arguments', async () => {
    setUp([respondTo(getUser, ({ id }) => ({ id, name: `User ${id}` }))]);
    const { values } = watch(cache.watch(getUser, { id: 5 }).pipe(toValues()));
    await testing.settled();
    expect(values.map(({ name }) => name)).toEqual(['User 5']);
  });

  it('respond to endpoints without HTTP', async () => {
    setUp([respondTo(now, 5)]);
    const { values } = watch(cache.watch(now).pipe(toValues()));
    await testing.settled();
    expect(values).toEqual([5]);
  });

  it('respond with headers, which `process` receives', async () => {
    setUp([respondTo(getTotal, reply([], { headers: { 'X-Total-Count': '200' } }))]);
    const { values } = watch(cache.watch(getTotal).pipe(toValues()));
    await testing.settled();
    expect(values).toEqual([200]);
  });

  it('fail as a server does', async () => {
    setUp([respondTo(createUser, failure(422, { name: 'is taken' }))]);
    const { errors } = watch(cache.fetch(createUser, { name: 'Ada' }));
    await testing.settled();
    const [error] = errors as RestError[];
    expect(error).toBeInstanceOf(RestError);
    expect([error!.status, error!.body, error!.url]).toEqual([422, { name: 'is taken' }, '/users']);
  });

  it('respond in the format of the API, which withRest describes', async () => {
    const fixtures = [
      respondTo(getUsers, { data: [{ id: 'a', is_admin: true }] }),
      respondTo(createUser, failure(422, { is_admin: 'no' })),
    ];
    setUp(fixtures, withRest({ unwrap: 'data', names: snakeCase }));
    const { values } = watch(cache.watch(getUsers).pipe(toValues()));
    const { errors } = watch(cache.fetch(createUser, { name: 'Ada' }));
    await testing.settled();
    expect(values.at(-1)?.map(({ isAdmin }) => isAdmin)).toEqual([true]);
    expect((errors as RestError[]).map(({ body }) => body)).toEqual([{ isAdmin: 'no' }]);
  });

  it('fail without a response, and with an error of the endpoint', async () => {
    const broken = new Error('broken');
    setUp([respondTo(getUser, failure(0)), respondTo(now, failure(broken))]);
    const { errors } = watch(cache.fetch(getUser, { id: 5 }));
    const state = watch(cache.watch(now));
    await testing.settled();
    expect((errors as RestError[]).map(({ status, body }) => [status, body])).toEqual([
      [0, undefined],
    ]);
    expect(state.last!.error!.cause).toBe(broken);
  });

  it('fail an endpoint without HTTP with a status', async () => {
    setUp([respondTo(now, failure(404))]);
    const state = watch(cache.watch(now));
    await testing.settled();
    expect(state.last!.error!.status).toBe(404);
  });

  it('respond when the clock is advanced', async () => {
    setUp([respondTo(getUsers, delayed(500, [{ id: 'a' }]))]);
    const { values } = watch(cache.watch(getUsers).pipe(toValues()));
    await testing.clock.advance(499);
    expect(values.length).toBe(0);
    await testing.clock.advance(1);
    expect(values.length).toBe(1);
  });

  it('respond in turn, and to retries', async () => {
    setUp([respondTo(getUsers, inTurn(failure(503), delayed(10, [{ id: 'a' }])))], withRetry());
    const { values } = watch(cache.watch(getUsers).pipe(toValues()));
    await testing.clock.advance(1_010);
    expect(values.length).toBe(1);
    expect(testing.requestsOf(getUsers)).toEqual([[], []]);
    void cache.refetch(getUsers); // the last response is repeated
    await testing.clock.advance(10);
    expect(testing.requestsOf(getUsers).length).toBe(3);
    expect(testing.isPending(getUsers)).toBeFalse();
  });

  it('begin their turns again in the next spec', async () => {
    const fixtures = [respondTo(now, inTurn(1, 2))];
    for (let spec = 0; spec < 2; spec++) {
      TestBed.resetTestingModule();
      setUp(fixtures);
      const { values } = watch(cache.watch(now).pipe(toValues()));
      await testing.settled();
      expect(values).toEqual([1]);
    }
  });

  it('respond to each page of a list', async () => {
    const api = restEndpoints({
      path: '/users/:id',
      schema: User,
      pages: paginated('page', pageNumber()),
    });
    const page = ({ page: n = 1 }: { page?: number | string } = {}) => [{ id: `user ${n}` }];
    setUp([respondTo(api.getList, page), respondTo(api.getList.getPage, page)]);
    const list = TestBed.runInInjectionContext(() => watch(infiniteState(api.getList.getPage)));
    await testing.settled();
    list.last!.loadMore();
    await testing.settled();
    void cache.refetch(api.getList);
    await testing.settled();
    const ids = list.last!.items!.map(({ id }) => id);
    expect(ids).toEqual(['user 1', 'user 2']);
    expect(testing.requestsOf(api.getList).length).toBe(2);
    expect(testing.requestsOf(api.getList.getPage)).toEqual([[{ page: 2 }], [{ page: 2 }]]);
  });

  it('can be added, and the last one counts', async () => {
    setUp([respondTo(now, 1)]);
    testing.addFixtures(respondTo(now, 2));
    const { values } = watch(cache.watch(now).pipe(toValues()));
    await testing.settled();
    expect(values).toEqual([2]);
  });

  it('abort a response that nothing waits for', async () => {
    setUp([respondTo(now, 1), respondTo(getUsers, delayed(10, []))]);
    cache.fetch(now).subscribe().unsubscribe();
    cache.fetch(getUsers).subscribe().unsubscribe();
    await testing.clock.advance(10);
    expect(cache.get(now)).toBeUndefined();
    expect(testing.isPending(getUsers)).toBeFalse();
  });

  it('are required of each request', async () => {
    setUp([], withRetry());
    const state = watch(cache.watch(getUser, { id: 5 }));
    await testing.settled();
    const message = 'No fixture for GET /users/:id with ({"id":5}).';
    expect(state.last!.error!.message).toContain(message);
    expect(String(reported.errors[0])).toContain(message);
    expect(() => testing.verify()).toThrowError(/No fixture for GET \/users\/:id/);
    expect(() => testing.verify()).not.toThrow();
    TestBed.inject(HttpTestingController).verify();
  });

  it('are required of a resource, which sends its request when it is created', async () => {
    setUp([]);
    const users = TestBed.runInInjectionContext(() => cache.resource(getUsers));
    await testing.settled();
    expect(users.error()!.message).toContain('No fixture for GET /users');
    TestBed.inject(HttpTestingController).verify();
    expect(() => testing.verify()).toThrowError(/No fixture for GET \/users/);
  });

  it('may leave a request to HttpClient', async () => {
    setUp([passThrough(getUser)]);
    const { values } = watch(cache.fetch(getUser, { id: 5 }));
    TestBed.inject(HttpTestingController).expectOne('/users/5').flush({ id: '5', name: 'Ada' });
    expect(values.map(({ name }) => name)).toEqual(['Ada']);
    testing.verify();
  });

  it('may leave a request to the spec', () => {
    setUp([manual(getUser)]);
    const { values } = watch(cache.fetch(getUser, { id: 5 }));
    testing.expectRequest(getUser).flush({ id: '5', name: 'Ada' });
    expect(values.map(({ name }) => name)).toEqual(['Ada']);
  });

  it('receive the body, or the parameters and the body, if the parameters are optional', async () => {
    const { getList } = restEndpoints({
      path: '/users/:id',
      schema: User,
      searchParams: typed<{ team?: number }>(),
      body: typed<{ name: string }>(),
    });
    setUp([respondTo(getList.push, ({ name }) => ({ id: name }))]);
    const created: unknown[] = [];
    const create = async () => {
      cache.fetch(getList.push, { name: 'Ada' }).subscribe(({ id }) => created.push(id));
      cache
        .fetch(getList.push, { team: 1 }, { name: 'Bo' })
        .subscribe(({ id }) => created.push(id));
      await testing.settled();
    };
    await create();
    testing.addFixtures(
      respondTo(getList.push, ({ team = 0 }: { team?: number }, { name }: { name: string }) => ({
        id: `${name} ${team}`,
      })),
    );
    await create();
    testing.addFixtures(respondTo(getList.push, (...args) => ({ id: `${args.length}` })));
    await create();
    expect(created).toEqual(['Ada', 'Bo', 'Ada 0', 'Bo 1', '1', '2']);
  });

  it('that respond leave nothing to the spec', () => {
    setUp([respondTo(getUser, { id: '5' })]);
    cache.fetch(getUser, { id: 5 }).subscribe();
    expect(() => testing.expectRequest(getUser)).toThrowError(/Use manual\(\) instead/);
  });

  it('do not change how lists and optimistic updates work', async () => {
    const list = new Collection([User]);
    const getList = new RestEndpoint({ path: '/users', schema: list });
    const remove = new RestEndpoint({
      path: '/users/:id',
      method: 'DELETE',
      schema: new schema.Invalidate(User),
      optimistic,
    });
    setUp([
      respondTo(getList, [{ id: 'a' }, { id: 'b' }]),
      respondTo(getList.push, (body) => ({ id: 'c', ...body })),
      manual(remove),
    ]);
    const users = watch(cache.watch(getList).pipe(toValues()));
    await testing.settled();
    cache.fetch(getList.push, { name: 'Cy' }).subscribe();
    await testing.settled();
    cache.fetch(remove, { id: 'a' }).subscribe();
    expect(users.last!.map(({ id }) => id)).toEqual(['b', 'c']);
    expect(testing.isOptimistic(User, 'a')).toBeTrue();
    testing.expectRequest(remove, { id: 'a' }).flush(null);
    expect(testing.isOptimistic(User, 'a')).toBeFalse();
  });
});
