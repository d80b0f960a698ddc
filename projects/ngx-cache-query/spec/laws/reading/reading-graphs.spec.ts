import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { Person } from '../../support/people';
import { allTodos, allUsers, Todo, User } from '../../support/models';
import { thrownBy } from '../../support/error-log';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

const people = new schema.All(Person);

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));
const set = (type: typeof Person, ...rows: object[]) => cache.set([type], rows);

describe('R9 cycles and chains', () => {
  beforeEach(setUp);

  it('keep identity', () => {
    set(Person, { id: 'a', friend: 'b' }, { id: 'b', friend: 'a', friends: ['a', 'b'] });
    set(Person, { id: 'self', friend: 'self' });
    const a = cache.get(Person, 'a')!;
    expect(a.friend?.friend).toBe(a);
    expect(a.friend?.friends).toEqual([a, a.friend!]);
    const self = cache.get(Person, 'self')!;
    expect(self.friend).toBe(self);
  });

  it('change together, in one emission', () => {
    set(Person, { id: 'a', friend: 'b' }, { id: 'b', friend: 'a' });
    const [a, all] = [watch(cache.select(Person, 'a')), watch(cache.select(people))];
    set(Person, { id: 'b', name: 'Bea' });
    expect([a.values.length, all.values.length]).toEqual([2, 2]);
    expect(a.last?.friend?.name).toBe('Bea');
    expect(a.last?.friend?.friend).toBe(a.last!);
    expect(all.last).toEqual([a.last!, a.last!.friend!]);
    set(Person, { id: 'b', name: 'Bea' });
    expect(a.values.length).toBe(2);
  });

  it('of 100,000 entities do not overflow the stack', () => {
    const warn = listenToWarnings();
    const rows = Array.from({ length: 100_000 }, (_, i) => ({ id: `${i}`, friend: `${i + 1}` }));
    cache.set([Person], rows);
    const seen = watch(cache.select(Person, '0'));
    expect(cache.get(people)?.length).toBe(100_000);
    cache.set(Person, { id: '99999', name: 'the last' });
    let [last, length] = [seen.last!, 1];
    for (; last.friend !== null; last = last.friend) length++;
    expect([length, last.name, seen.values.length]).toEqual([100_000, 'the last', 2]);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.calls.first().args[0]).toContain('affects 1000 or more rows that reference it');
    cache.batch(() => {
      cache.set(Person, { id: '99999', name: 'the very last' });
      expect(cache.get(Person, '0')?.friend?.friend?.id).toBe('2');
    });
  });

  it('of 200,000 rows that show one entity are updated with it, even inside a batch', () => {
    listenToWarnings();
    cache.set(User, { id: 'a' });
    cache.set(
      [Todo],
      Array.from({ length: 200_000 }, (_, id) => ({ id, userId: 'a' })),
    );
    expect(cache.get(allTodos)?.length).toBe(200_000);
    cache.batch(() => {
      cache.set(User, { id: 'a', name: 'Ada' });
      expect(cache.get(Todo, 5)?.userId.name).toBe('Ada');
    });
    expect(cache.get(allTodos)?.[199_999].userId.name).toBe('Ada');
  });

  it('of a hundred rows that show one entity are all updated with it', () => {
    cache.set(User, { id: 'a' });
    cache.set(
      [Todo],
      Array.from({ length: 100 }, (_, id) => ({ id, userId: 'a' })),
    );
    const seen = Array.from({ length: 100 }, (_, id) => watch(cache.select(Todo, id)));
    cache.set(User, { id: 'a', name: 'Ada' });
    expect(new Set(seen.map(({ last }) => last?.userId.name))).toEqual(new Set(['Ada']));
    expect(new Set(seen.map(({ values }) => values.length))).toEqual(new Set([2]));
  });

  it('cause no warning when a change reaches fewer rows', () => {
    const warn = listenToWarnings();
    set(Person, ...Array.from({ length: 500 }, (_, i) => ({ id: `${i}`, friend: `${i + 1}` })));
    cache.get(people);
    set(Person, { id: '499', name: 'x' });
    cache.get(people);
    expect(warn).not.toHaveBeenCalled();
  });
});

describe('R9 a long list of a relation', () => {
  beforeEach(setUp);

  it('follows an entity that it contains once after it contained it twice', () => {
    const ids = Array.from({ length: 50 }, (_, i) => `${i}`);
    set(Person, ...ids.map((id) => ({ id })));
    const seen = watch(cache.select(Person, 'hub'));
    set(Person, { id: 'hub', friends: [...ids.slice(0, 30), '7', ...ids.slice(31)] });
    set(Person, { id: 'hub', friends: ids });
    set(Person, { id: '7', name: 'new' });
    expect(seen.last?.friends.map(({ name }) => name)).toEqual(
      ids.map((id) => (id === '7' ? 'new' : '')),
    );
  });

  it('shows each entity at its place while it is edited and put into another order', () => {
    const ids = Array.from({ length: 50 }, (_, i) => `${i}`);
    const shown = () => cache.get(Person, 'hub')!.friends.map(({ id, name }) => `${id}:${name}`);
    const renamed = (order: readonly string[], name: string) =>
      order.map((id) => `${id}:${id === '7' ? name : ''}`);
    set(Person, ...ids.map((id) => ({ id })));
    const seen = watch(cache.select(Person, 'hub'));
    const down = [...ids].reverse();
    const orders = [ids, down, [...down.slice(5), ...down.slice(0, 5)], down, ids];
    for (const [i, friends] of orders.entries()) {
      set(Person, { id: 'hub', friends });
      for (const name of [`a${i}`, `b${i}`]) {
        set(Person, { id: '7', name });
        expect(shown()).toEqual(renamed(friends, name));
        expect(seen.last?.friends).toBe(cache.get(Person, 'hub')!.friends);
      }
    }
  });
});

describe('R9 defaults', () => {
  beforeEach(setUp);

  it('are created once per class, shared and frozen', () => {
    let made = 0;
    class Settings extends Entity {
      readonly id: string = '';
      readonly flags: readonly string[] = [];
      readonly made: number = ++made;
    }
    class Account extends Entity {
      readonly id: string = '';
      readonly settings: Settings = Settings.fromJS({});
      readonly tags: string[] = ['default'];
      static override readonly schema = { settings: Settings };
    }
    cache.set([Account], [{ id: 'a', settings: 'x' }, { id: 'b' }]);
    const [a, b] = cache.get(new schema.All(Account))!;
    expect(a.settings).toBe(b.settings);
    expect(a.settings).toBe(Settings.fromJS());
    expect(made).toBe(1);
    expect(a.tags).toBe(b.tags);
    expect(() => a.tags.push('x')).toThrowError(TypeError);
    expect(() => Object.assign(a.settings, { id: 'x' })).toThrowError(TypeError);
    expect(() => (a.settings.flags as string[]).push('x')).toThrowError(TypeError);
  });

  it('that reference themselves are a clear error at first use', () => {
    class Loop extends Entity {
      readonly id: string = '';
      readonly next: Loop = Loop.fromJS({});
    }
    class There extends Entity {
      readonly id: string = '';
      readonly back: Entity = Back.fromJS({});
    }
    class Back extends Entity {
      readonly id: string = '';
      readonly there: Entity = There.fromJS({});
    }
    expect(thrownBy(() => Loop.fromJS({})).code).toBe('NCQ1007');
    expect(thrownBy(() => There.fromJS({})).message).toContain('There');
    cache.set(Loop, { id: 'a' });
    expect(thrownBy(() => cache.get(Loop, 'a')).code).toBe('NCQ1007');
    expect(thrownBy(() => cache.get(Loop, 'a')).code).toBe('NCQ1007');
    cache.set(User, { id: 'a' });
    expect(cache.get(allUsers)?.length).toBe(1);
  });
});

describe('R9 two classes that share a table', () => {
  beforeEach(setUp);

  class Summary extends Entity {
    readonly id: string = '';
    readonly title: string = '';
    readonly author: User = User.fromJS({});
    static override readonly key: string = 'LawArticle';
    static override readonly schema = { author: User };
  }
  class Detail extends Entity {
    readonly id: string = '';
    readonly body: string = '';
    readonly author: User = User.fromJS({});
    static override readonly key: string = 'LawArticle';
    static override readonly schema = { author: User };
  }

  it('show one row as an instance per class, each with its own identity', () => {
    const count = new Query(new schema.All(Detail), (details) => details.length);
    const seen = watch(cache.select(count));
    cache.set(Summary, { id: '1', title: 'Tea', author: 'a' });
    expect(seen.last).toBe(1);
    const [summary, detail] = [cache.get(Summary, '1')!, cache.get(Detail, '1')!];
    expect(detail).toBeInstanceOf(Detail);
    expect((detail as unknown as Summary).title).toBe('Tea');
    expect(cache.get(new schema.All(Summary))).toEqual([summary]);
    cache.set(User, { id: 'a', name: 'Ada' });
    expect(cache.get(Summary, '1')?.author).toBe(cache.get(Detail, '1')!.author);
    expect(cache.get(Detail, '1')?.author.name).toBe('Ada');
    cache.delete(Detail, '1');
    expect(cache.get(Summary, '1')).toBeUndefined();
    expect(seen.last).toBe(0);
  });
});
