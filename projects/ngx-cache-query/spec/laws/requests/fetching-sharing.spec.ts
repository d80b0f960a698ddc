import { TestBed } from '@angular/core/testing';
import { Subject } from 'rxjs';
import { CacheService, Endpoint } from 'ngx-cache-query';
import { causesOf } from '../../support/causes';
import { allUsers, User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('F1 sharing', () => {
  beforeEach(setUp);

  it('combines reads with the same key in flight into one request', () => {
    const users = new Served([User]);
    const seen = [1, 2, 3].map(() => watch(cache.fetch(users.endpoint, { a: 1, b: 2 })));
    seen.push(watch(cache.fetch(users.endpoint, { b: 2, a: 1 })));
    expect(users.requests.length).toBe(1);
    watch(cache.fetch(users.endpoint, { a: 2 }));
    expect(users.requests.length).toBe(2);
    users.requests[0].respond([{ id: 'a' }]);
    expect(seen.map((each) => each.last)).toEqual(Array(4).fill(seen[0].last));
    expect(seen[3].last).toBe(seen[0].last);
    watch(cache.fetch(users.endpoint, { a: 1, b: 2 }));
    expect(users.requests.length).toBe(3);
  });

  it('uses the key option', () => {
    const load = jasmine.createSpy('load').and.callFake(() => new Subject());
    const endpoint = new Endpoint({
      load: load as (id: number, noise: number) => Subject<unknown>,
      key: (id) => `k${id}`,
    });
    watch(cache.fetch(endpoint, 1, 1));
    watch(cache.fetch(endpoint, 1, 2));
    expect(load.calls.allArgs()).toEqual([[1, 1]]);
    watch(cache.fetch(endpoint, 2, 1));
    expect(load.calls.count()).toBe(2);
  });

  it('is limited to one endpoint: another one with an equal key sends its own request, and keeps its own response', () => {
    const key = () => 'the same';
    const one = new Subject<unknown>();
    const two = new Subject<unknown>();
    const first = new Endpoint({ key, load: () => one, schema: [User] });
    const second = new Endpoint({ key, load: () => two, schema: { users: [User] } });
    const seen = [watch(cache.fetch(first)), watch(cache.fetch(second))];
    two.next({ users: [{ id: 'b' }] });
    one.next([{ id: 'a' }]);
    expect(seen.map((each) => each.errors)).toEqual([[], []]);
    expect(seen[0].last).toEqual([cache.get(User, 'a')] as never);
    expect(seen[1].last).toEqual({ users: [cache.get(User, 'b')] } as never);
  });

  it('also combines reads with one that a mutation has caused, but not with those sent before its answer', () => {
    const users = new Served([User]);
    watch(cache.watch(users.endpoint));
    users.requests[0].respond([{ id: 'a' }]);
    watch(cache.fetch(users.endpoint));
    const rename = new Served(User, { sideEffect: true, refetches: [users.endpoint] });
    watch(cache.fetch(rename.endpoint));
    rename.requests[0].respond({ id: 'a', name: 'Ada' });
    expect(users.requests.length).toBe(3);
    watch(cache.watch(users.endpoint));
    watch(cache.fetch(users.endpoint));
    expect(users.requests.length).toBe(3);
  });

  it('gives an error to all sharing subscribers, and the next one sends a new request', () => {
    const users = new Served([User]);
    const seen = [1, 2].map(() => watch(cache.fetch(users.endpoint)));
    users.requests[0].fail('down');
    expect(seen.map((each) => causesOf(each.errors))).toEqual([['down'], ['down']]);
    watch(cache.fetch(users.endpoint));
    expect(users.requests.length).toBe(2);
  });

  it('ends before subscribers receive the response or its error, so that they can fetch again', () => {
    const users = new Served([User]);
    let again = 0;
    const refetch = () => {
      if (again++ < 2) cache.fetch(users.endpoint).subscribe({ next: refetch, error: refetch });
    };
    refetch();
    users.respond([]);
    expect(users.requests.length).toBe(2);
    users.requests[1].fail('down');
    expect(users.requests.length).toBe(2);
    expect(again).toBe(3);
  });

  it('aborts when the last subscriber leaves, not before', () => {
    const users = new Served([User]);
    const [one, two] = [watch(cache.fetch(users.endpoint)), watch(cache.fetch(users.endpoint))];
    one.subscription.unsubscribe();
    expect(users.requests[0].aborted).toBeFalse();
    two.subscription.unsubscribe();
    expect(users.requests[0].aborted).toBeTrue();
    users.requests[0].respond([{ id: 'a' }]);
    expect(cache.get(allUsers)).toBeUndefined();
    watch(cache.fetch(users.endpoint));
    expect(users.requests.length).toBe(2);
  });

  it('goes on for a subscriber that arrived with fresh data, when the caller leaves', () => {
    const users = new Served([User]);
    watch(cache.fetch(users.endpoint));
    users.respond([]);
    const caller = watch(cache.fetch(users.endpoint));
    const seen = watch(cache.watch(users.endpoint));
    expect(seen.last?.isFetching).toBeTrue();
    caller.subscription.unsubscribe();
    expect(users.requests[1].aborted).toBeFalse();
    users.respond([{ id: 'a' }]);
    expect(seen.last?.value?.length).toBe(1);
  });

  it('does not show the response to an older read when that to a newer one was dropped', () => {
    const responses: Subject<object[]>[] = [];
    const users = new Endpoint({
      load: () => (responses[responses.length] = new Subject<object[]>()),
      schema: [User],
      staleTime: 0,
      invalidIfStale: true,
    });
    const respond = (i: number, body: object[]) => {
      responses[i].next(body);
      responses[i].complete();
    };
    const older = watch(cache.fetch(users));
    void cache.refetch(User);
    watch(cache.fetch(users));
    respond(1, []);
    const seen = watch(cache.watch(users));
    respond(0, [{ id: 'a' }]);
    expect(older.last?.length).toBe(1);
    expect([responses.length, seen.last?.status]).toEqual([3, 'loading']);
    respond(2, [{ id: 'b' }]);
    expect(seen.last?.value?.map(({ id }) => id)).toEqual(['b']);
  });

  it('includes a request that superseded another one', () => {
    const users = new Served([User]);
    watch(cache.watch(users.endpoint));
    cache.refetch(users.endpoint);
    const { subscription } = watch(cache.fetch(users.endpoint));
    expect(users.requests.map(({ aborted }) => aborted)).toEqual([true, false]);
    subscription.unsubscribe();
    watch(cache.fetch(users.endpoint));
    expect(users.requests.map(({ aborted }) => aborted)).toEqual([true, false]);
  });

  it('aborts no request that has completed', () => {
    const users = new Served([User]);
    const seen = watch(cache.fetch(users.endpoint));
    users.respond([]);
    seen.subscription.unsubscribe();
    expect(users.requests[0].aborted).toBeFalse();
  });

  const boundaries: Record<string, (users: Served<(typeof User)[]>) => void> = {
    'the start of a mutation': () =>
      watch(cache.fetch(new Served(User, { sideEffect: true }).endpoint)),
    'refetch of its endpoint': ({ endpoint }) => cache.refetch(endpoint),
    'refetch by a test': ({ endpoint }) =>
      cache.refetch((each) => each.endpoint === (endpoint as unknown)),
    'refetch of an entity': () => cache.refetch(User, 'a'),
    'reset of its endpoint': ({ endpoint }) => cache.reset(endpoint),
    delete: () => cache.delete(User, 'a'),
    'delete by a test': () => cache.delete(User, () => true),
    reset: () => cache.reset(),
    clear: () => cache.clear(),
  };
  for (const [name, act] of Object.entries(boundaries)) {
    it(`excludes reads that began before ${name}`, () => {
      const users = new Served([User]);
      watch(cache.fetch(users.endpoint));
      act(users);
      watch(cache.fetch(users.endpoint));
      watch(cache.fetch(users.endpoint));
      expect(users.requests.length).toBe(2);
    });
  }

  it('continues after refetch and reset of other responses', () => {
    const users = new Served([User]);
    const seen = [watch(cache.watch(users.endpoint, 1)), watch(cache.fetch(users.endpoint, 1))];
    void cache.refetch(users.endpoint, 2);
    void cache.refetch(new Served([User]).endpoint);
    void cache.refetch(() => false);
    void cache.reset(new Served([User]).endpoint);
    seen.push(watch(cache.watch(users.endpoint, 1)), watch(cache.fetch(users.endpoint, 1)));
    expect(users.requests.map(({ aborted }) => aborted)).toEqual([false]);
    users.respond([]);
    expect(seen.map(({ values }) => values.length > 0)).toEqual([true, true, true, true]);
  });

  it('excludes reads that began before the response of a mutation', () => {
    const users = new Served([User]);
    const create = new Served(User, { sideEffect: true });
    watch(cache.fetch(create.endpoint));
    const old = watch(cache.fetch(users.endpoint));
    create.respond({ id: 'a' });
    const young = watch(cache.fetch(users.endpoint));
    expect(users.requests.length).toBe(2);
    users.requests[0].respond([]);
    expect([old.last, young.values.length]).toEqual([[], 0]);
    watch(cache.fetch(users.endpoint));
    expect(users.requests.length).toBe(2);
    users.requests[1].respond([{ id: 'a' }]);
    expect(cache.get(users.endpoint)?.length).toBe(1);
  });

  it('excludes mutations, and their responses are not kept', () => {
    const create = new Served(User, { sideEffect: true });
    const seen = [1, 2].map(() => watch(cache.fetch(create.endpoint)));
    expect(create.requests.length).toBe(2);
    create.requests[1].respond({ id: 'b' });
    create.requests[0].respond({ id: 'a' });
    expect(seen.map((each) => each.last?.id)).toEqual(['a', 'b']);
    expect(cache.get(create.endpoint)).toBeUndefined();
    expect(cache.get(allUsers)?.length).toBe(2);
  });

  it('of a mutation is aborted with its subscriber', () => {
    const create = new Served(User, { sideEffect: true });
    const [one, two] = [watch(cache.fetch(create.endpoint)), watch(cache.fetch(create.endpoint))];
    one.subscription.unsubscribe();
    expect(create.requests.map(({ aborted }) => aborted)).toEqual([true, false]);
    create.requests[1].respond({ id: 'a' });
    expect(two.last?.id).toBe('a');
  });

  it('stores nothing of a pending response whose last subscriber left', () => {
    const users = new Served(User);
    const fetching = cache.fetch(users.endpoint).subscribe();
    cache.select(User, 'go').subscribe((go) => {
      if (go === undefined) return;
      cache.delete(User, 'a');
      users.respond({ id: 'a', name: 'ghost' });
      fetching.unsubscribe();
    });
    cache.set([User], [{ id: 'a' }]);
    cache.set(User, { id: 'go' });
    expect(cache.get(User, 'a')).toBeUndefined();
  });
});
