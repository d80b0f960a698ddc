import { TestBed } from '@angular/core/testing';
import { of } from 'rxjs';
import { CacheService, Endpoint, Entity, Query } from '../../public-api';
import { thrownBy } from '../testing-support/error-log';
import { allTodos, allUsers, feed, Todo, User } from '../testing-support/models';
import { watch } from '../testing-support/watch';

class BadName extends Error {}
const strict = new Query(allUsers, (users, _view: number = 0) => {
  for (const user of users) if (user.name === 'bad') throw new BadName(user.id);
  return users.length;
});

let cache: CacheService;
const setUp = () => {
  cache = TestBed.inject(CacheService);
  cache.set([User], [{ id: 'a' }]);
};
const break_ = () => cache.set(User, { id: 'a', name: 'bad' });
const mend = () => cache.set(User, { id: 'a', name: 'good' });

describe('R12 a process that throws', () => {
  beforeEach(setUp);

  it('errors those who watch that query and key, with what it threw, and nobody else', () => {
    const failing = new Query(allUsers, (users, limit: number) => {
      if (users.length > limit) throw new BadName(`${limit}`);
      return users.length;
    });
    const one = [watch(cache.select(failing, 1)), watch(cache.select(failing, 1))];
    const two = watch(cache.select(failing, 2));
    const all = watch(cache.select(allUsers));
    cache.set(User, { id: 'b' });
    for (const each of one) expect(each.errors).toEqual([new BadName('1')]);
    expect(one[0].errors[0]).toBe(one[1].errors[0]);
    expect([two.values, two.errors]).toEqual([[1, 2], []]);
    expect(all.values.length).toBe(2);
  });

  it('may throw anything', () => {
    const query = new Query(allUsers, () => {
      throw 'a string';
    });
    expect(watch(cache.select(query)).errors).toEqual(['a string']);
    expect(() => cache.get(query)).toThrow('a string');
  });

  it('is asked again by who subscribes again', () => {
    const seen = watch(cache.select(strict));
    break_();
    expect(seen.errors.length).toBe(1);
    expect(watch(cache.select(strict)).errors.length).toBe(1);
    mend();
    const again = watch(cache.select(strict));
    cache.set(User, { id: 'b' });
    expect(again.values).toEqual([1, 2]);
    expect(seen.values).toEqual([1]);
    expect(cache.get(strict)).toBe(2);
  });

  it('is not asked again for each who watches, once per commit is enough', () => {
    let calls = 0;
    const query = new Query(allUsers, () => {
      calls++;
      throw new BadName('x');
    });
    break_();
    watch(cache.select(query));
    calls = 0;
    cache.set(User, { id: 'b' });
    expect(calls).toBe(0);
  });

  it('throws out of get, and get recovers', () => {
    break_();
    expect(() => cache.get(strict)).toThrowError(BadName);
    mend();
    expect(cache.get(strict)).toBe(1);
  });

  it('rethrows on each read of a signal, which recovers at the next commit', () => {
    const count = TestBed.runInInjectionContext(() => cache.selectSignal(strict));
    expect(count()).toBe(1);
    break_();
    expect(() => count()).toThrowError(BadName);
    expect(() => count()).toThrowError(BadName);
    mend();
    expect(count()).toBe(1);
  });

  it('fails an outer Query that reads it, which recovers with it', () => {
    const outer = new Query({ strict, todos: allTodos }, ({ strict }) => strict);
    const count = TestBed.runInInjectionContext(() => cache.selectSignal(outer));
    const seen = watch(cache.select(outer));
    break_();
    expect(seen.errors).toEqual([new BadName('a')]);
    expect(() => count()).toThrowError(BadName);
    mend();
    expect(count()).toBe(1);
  });

  it('may be caught by a process that reads it with get, and is a dependency of that', () => {
    const careful = new Query(allTodos, () => {
      try {
        return cache.get(strict);
      } catch {
        return 'fallback';
      }
    });
    cache.set([Todo], []);
    const seen = watch(cache.select(careful));
    break_();
    mend();
    expect(seen.values).toEqual([1, 'fallback', 1]);
  });

  it('fails a commit for nobody: the write returns, and later ones are told', () => {
    const before = watch(cache.select(allUsers));
    watch(cache.select(strict));
    const after = watch(cache.select(allUsers));
    expect(() => break_()).not.toThrow();
    mend();
    expect([before.values.length, after.values.length]).toEqual([3, 3]);
  });
});

describe('R12 a deserializer or a class that throws when it is read', () => {
  beforeEach(setUp);

  class Event extends Entity {
    readonly id: string = '';
    readonly at: Date = new Date(0);
    readonly by: Event | null = null;
    static override readonly schema: Record<string, never> = {};
  }
  Object.assign(Event.schema, {
    by: Event,
    at: (iso: string) => {
      if (iso === 'bad') throw new BadName(iso);
      return new Date(iso);
    },
  });
  const put = (fields: object) => cache.set([Event], [fields]);

  it('errors who shows it; the rest goes on, and a read after it was mended succeeds', () => {
    put({ id: 'a', at: '2020-01-01', by: 'b' });
    put({ id: 'b', at: '2020-01-02' });
    put({ id: 'c', at: '2020-01-03' });
    const [a, c] = [watch(cache.select(Event, 'a')), watch(cache.select(Event, 'c'))];
    put({ id: 'b', at: 'bad' });
    expect(a.errors).toEqual([new BadName('bad')]);
    expect(c.errors).toEqual([]);
    put({ id: 'c', at: '2020-01-04' });
    expect(c.last?.at.getDate()).toBe(4);
    put({ id: 'b', at: '2020-01-05' });
    expect(cache.get(Event, 'a')?.by?.at.getDate()).toBe(5);
    expect(cache.get(Event, 'a')?.by).toBe(cache.get(Event, 'b')!);
  });

  it('lets a signal recover when the nested entity is mended', () => {
    put({ id: 'a', by: 'b' });
    put({ id: 'b', at: 'bad' });
    const a = TestBed.runInInjectionContext(() => cache.selectSignal(Event, 'a'));
    expect(() => a()).toThrowError(BadName);
    put({ id: 'b', at: '2020-01-05' });
    expect(a()?.by?.at.getDate()).toBe(5);
  });
});

describe('R12 in development', () => {
  beforeEach(setUp);

  const verbs: Record<string, () => void> = {
    set: () => cache.set(User, { id: 'x' }),
    'set with an updater': () => cache.set(User, 'a', () => ({ name: 'x' })),
    delete: () => cache.delete(User, 'a'),
    invalidate: () => cache.invalidate(User, 'a'),
    reset: () => cache.reset(),
    batch: () => cache.batch(() => {}),
    connect: () => cache.connect(of({ id: 'x' }), User),
    fetch: () => {
      const endpoint = new Endpoint({ load: () => of({ id: 'x' }), schema: User });
      let failure: unknown;
      cache.fetch(endpoint).subscribe({ error: (error: unknown) => (failure = error) });
      if (failure !== undefined) throw failure;
    },
  };
  for (const [verb, write] of Object.entries(verbs)) {
    it(`${verb} inside of process is an error that says so, and changes nothing`, () => {
      const seen = watch(cache.select(allUsers));
      const error = thrownBy(() => cache.get(new Query(allUsers, () => write())));
      expect(error.code).toBe(301);
      expect(error.message).toContain(verb.split(' ')[0]);
      expect(error.message).toContain('inside of process');
      expect(seen.values.length).toBe(1);
      cache.set(User, { id: 'later' });
      expect(seen.values.length).toBe(2);
    });
  }

  it('writing after process is allowed again, also when it threw', () => {
    expect(() => cache.get(new Query(allUsers, () => cache.reset()))).toThrow();
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
    for (const change of changes) expect(change).withContext(change.toString()).toThrowError(TypeError);
  });

  it('what the user passed is never frozen', () => {
    const row = { id: 'x', name: 'X', tags: ['a'], meta: { deep: [1] } };
    const args = { ids: ['a'], all: true };
    cache.set([User], [row]);
    const own = new Query(allUsers, (_, given: typeof args) => given);
    const nested = new Query(allUsers, (_, given: typeof args) => given.ids);
    const held = new Query(allUsers, (_, given: typeof args) => ({ given }));
    for (const query of [own, nested, held]) watch(cache.select(query as typeof own, args));
    const response = [{ id: 'y', tags: ['b'] }];
    cache.fetch(new Endpoint({ load: () => of(response), schema: [User] })).subscribe();
    cache.fetch(new Endpoint({ load: () => of(response) })).subscribe();
    const mutable = [row, row.tags, row.meta, row.meta.deep, args, args.ids, response];
    expect(mutable.filter((each) => Object.isFrozen(each))).toEqual([]);
    expect(Object.isFrozen(response[0]) || Object.isFrozen(response[0].tags)).toBeFalse();
  });
});

describe('get inside of process', () => {
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

  it('follows what it reads when that changes from commit to commit', () => {
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
