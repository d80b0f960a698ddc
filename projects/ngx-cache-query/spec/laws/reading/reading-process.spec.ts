import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { CacheService, Endpoint, Query } from 'ngx-cache-query';
import { thrownBy } from '../../support/error-log';
import { allTodos, allUsers, feed, Todo, User } from '../../support/models';
import { watch } from '../../support/watch';

let cache: CacheService;
const setUp = () => {
  cache = TestBed.inject(CacheService);
  cache.set([User], [{ id: 'a' }]);
};

describe('R12 in development', () => {
  beforeEach(setUp);

  const writes: Record<string, () => void> = {
    set: () => cache.set(User, { id: 'x' }),
    'set with an updater': () => cache.set(User, 'a', () => ({ name: 'x' })),
    delete: () => cache.delete(User, 'a'),
    reset: () => void cache.reset(),
    clear: () => void cache.clear(),
    batch: () => cache.batch(() => {}),
    connect: () => cache.connect(of({ id: 'x' }), User),
    fetch: () => {
      const endpoint = new Endpoint({ load: () => of({ id: 'x' }), schema: User });
      let failure: unknown;
      cache.fetch(endpoint).subscribe({ error: (error: unknown) => (failure = error) });
      if (failure !== undefined) throw failure;
    },
  };
  for (const [method, write] of Object.entries(writes)) {
    it(`${method} inside process is an explicit error, and changes nothing`, () => {
      const seen = watch(cache.select(allUsers));
      const error = thrownBy(() => cache.get(new Query(allUsers, () => write())));
      expect(error.code).toBe('NCQ3001');
      expect(error.message).toContain(method.split(' ')[0]);
      expect(error.message).toContain('inside process');
      expect(seen.values.length).toBe(1);
      cache.set(User, { id: 'later' });
      expect(seen.values.length).toBe(2);
    });
  }

  it('writing after process is allowed again, even if it threw', () => {
    expect(() => cache.get(new Query(allUsers, () => cache.clear()))).toThrow();
    expect(() => cache.set(User, { id: 'x' })).not.toThrow();
  });

  it('a result cannot be changed in place', () => {
    const query = new Query(allUsers, (users) => users.map((user) => user.name));
    const fields = new Query(allUsers, (users) => ({ users }));
    const endpoint = new Endpoint({
      load: () => of({ page: { users: [{ id: 'z' }] } }),
      schema: { page: { users: [User] } },
    });
    const fetched = watch(cache.fetch(endpoint)).last!;
    const changes: (() => unknown)[] = [
      () => cache.get(allUsers)!.push(User.fromJS()),
      () => cache.get(allUsers)!.sort(),
      () => cache.get(feed)?.pop() ?? cache.get(allUsers)!.pop(),
      () => cache.get(query)!.push('x'),
      () => Object.assign(cache.get(fields)!, { users: [] }),
      () => cache.get(fields)!.users.push(User.fromJS()),
      () => Object.assign(cache.get({ users: allUsers })!, { users: [] }),
      () => Object.assign(cache.get(User, 'a')!, { name: 'x' }),
      () => fetched.page.users.pop(),
      () => Object.assign(fetched.page, { users: [] }),
    ];
    for (const change of changes)
      expect(change).withContext(change.toString()).toThrowError(TypeError);
  });

  it('data that the caller passed is never frozen', () => {
    const row = { id: 'x', name: 'X', tags: ['a'], meta: { deep: [1] } };
    const args = { ids: ['a'], all: true };
    cache.set([User], [row]);
    const own = new Query(allUsers, (_, passed: typeof args) => passed);
    const nested = new Query(allUsers, (_, passed: typeof args) => passed.ids);
    const held = new Query(allUsers, (_, passed: typeof args) => ({ passed }));
    for (const query of [own, nested, held]) watch(cache.select(query as typeof own, args));
    const response = [{ id: 'y', tags: ['b'] }];
    cache.fetch(new Endpoint({ load: () => of(response), schema: [User] })).subscribe();
    cache.fetch(new Endpoint({ load: () => of(response) })).subscribe();
    const mutable = [row, row.tags, row.meta, row.meta.deep, args, args.ids, response];
    expect(mutable.filter((each) => Object.isFrozen(each))).toEqual([]);
    expect(Object.isFrozen(response[0]) || Object.isFrozen(response[0].tags)).toBeFalse();
  });
});

describe('get inside process', () => {
  beforeEach(setUp);

  it('is a dependency like any other', () => {
    const calls: number[] = [];
    const query = new Query(allTodos, (todos, id: string) => {
      calls.push(todos.length);
      return `${todos.length} ${cache.get(User, id)?.name}`;
    });
    cache.set([Todo], []);
    const seen = watch(cache.select(query, 'a'));
    cache.set(User, { id: 'a', name: 'Ada' });
    cache.set(User, { id: 'b', name: 'Bob' });
    cache.set(Todo, { id: 1 });
    cache.delete(User, 'a');
    expect(seen.values).toEqual(['0 ', '0 Ada', '1 Ada', '1 undefined']);
    expect(calls).toEqual([0, 0, 1, 1]);
  });

  it('tracks what it reads, even if that changes from commit to commit', () => {
    const query = new Query(User, (user) => cache.get(User, user.name)?.isAdmin);
    cache.set(User, { id: 'a', name: 'b' });
    const seen = watch(cache.select(query, 'a'));
    cache.set(User, { id: 'b', isAdmin: true });
    cache.set(User, { id: 'a', name: 'c' });
    cache.set(User, { id: 'b', isAdmin: false });
    expect(seen.values).toEqual([undefined, true, undefined]);
    cache.set(User, { id: 'c', isAdmin: true });
    expect(seen.last).toBeTrue();
  });

  it('reads other queries, whose process runs once for all', () => {
    let calls = 0;
    const count = new Query(allUsers, (users) => (calls++, users.length));
    const query = new Query(allTodos, (todos) => todos.length + (cache.get(count) ?? 0));
    cache.set([Todo], []);
    const seen = [watch(cache.select(query)), watch(cache.select(count))];
    cache.batch(() => {
      cache.set(User, { id: 'b' });
      cache.set(Todo, { id: 1 });
    });
    expect(seen.map((each) => each.values)).toEqual([
      [1, 3],
      [1, 2],
    ]);
    expect(calls).toBe(2);
  });
});
