import { TestBed } from '@angular/core/testing';
import { CacheService, type CacheSnapshot, toValues } from 'ngx-cache-query';
import { User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

describe('F1 after clear(), observers', () => {
  let cache: CacheService;
  let users: Served<(typeof User)[]>;
  const names = (list: readonly User[] | undefined) => list?.map(({ name }) => name);
  const start = () => {
    const seen = {
      watched: watch(cache.watch(users.endpoint).pipe(toValues())),
      state: watch(cache.watch(users.endpoint)),
      signal: TestBed.runInInjectionContext(() => cache.resource(users.endpoint).snapshot),
    };
    seen.signal();
    TestBed.tick();
    users.respond([{ id: 'a', name: 'Ada' }]);
    return seen;
  };
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    users = new Served([User]);
  });

  for (const method of ['refetch', 'reset'] as const) {
    it(`send one new request at ${method}`, () => {
      const seen = start();
      cache.clear();
      expect([users.requests.length, seen.signal().status]).toEqual([1, 'idle']);
      cache[method](users.endpoint);
      expect([users.requests.length, seen.signal().status]).toEqual([2, 'loading']);
      users.respond([{ id: 'b', name: 'Bo' }]);
      const states = [seen.state.last!, seen.signal()] as CacheSnapshot<User[]>[];
      expect(states.map(({ value }) => names(value))).toEqual([['Bo'], ['Bo']]);
      expect(names(seen.watched.last)).toEqual(['Bo']);
      expect(users.requests.length).toBe(2);
    });
  }

  it('send a request for their own arguments only', () => {
    const seen = [1, 2].map((page) => watch(cache.watch(users.endpoint, page)));
    for (const { respond } of [...users.requests]) respond([]);
    cache.clear();
    cache.refetch(users.endpoint, 2);
    expect(users.requests.map(({ args }) => args[0])).toEqual([1, 2, 2]);
    expect(seen.map(({ last }) => last?.status)).toEqual(['idle', 'loading']);
  });

  it('send no request after they left', () => {
    const seen = watch(cache.watch(users.endpoint));
    users.respond([]);
    cache.clear();
    seen.subscription.unsubscribe();
    cache.refetch(users.endpoint);
    expect(users.requests.length).toBe(1);
  });

  it('are not notified of earlier requests', () => {
    const seen = watch(cache.watch(users.endpoint));
    cache.clear();
    cache.refetch(users.endpoint);
    users.requests[1].respond([]);
    users.requests[0].respond([]);
    expect([seen.last?.status, seen.last?.isFetching]).toEqual(['resolved', false]);
    cache.refetch(users.endpoint);
    expect(users.requests.length).toBe(3);
  });
});
