import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  provideCache,
  RestEndpoint,
  toValues,
  withExpiry,
  withRefetchOnFocus,
  withRefetchOnReconnect,
} from 'ngx-cache-query';
import {
  CacheTesting,
  delayed,
  entityFactory,
  failure,
  inTurn,
  provideCacheTesting,
  reply,
  respondTo,
} from 'ngx-cache-query/testing';
import { Todo, User } from '../../../spec/support/models';
import { watch } from '../../../spec/support/watch';

const getUsers = new RestEndpoint({ path: '/users', schema: [User] });
const getUser = new RestEndpoint({ path: '/users/:id', schema: User });
const createUser = new RestEndpoint({ path: '/users', body: {} as { name: string }, schema: User });
const renameUser = new RestEndpoint({
  path: '/users/:id',
  method: 'PATCH',
  body: {} as { name: string },
  schema: User,
});
const upload = new RestEndpoint({ path: '/files', body: {} as FormData });
const people = [{ id: 'a', name: 'Ada' }];

describe('CacheTesting', () => {
  let testing: CacheTesting;
  let cache: CacheService;

  function setUp(options?: Parameters<typeof provideCacheTesting>[0]): void {
    TestBed.configureTestingModule({
      providers: [
        provideCache(
          withRefetchOnFocus(),
          withRefetchOnReconnect(),
          withExpiry({ staleTime: 1_000 }),
        ),
        provideCacheTesting(options),
      ],
    });
    testing = TestBed.inject(CacheTesting);
    cache = TestBed.inject(CacheService);
  }

  describe('without fixtures', () => {
    beforeEach(() => setUp());

    it('lets the spec respond', () => {
      const { values } = watch(cache.fetch(getUser, { id: 5 }));
      const request = testing.expectRequest(getUser, { id: 5 });
      expect(request.args).toEqual([{ id: 5 }]);
      request.flush({ id: '5', name: 'Ada' });
      expect(values.map(({ name }) => name)).toEqual(['Ada']);
      testing.verify();
    });

    it('lets the spec answer a mutation with nothing, as a server does', () => {
      cache.set([User], people);
      watch(cache.fetch(renameUser, { id: 'a' }, { name: 'Bea' }));
      testing.expectRequest(renameUser, { id: 'a' }, { name: 'Bea' }).flush(null, { status: 204 });
      expect(cache.get(User, 'a')!.name).toBe('Bea');
      watch(cache.fetch(createUser, { name: 'Cy' }));
      const created = { status: 201, headers: { Location: '/users/c' } };
      testing.expectRequest(createUser).flush(null, created);
      expect(cache.get(User, 'c')!.name).toBe('Cy');
    });

    it('settles when a mutation shows its error', async () => {
      const rename = TestBed.runInInjectionContext(() => cache.mutation(renameUser));
      rename.error();
      rename.mutate({ id: 'a' }, { name: 'Bea' });
      testing.expectRequest(renameUser).fail(500);
      await testing.settled();
      expect([rename.isPending(), rename.error()?.status]).toEqual([false, 500]);
    });

    it('tells apart two endpoint objects with the same path', () => {
      watch(cache.fetch(getUser, { id: 5 }));
      const other = new RestEndpoint({ path: '/users/:id', schema: User });
      expect(() => testing.expectRequest(other, { id: 5 })).toThrowError(/another endpoint object/);
      expect(() => testing.expectRequest(other)).toThrowError(/another endpoint object/);
      expect(() => testing.expectRequest(getUser, { id: 6 })).not.toThrowError(/another endpoint/);
    });

    it('lets the spec flush a failure and a reply, as in fixtures', () => {
      const failed = watch(cache.fetch(createUser, { name: 'Ada' }));
      testing.expectRequest(createUser).flush(failure(422));
      expect(failed.errors).toEqual([jasmine.objectContaining({ status: 422 })]);
      const { values } = watch(cache.fetch(getUser, { id: 5 }));
      testing.expectRequest(getUser).flush(reply({ id: '5', name: 'Ada' }));
      expect(values.map(({ name }) => name)).toEqual(['Ada']);
    });

    it('refuses to flush what only fixtures accept, and leaves the request open', () => {
      const { values } = watch(cache.fetch(getUser, { id: 5 }));
      const request = testing.expectRequest(getUser);
      expect(() => request.flush(delayed(5, {}))).toThrowError(/only in fixtures/);
      expect(() => request.flush(inTurn({}))).toThrowError(/only in fixtures/);
      request.flush({ id: '5', name: 'Ada' });
      expect(values.length).toBe(1);
    });

    it('lets the spec respond to a resource, which sends its request when it is created', async () => {
      const users = TestBed.runInInjectionContext(() => cache.resource(getUsers));
      testing.expectRequest(getUsers).flush(people);
      await Promise.resolve();
      expect(users.value()?.map(({ name }) => name)).toEqual(['Ada']);
      testing.verify();
    });

    it('lets the spec fail a request', () => {
      const { errors } = watch(cache.fetch(createUser, { name: 'Ada' }));
      testing.expectRequest(createUser).fail(422, { name: 'is taken' });
      expect(errors).toEqual([
        jasmine.objectContaining({ status: 422, body: { name: 'is taken' } }),
      ]);
    });

    it('finds a request by its arguments', () => {
      for (const name of ['Ada', 'Bo']) cache.fetch(createUser, { name }).subscribe();
      expect(testing.expectRequest(createUser, { name: 'Bo' }).args).toEqual([{ name: 'Bo' }]);
      expect(testing.openRequests.map(({ args }) => args)).toEqual([[{ name: 'Ada' }]]);
    });

    it('finds a request with an id as text by the same id as a number, and the other way around', () => {
      watch(cache.fetch(getUser, { id: '5' }));
      testing.expectRequest(getUser, { id: 5 }).flush({ id: '5' });
      watch(cache.fetch(getUser, { id: 5 }));
      testing.expectRequest(getUser, { id: '5' }).flush({ id: '5' });
      watch(cache.fetch(renameUser, { id: '5' }, { name: '7' }));
      const wrong = { name: 7 } as never;
      expect(() => testing.expectRequest(renameUser, { id: 5 }, wrong)).toThrowError(/no open/);
      testing.expectRequest(renameUser, { id: 5 }, { name: '7' }).flush({ id: '5' });
      watch(cache.fetch(createUser, { name: '7' }));
      expect(() => testing.expectRequest(createUser, wrong)).toThrowError(/no open/);
      testing.expectRequest(createUser, { name: '7' }).flush({ id: '6' });
    });

    it('finds a form by its fields', () => {
      const form = (name: string) => {
        const data = new FormData();
        data.set('name', name);
        return data;
      };
      cache.fetch(upload, form('a.txt')).subscribe();
      expect(() => testing.expectRequest(upload, form('b.txt'))).toThrowError(/no open request/);
      testing.expectRequest(upload, form('a.txt')).flush(null);
    });

    it('says which requests there are instead', () => {
      cache.fetch(getUser, { id: 5 }).subscribe();
      expect(() => testing.expectRequest(getUser, { id: 6 })).toThrowError(
        'expectRequest: no open request to GET /users/:id with ({"id":6}). Open requests: ' +
          'GET /users/:id with ({"id":5}).',
      );
      cache.fetch(getUser, { id: 6 }).subscribe();
      expect(() => testing.expectRequest(getUser)).toThrowError(/2 open requests to GET \/users/);
      expect(() => testing.verify()).toThrowError(
        'verify: open requests: GET /users/:id with ({"id":5}); GET /users/:id with ({"id":6}).',
      );
    });

    it('reports open requests and missing fixtures only once', () => {
      cache.fetch(getUser, { id: 5 }).subscribe();
      expect(() => testing.verify()).toThrowError(/open requests/);
      expect(() => testing.verify()).not.toThrow();
    });

    it('refuses a second response, and one after an abort', () => {
      const calls = [1, 2].map((id) => cache.fetch(getUser, { id }).subscribe());
      const [first, second] = [1, 2].map((id) => testing.expectRequest(getUser, { id }));
      first!.flush({ id: 1 });
      expect(() => first!.flush({ id: 1 })).toThrowError(/already has a response/);
      calls[1]!.unsubscribe();
      expect(second!.isAborted).toBeTrue();
      expect(() => second!.fail(500)).toThrowError(/with \(\{"id":2\}\) was aborted/);
    });

    it('takes an id as text and the same id as a number for one request', () => {
      watch(cache.watch(getUser, { id: 5 }));
      expect(testing.isPending(getUser, { id: '5' })).toBeTrue();
      testing.expectRequest(getUser).flush({ id: '5' });
      expect(testing.isStale(getUser, { id: '5' })).toBeFalse();
      expect(testing.isStale(getUser, { id: '6' })).toBeTrue();
    });

    it('takes a variant of an endpoint for the endpoint', () => {
      watch(cache.watch(getUsers.polled(100)));
      testing.expectRequest(getUsers).flush(people);
      void cache.refetch(getUsers);
      testing.expectRequest(getUsers.polled(50)).flush(people);
      expect(testing.requestsOf(getUsers.polled(10)).length).toBe(2);
    });

    it('tells what is pending and stale', async () => {
      expect([testing.isPending(getUsers), testing.isStale(getUsers)]).toEqual([false, true]);
      watch(cache.watch(getUsers));
      expect([testing.isPending(getUsers), testing.isStale(getUsers)]).toEqual([true, true]);
      testing.expectRequest(getUsers).flush(people);
      expect([testing.isPending(getUsers), testing.isStale(getUsers)]).toEqual([false, false]);
      await testing.clock.advance(1_000);
      expect(testing.isStale(getUsers)).toBeTrue();
    });
  });

  it('puts entities into the cache', () => {
    setUp({
      entities: [
        [User, people],
        [Todo, [{ id: 1, title: 'Tea', userId: 'a' }]],
      ],
    });
    expect(cache.get(Todo, 1)!.userId.name).toBe('Ada');
  });

  it('begins at a given time', () => {
    setUp({ now: '2030-05-01T00:00:00Z' });
    expect(new Date(testing.clock.now()).getFullYear()).toBe(2030);
  });

  it('runs polls while the clock is advanced', async () => {
    setUp({ fixtures: [respondTo(getUsers, people)] });
    watch(cache.watch(getUsers.polled(100)));
    await testing.clock.advance(350);
    expect(testing.requestsOf(getUsers).length).toBe(4);
  });

  it('stops polls while the page is hidden or offline', async () => {
    setUp({ fixtures: [respondTo(getUsers, people)] });
    watch(cache.watch(getUsers.polled(100)));
    await testing.clock.advance(50);
    testing.page.hide();
    await testing.clock.advance(500);
    expect(testing.requestsOf(getUsers).length).toBe(1);
    testing.page.goOffline();
    testing.page.show();
    await testing.clock.advance(500);
    expect(testing.requestsOf(getUsers).length).toBe(1);
    testing.page.goOnline();
    await testing.clock.advance(50);
    expect(testing.requestsOf(getUsers).length).toBe(2);
  });

  it('refetches stale data on focus', async () => {
    setUp({ fixtures: [respondTo(getUsers, people)] });
    watch(cache.watch(getUsers));
    await testing.settled();
    testing.page.focus();
    expect(testing.requestsOf(getUsers).length).toBe(1);
    await testing.clock.advance(1_000);
    testing.page.focus();
    expect(testing.requestsOf(getUsers).length).toBe(2);
  });

  it('works without provideCache', async () => {
    TestBed.configureTestingModule({
      providers: [provideCacheTesting({ fixtures: [respondTo(getUsers, people)] })],
    });
    const users = watch(TestBed.inject(CacheService).watch(getUsers).pipe(toValues()));
    await TestBed.inject(CacheTesting).settled();
    expect(users.last!.length).toBe(1);
  });
});

describe('entityFactory', () => {
  it('numbers what it makes', () => {
    const newUser = entityFactory(User, (n) => ({ id: `${n}`, name: `User ${n}` }));
    expect(newUser()).toEqual({ id: '1', name: 'User 1' });
    expect(newUser({ isAdmin: true })).toEqual({ id: '2', name: 'User 2', isAdmin: true });
    expect(newUser.list(2, { name: 'Ada' })).toEqual([
      { id: '3', name: 'Ada' },
      { id: '4', name: 'Ada' },
    ]);
    newUser.reset();
    expect(newUser().id).toBe('1');
  });

  it('makes relations with another factory', () => {
    const newUser = entityFactory(User, (n) => ({ id: `${n}`, name: 'Ada' }));
    const newTodo = entityFactory(Todo, (n) => ({ id: n, userId: newUser() }));
    const cache = TestBed.inject(CacheService);
    cache.set([Todo], [newTodo(), newTodo({ userId: '1' })]);
    expect([1, 2].map((id) => cache.get(Todo, id)!.userId.name)).toEqual(['Ada', 'Ada']);
  });

  it('refuses a class that is undefined', () => {
    expect(() => entityFactory(undefined as unknown as typeof User, () => ({}))).toThrowError(
      /circular import/,
    );
  });
});
