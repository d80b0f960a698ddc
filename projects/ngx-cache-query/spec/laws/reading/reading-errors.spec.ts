import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { allTodos, allUsers, Todo, User } from '../../support/models';
import { watch } from '../../support/watch';

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
const fix = () => cache.set(User, { id: 'a', name: 'good' });

describe('R12 a process that throws', () => {
  beforeEach(setUp);

  it('errors the subscribers of that query and key with its error, and no others', () => {
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

  it('may throw any value', () => {
    const query = new Query(allUsers, () => {
      throw 'a string';
    });
    expect(watch(cache.select(query)).errors).toEqual(['a string']);
    expect(() => cache.get(query)).toThrow('a string');
  });

  it('runs again for a new subscriber', () => {
    const seen = watch(cache.select(strict));
    break_();
    expect(seen.errors.length).toBe(1);
    expect(watch(cache.select(strict)).errors.length).toBe(1);
    fix();
    const again = watch(cache.select(strict));
    cache.set(User, { id: 'b' });
    expect(again.values).toEqual([1, 2]);
    expect(seen.values).toEqual([1]);
    expect(cache.get(strict)).toBe(2);
  });

  it('runs again for a new subscriber, although no data has changed', () => {
    let isReady = false;
    const query = new Query(allUsers, (users) => {
      if (!isReady) throw new BadName('not ready');
      return users.length;
    });
    expect(watch(cache.select(query)).errors.length).toBe(1);
    isReady = true;
    expect(watch(cache.select(query)).last).toBe(1);
  });

  it('runs once per commit for all subscribers', () => {
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

  it('makes get throw, and get recovers', () => {
    break_();
    expect(() => cache.get(strict)).toThrowError(BadName);
    fix();
    expect(cache.get(strict)).toBe(1);
  });

  it('rethrows on each read of a signal, which recovers at the next commit', () => {
    const count = TestBed.runInInjectionContext(() => cache.selectSignal(strict));
    expect(count()).toBe(1);
    break_();
    expect(() => count()).toThrowError(BadName);
    expect(() => count()).toThrowError(BadName);
    fix();
    expect(count()).toBe(1);
  });

  it('fails an outer Query that reads it, which recovers with it', () => {
    const outer = new Query({ strict, todos: allTodos }, ({ strict }) => strict);
    const count = TestBed.runInInjectionContext(() => cache.selectSignal(outer));
    const seen = watch(cache.select(outer));
    break_();
    expect(seen.errors).toEqual([new BadName('a')]);
    expect(() => count()).toThrowError(BadName);
    fix();
    expect(count()).toBe(1);
  });

  it('may be caught by a process that reads it with get, and remains its dependency', () => {
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
    fix();
    expect(seen.values).toEqual([1, 'fallback', 1]);
  });

  it('errors its subscribers although a new subscriber in the batch has received the error before them', () => {
    const seen = watch(cache.select(strict));
    cache.batch(() => {
      break_();
      expect(watch(cache.select(strict)).errors).toEqual([new BadName('a')]);
      expect(seen.errors).toEqual([]);
    });
    expect([seen.values, seen.errors]).toEqual([[1], [new BadName('a')]]);
  });

  it('fails no commit: the write returns, and later commits are notified', () => {
    const before = watch(cache.select(allUsers));
    watch(cache.select(strict));
    const after = watch(cache.select(allUsers));
    expect(() => break_()).not.toThrow();
    fix();
    expect([before.values.length, after.values.length]).toEqual([3, 3]);
  });
});

describe('R12 a nested deserializer that throws while it is read', () => {
  beforeEach(setUp);

  class Event extends Entity {
    readonly id: string = '';
    readonly at: { readonly day: Date } = { day: new Date(0) };
    readonly by: Event | null = null;
    static override readonly schema: Record<string, never> = {};
  }
  Object.assign(Event.schema, {
    by: Event,
    at: {
      day: (iso: string) => {
        if (iso === 'bad') throw new BadName(iso);
        return new Date(iso);
      },
    },
  });
  const put = ({ at, ...fields }: { id: string; at?: string; by?: string }) =>
    cache.set([Event], [{ ...fields, ...(at && { at: { day: at } }) }]);

  it('errors the subscribers that show it, and a later read succeeds once it is fixed', () => {
    put({ id: 'a', at: '2020-01-01', by: 'b' });
    put({ id: 'b', at: '2020-01-02' });
    put({ id: 'c', at: '2020-01-03' });
    const [a, c] = [watch(cache.select(Event, 'a')), watch(cache.select(Event, 'c'))];
    put({ id: 'b', at: 'bad' });
    expect(a.errors).toEqual([new BadName('bad')]);
    expect(c.errors).toEqual([]);
    put({ id: 'c', at: '2020-01-04' });
    expect(c.last?.at.day.getDate()).toBe(4);
    put({ id: 'b', at: '2020-01-05' });
    expect(cache.get(Event, 'a')?.by?.at.day.getDate()).toBe(5);
    expect(cache.get(Event, 'a')?.by).toBe(cache.get(Event, 'b')!);
  });

  it('leaves the order of a list intact that was first read while it threw', () => {
    for (const id of ['a', 'b', 'c', 'd']) put({ id, at: '2020-01-01', by: 'd' });
    put({ id: 'b', at: 'bad' });
    const events = new schema.All(Event);
    expect(watch(cache.select(events)).errors).toEqual([new BadName('bad')]);
    put({ id: 'b', at: '2020-01-05' });
    const list = cache.get(events)!;
    expect(list.map(({ id, at }) => `${id}${at.day.getDate()}`)).toEqual(['a1', 'b5', 'c1', 'd1']);
    for (const event of list) {
      expect(event).toBe(cache.get(Event, event.id)!);
      expect(event.by).toBe(list[3]);
    }
  });

  it('leaves nothing behind in the entities that show it', () => {
    class Visit extends Entity {
      readonly id: string = '';
      readonly event: Event | null = null;
      readonly at: Date = new Date(0);
      static override readonly schema = { event: Event, at: (iso: string) => new Date(iso) };
    }
    put({ id: 'b', at: 'bad' });
    cache.set([Visit], [{ id: 'v', event: 'b', at: '2020-01-04' }]);
    expect(() => cache.get(Visit, 'v')).toThrowError(BadName);
    put({ id: 'b', at: '2020-01-05' });
    const visit = cache.get(Visit, 'v')!;
    expect([visit.event?.at.day.getDate(), visit.at]).toEqual([5, new Date('2020-01-04')]);
  });

  it('lets a signal recover when the nested entity is fixed', () => {
    put({ id: 'a', by: 'b' });
    put({ id: 'b', at: 'bad' });
    const a = TestBed.runInInjectionContext(() => cache.selectSignal(Event, 'a'));
    expect(() => a()).toThrowError(BadName);
    put({ id: 'b', at: '2020-01-05' });
    expect(a()?.by?.at.day.getDate()).toBe(5);
  });
});
