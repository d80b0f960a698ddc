import { TestBed } from '@angular/core/testing';
import { CacheService, type EndpointState } from 'ngx-cache-query';
import { User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

describe('F1 after clear(), observers', () => {
  let cache: CacheService;
  let users: Served<(typeof User)[]>;
  const names = (list: readonly User[] | undefined) => list?.map(({ name }) => name);
  const start = () => {
    const seen = {
      watched: watch(cache.watch(users.endpoint)),
      state: watch(cache.state(users.endpoint)),
      signal: TestBed.runInInjectionContext(() => cache.stateSignal(users.endpoint)),
    };
    seen.signal();
    users.answer([{ id: 'a', name: 'Ada' }]);
    return seen;
  };
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    users = new Served([User]);
  });

  for (const verb of ['refetch', 'reset'] as const) {
    it(`send one new request at ${verb}`, () => {
      const seen = start();
      cache.clear();
      expect([users.requests.length, seen.signal().status]).toEqual([1, 'idle']);
      cache[verb](users.endpoint);
      expect([users.requests.length, seen.signal().status]).toEqual([2, 'pending']);
      users.answer([{ id: 'b', name: 'Bo' }]);
      const states = [seen.state.last!, seen.signal()] as EndpointState<User[]>[];
      expect(states.map(({ data }) => names(data))).toEqual([['Bo'], ['Bo']]);
      expect(names(seen.watched.last)).toEqual(['Bo']);
      expect(users.requests.length).toBe(2);
    });
  }

  it('send a request for their own arguments only', () => {
    const seen = [1, 2].map((page) => watch(cache.state(users.endpoint, page)));
    for (const { answer } of [...users.requests]) answer([]);
    cache.clear();
    cache.refetch(users.endpoint, 2);
    expect(users.requests.map(({ args }) => args[0])).toEqual([1, 2, 2]);
    expect(seen.map(({ last }) => last?.status)).toEqual(['idle', 'pending']);
  });

  it('send no request after they left', () => {
    const seen = watch(cache.state(users.endpoint));
    users.answer([]);
    cache.clear();
    seen.subscription.unsubscribe();
    cache.refetch(users.endpoint);
    expect(users.requests.length).toBe(1);
  });

  it('are not notified of earlier requests', () => {
    const seen = watch(cache.state(users.endpoint));
    cache.clear();
    cache.refetch(users.endpoint);
    users.requests[1].answer([]);
    users.requests[0].answer([]);
    expect([seen.last?.status, seen.last?.isFetching]).toEqual(['success', false]);
    cache.refetch(users.endpoint);
    expect(users.requests.length).toBe(3);
  });
});
