import { of } from 'rxjs';
import { Endpoint, Query } from 'ngx-cache-query';
import { causesOf } from '../../support/causes';
import { thrownBy } from '../../support/error-log';
import { idsOf, setUpLogged, expectWorkingCache } from '../../support/logged';
import { allTodos, allUsers, Todo, User } from '../../support/models';
import { watch } from '../../support/watch';

let { cache } = {} as ReturnType<typeof setUpLogged>;
const setUp = () => ({ cache } = setUpLogged());
const ids = () => idsOf(cache.get(allUsers));

describe('W6 batch', () => {
  beforeEach(setUp);

  it('is one commit and one emission, and returns what the function returns', () => {
    const seen = watch(cache.select({ users: allUsers, todos: allTodos }));
    const result = cache.batch(() => {
      cache.set(User, { id: 'a' });
      cache.set(Todo, { id: 1, userId: 'a' });
      cache.set(User, { id: 'a', name: 'Ada' });
      return 5;
    });
    expect([result, seen.values.length]).toEqual([5, 2]);
    expect(seen.last?.todos?.[0].userId.name).toBe('Ada');
  });

  it('shows its writes to get and updaters, and not to subscribers', () => {
    cache.set(User, { id: 'a', name: 'A' });
    const seen = watch(cache.select(User, 'a'));
    const size = new Query(allUsers, (users) => users.length);
    cache.batch(() => {
      cache.set(User, 'a', (user) => ({ name: `${user.name}B` }));
      expect(cache.get(User, 'a')?.name).toBe('AB');
      cache.set(User, 'a', (user) => ({ name: `${user.name}C` }));
      cache.set(User, { id: 'b' });
      expect([cache.get(size), ids()]).toEqual([2, 'ab']);
      cache.delete(User, 'b');
      expect([cache.get(size), cache.get(User, 'b')]).toEqual([1, undefined]);
      expect(seen.values.length).toBe(1);
    });
    expect(seen.values.map((user) => user?.name)).toEqual(['A', 'ABC']);
  });

  it('shows get the current relations, including newly added entities', () => {
    cache.set(
      [Todo],
      [
        { id: 1, userId: 'a' },
        { id: 2, userId: 'b' },
      ],
    );
    cache.set(User, { id: 'b', name: 'B' });
    expect(cache.get(allTodos)?.map((todo) => todo.userId.name)).toEqual(['', 'B']);
    cache.batch(() => {
      cache.set(User, { id: 'a', name: 'A' });
      cache.delete(User, 'b');
      expect(cache.get(Todo, 1)?.userId).toBe(cache.get(User, 'a')!);
      expect(cache.get(allTodos)?.map((todo) => todo.userId.name)).toEqual(['A', '']);
    });
    expect(cache.get(allTodos)?.map((todo) => todo.userId.name)).toEqual(['A', '']);
  });

  it('emits nothing when its writes cancel out', () => {
    cache.set(User, { id: 'a', name: 'A' });
    const seen = [watch(cache.select(allUsers)), watch(cache.select(User, 'b'))];
    cache.batch(() => {
      cache.set(User, { id: 'a', name: 'B' });
      cache.set(User, { id: 'b' });
      cache.set(User, { id: 'a', name: 'A' });
      cache.delete(User, 'b');
    });
    expect(seen.map((each) => each.values.length)).toEqual([1, 1]);
  });

  it('moves an entity that it deletes and adds again to the end, also in a response with all of them', () => {
    const getUsers = new Endpoint({ load: () => of([]), schema: allUsers });
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    cache.fetch(getUsers).subscribe();
    const shown = () => idsOf(cache.get(getUsers));
    expect(shown()).toBe('ab');
    cache.batch(() => {
      cache.delete(User, 'a');
      cache.set(User, { id: 'a' });
    });
    expect([shown(), ids()]).toEqual(['ba', 'ba']);
  });

  it('writes nothing when it throws, and rethrows the error', () => {
    cache.set(User, { id: 'a', name: 'A' });
    const seen = watch(cache.select(allUsers));
    const before = cache.get(User, 'a');
    const named = new Query(allUsers, (users) => users.map((user) => user.name));
    const namesBefore = cache.get(named);
    const thrown = new Error('no');
    const run = () =>
      cache.batch(() => {
        cache.set(User, { id: 'b' });
        cache.delete(User, 'a');
        cache.set(User, { id: 'a', name: 'new' });
        cache.set([Todo], []);
        expect(ids()).toBe('ba');
        expect(cache.get(named)).toEqual(['', 'new']);
        cache.clear();
        throw thrown;
      });
    expect(run).toThrow(thrown);
    expect([seen.values.length, ids()]).toEqual([1, 'a']);
    expect(cache.get(User, 'a')).toBe(before);
    expect(cache.get(named)).toBe(namesBefore);
    expect(cache.get(allTodos)).toBeUndefined();
    expectWorkingCache(cache);
  });

  it('takes back a field that was missing before, even if the entity was first read inside', () => {
    cache.set(User, { id: 'a' });
    const run = () =>
      cache.batch(() => {
        cache.set(User, { id: 'a', name: 'Ada' });
        expect(cache.get(User, 'a')?.name).toBe('Ada');
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    expect(cache.get(User, 'a')?.name).toBe('');
  });

  it('resets subscribers that joined inside a batch that threw', () => {
    const seen: unknown[] = [];
    const run = () =>
      cache.batch(() => {
        cache.set(User, { id: 'a' });
        cache.select(allUsers).subscribe((users) => seen.push(users?.length));
        throw new Error('no');
      });
    expect(run).toThrow();
    expect(seen.at(-1)).toBeUndefined();
    cache.set(User, { id: 'b' });
    expect(seen.at(-1)).toBe(1);
  });

  it('nests: one commit at the end of the outermost batch', () => {
    const seen = watch(cache.select(allUsers));
    cache.batch(() => {
      cache.set(User, { id: 'a' });
      cache.batch(() => cache.set(User, { id: 'b' }));
      expect(seen.values.length).toBe(1);
    });
    expect(seen.values.map(idsOf)).toEqual([undefined, 'ab']);
  });

  it('nests: an inner batch that throws rolls back its own writes only', () => {
    cache.batch(() => {
      cache.set(User, { id: 'a', name: 'A' });
      expect(() =>
        cache.batch(() => {
          cache.set(User, { id: 'a', name: 'B' });
          cache.set(User, { id: 'b' });
          throw new Error('no');
        }),
      ).toThrowError('no');
      cache.set(User, { id: 'c' });
    });
    expect([ids(), cache.get(User, 'a')?.name]).toEqual(['ac', 'A']);
  });

  it('refuses an asynchronous function, and writes nothing', async () => {
    const error = thrownBy(() =>
      cache.batch(async () => {
        cache.set(User, { id: 'a' });
        await Promise.resolve();
      }),
    );
    await Promise.resolve();
    expect([error.code, ids()]).toEqual(['NCQ2002', undefined]);
    expectWorkingCache(cache);
  });

  it('in a subscriber sees its own writes, and is one commit', () => {
    cache.set([User], []);
    let inside: string | undefined;
    cache.select(allUsers).subscribe((users) => {
      if (users?.length !== 1) return;
      cache.batch(() => {
        cache.set(User, { id: 'b' });
        const inner = () =>
          cache.batch(() => {
            cache.set(User, { id: 'x' });
            throw new Error('no');
          });
        expect(inner).toThrowError('no');
        cache.set(User, { id: 'c' });
        inside = ids();
      });
      expect(ids()).toBe('abc');
    });
    const seen = watch(cache.select(allUsers));
    cache.set(User, { id: 'a' });
    expect(inside).toBe('abc');
    expect(seen.values.map(idsOf)).toEqual(['', 'a', 'abc']);
  });

  it('that throws during a notification writes nothing', () => {
    cache.set([User], []);
    cache.select(allUsers).subscribe((users) => {
      if (users?.length !== 1) return;
      expect(() =>
        cache.batch(() => {
          cache.set(User, { id: 'b' });
          throw new Error('no');
        }),
      ).toThrowError('no');
    });
    cache.set(User, { id: 'a' });
    expect(ids()).toBe('a');
    expectWorkingCache(cache);
  });

  it('defers responses that arrive inside it', () => {
    const endpoint = new Endpoint({ load: () => of({ id: 'a' }), schema: User });
    const seen = watch(cache.select(allUsers));
    const fetched: unknown[] = [];
    cache.batch(() => {
      cache.fetch(endpoint).subscribe((user) => fetched.push(user.id));
      cache.set(User, { id: 'b' });
      expect(fetched).toEqual([]);
    });
    expect([fetched, seen.values.length]).toEqual([['a'], 2]);
    const failed: unknown[] = [];
    const thrown = new Error('no');
    const run = () =>
      cache.batch(() => {
        cache.fetch(endpoint).subscribe({ error: (error) => failed.push(error) });
        throw thrown;
      });
    expect(run).toThrow();
    expect(causesOf(failed)).toEqual([thrown]);
  });
});
