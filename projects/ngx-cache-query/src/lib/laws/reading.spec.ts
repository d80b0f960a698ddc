import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { BehaviorSubject, Subject, type Subscription, take } from 'rxjs';
import { CacheService, Entity, provideCache, Query, schema } from '../../public-api';
import { allTodos, allUsers, feed, Link, Post, Todo, User } from '../testing-support/models';
import { Served } from '../testing-support/served';
import { watch } from '../testing-support/watch';

let cache: CacheService;
const setUp = () => (cache = TestBed.inject(CacheService));

describe('R1 one emission per commit', () => {
  beforeEach(setUp);

  it('emits the current result synchronously on subscription', () => {
    cache.set(User, { id: 'a', name: 'Ada' });
    expect(watch(cache.select(User, 'a')).values.map((user) => user?.name)).toEqual(['Ada']);
    expect(watch(cache.select(User, 'b')).values).toEqual([undefined]);
  });

  it('emits nothing when a commit changed something else', () => {
    cache.set(User, { id: 'a', name: 'Ada' });
    const seen = watch(cache.select(User, 'a'));
    const names = watch(cache.select(new Query(allUsers, (users) => users.map((u) => u.name)[0])));
    cache.set(User, { id: 'b', name: 'Bob' });
    cache.set(Todo, { id: 1 });
    expect(seen.values.length).toBe(1);
    expect(names.values).toEqual(['Ada']);
  });

  it('emits nothing when the result is NaN again', () => {
    const average = new Query(allTodos, (todos) => todos.reduce((n, t) => n + t.id, NaN));
    cache.set([Todo], []);
    const seen = watch(cache.select(average));
    cache.set(Todo, { id: 1 });
    expect(seen.values).toEqual([NaN]);
  });

  it('is one emission when a commit changes many rows of many types', () => {
    const join = new Query({ users: allUsers, todos: allTodos }, ({ users, todos }) =>
      [users?.length ?? 0, todos?.length ?? 0].join(),
    );
    const seen = watch(cache.select(join));
    const nested = watch(cache.select(new Query({ join, users: allUsers }, (x) => x.join)));
    cache.set({ users: [User], todos: [Todo] }, { users: [{ id: 'a' }], todos: [{ id: 1 }] });
    expect(seen.values).toEqual([undefined, '1,1']);
    expect(nested.values).toEqual([undefined, '1,1']);
  });

  it('shows every view the same commit, whoever is told first', () => {
    const seen: [number | undefined, number | undefined][] = [];
    const look = () => seen.push([cache.get(allUsers)?.length, cache.get(allTodos)?.length]);
    cache.select(allUsers).subscribe(look);
    cache.select(allTodos).subscribe(look);
    cache.set({ users: [User], todos: [Todo] }, { users: [{ id: 'a' }], todos: [{ id: 1 }] });
    expect(seen.slice(2)).toEqual([
      [1, 1],
      [1, 1],
    ]);
  });

  it('gives who subscribes while a commit is told the installed state, once', () => {
    const late: (string | undefined)[] = [];
    const later: (number | undefined)[] = [];
    cache.set(User, { id: 'a', name: 'Ada' });
    let isFirst = true;
    cache.select(User, 'a').subscribe((user) => {
      if (user?.name !== 'Adele' || !isFirst) return;
      isFirst = false;
      cache.select(User, 'a').subscribe((again) => late.push(again?.name));
      cache.select(allUsers).subscribe((users) => later.push(users?.length));
    });
    cache.set(User, { id: 'a', name: 'Adele' });
    expect(late).toEqual(['Adele']);
    expect(later).toEqual([1]);
  });

  it('tells nothing more to who leaves while a commit is told', () => {
    const heard: string[] = [];
    const subscriptions: Subscription[] = [];
    for (const name of ['first', 'second']) {
      const next = () => {
        if (heard.push(name) > 2) subscriptions.forEach((each) => each.unsubscribe());
      };
      subscriptions.push(cache.select(allUsers).subscribe(next));
    }
    const other = cache.select(User, 'a').subscribe(() => heard.push('entity'));
    subscriptions.push(other);
    cache.set(User, { id: 'a' });
    expect(heard).toEqual(['first', 'second', 'entity', 'first']);
    cache.set(User, { id: 'a', name: 'Ada' });
    expect(heard.length).toBe(4);
  });

  it('may be left in the midst of its first emission', () => {
    const seen = watch(cache.select(allUsers).pipe(take(1)));
    cache.set(User, { id: 'a' });
    expect([seen.values, seen.completed]).toEqual([[undefined], true]);
  });

  it('completes with the injector of its cache, and only then', () => {
    const injector = createEnvironmentInjector(
      [provideCache()],
      TestBed.inject(EnvironmentInjector),
    );
    const routed = injector.get(CacheService);
    const ending = [
      watch(routed.select(allUsers)),
      watch(routed.select(allUsers, null)),
      watch(routed.selectWith(User, new BehaviorSubject<[string]>(['a']))),
    ];
    routed.set(User, { id: 'a' });
    routed.reset();
    expect(ending.map((each) => each.completed)).toEqual([false, false, false]);
    injector.destroy();
    expect(ending.map((each) => each.completed)).toEqual([true, true, true]);
    expect(ending.flatMap((each) => each.errors)).toEqual([]);
    const after = [watch(routed.select(allUsers)), watch(routed.select(User, 'never read'))];
    expect(after.map((each) => each.completed)).toEqual([true, true]);
  });
});

describe('R2 three states of knowledge', () => {
  beforeEach(setUp);

  const count = new Query(allUsers, (users) => users.length);

  it('is undefined while unknown, and process is not called', () => {
    const process = jasmine.createSpy('process');
    const query = new Query(allUsers, process);
    const seen = watch(cache.select(query));
    cache.set(Todo, { id: 1 });
    cache.delete(User, 'a');
    cache.invalidate(User);
    expect(seen.values).toEqual([undefined]);
    expect(cache.get(query)).toBeUndefined();
    expect(process).not.toHaveBeenCalled();
  });

  it('is [] when known and empty, and process runs on it', () => {
    const seen = watch(cache.select(count));
    const list = watch(cache.select(allUsers));
    cache.set([User], []);
    expect(seen.values).toEqual([undefined, 0]);
    expect(list.values).toEqual([undefined, []]);
  });

  class Tag extends Entity {
    readonly id: string = '';
  }
  class Team extends Entity {
    readonly id: string = '';
    readonly tags: readonly Tag[] = [];
    static override readonly schema = { tags: [Tag] };
  }
  class Club extends Entity {
    readonly id: string = '';
    readonly tags: readonly Tag[] = [];
    static override readonly schema = { tags: new schema.All(Tag) };
  }
  const lists: Record<string, () => void> = {
    '[User]': () => cache.set([Tag], []),
    'schema.Array': () => cache.set(new schema.Array(Tag), []),
    'schema.All': () => cache.set(new schema.All(Tag), []),
    'All in an object': () => cache.set({ results: new schema.All(Tag) }, { results: [] }),
    'an array in objects': () => cache.set({ a: { b: [Tag] } }, { a: { b: [] } }),
    'an array in an entity': () => cache.set(Team, { id: 't', tags: [] }),
    'All in an entity': () => cache.set(new schema.Array(Club), [{ id: 'c', tags: [] }]),
  };
  for (const [name, write] of Object.entries(lists)) {
    it(`an empty list makes its type known: ${name}`, () => {
      const seen = watch(cache.select(new schema.All(Tag)));
      write();
      expect(seen.values).toEqual([undefined, []]);
    });
  }

  it('an object without the list says nothing of it', () => {
    cache.set({ results: [User] }, {});
    cache.set({ results: [User] }, { results: null });
    expect(cache.get(allUsers)).toBeUndefined();
  });

  it('an empty response of an endpoint makes its type known', () => {
    const users = new Served(allUsers);
    const seen = watch(cache.select(count));
    cache.fetch(users.endpoint).subscribe();
    expect(seen.values).toEqual([undefined]);
    users.answer([]);
    expect(seen.values).toEqual([undefined, 0]);
  });

  it('a polymorphic response makes each mapped type known', () => {
    cache.set(feed, [{ id: 1, type: 'link' }]);
    expect(cache.get(new schema.All(Post))).toEqual([]);
    cache.reset();
    cache.set(feed, []);
    expect(cache.get(new schema.All(Link))).toEqual([]);
    expect(cache.get(new schema.All(Post))).toEqual([]);
  });

  it('a polymorphic All is known when any of its types is', () => {
    const seen = watch(cache.select(feed));
    cache.set([Post], []);
    expect(seen.values).toEqual([undefined, []]);
  });

  it('a join is unknown only while every member is', () => {
    const process = jasmine.createSpy('process', (members: object) => Object.values(members));
    const join = { users: allUsers, todo: Todo, none: new Query(feed) };
    const query = new Query(join, process.and.callThrough());
    const seen = watch(cache.select(query, 1));
    expect([cache.get(join, 1), process.calls.count()]).toEqual([undefined, 0]);
    cache.set([User], []);
    expect(process.calls.mostRecent().args[0]).toEqual({
      users: [],
      todo: undefined,
      none: undefined,
    });
    cache.set(Todo, { id: 1 });
    expect(seen.values.length).toBe(3);
    expect(cache.get(join, 1)?.todo).toBe(cache.get(Todo, 1));
  });

  it('reset returns all to unknown; deleting the last entity does not', () => {
    cache.set(User, { id: 'a' });
    const seen = watch(cache.select(count));
    cache.delete(User, 'a');
    expect(seen.values).toEqual([1, 0]);
    cache.reset();
    expect(seen.values).toEqual([1, 0, undefined]);
    expect(cache.get(allUsers)).toBeUndefined();
  });
});

describe('R3 without process', () => {
  beforeEach(setUp);

  it("is the schema's denormalized result itself", () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    expect(cache.get(new Query(allUsers))).toBe(cache.get(allUsers));
    expect(cache.get(new Query(User), 'a')).toBe(cache.get(User, 'a'));
  });

  it('a subclass may define process and key as methods', () => {
    class Named extends Query<typeof allUsers, [name: string], User[]> {
      calls = 0;
      override process(users: User[], name: string): User[] {
        this.calls++;
        return users.filter((user) => user.name.toLowerCase() === name.toLowerCase());
      }
      override key(name: string): string {
        return name.toLowerCase();
      }
    }
    const named = new Named(allUsers);
    cache.set([User], [{ id: 'a', name: 'Ada' }]);
    const seen = watch(cache.select(named, 'ADA'));
    expect(seen.last).toEqual([cache.get(User, 'a')!]);
    expect(cache.get(named, 'ada')).toBe(seen.last);
    expect(named.calls).toBe(1);
  });
});

describe('R4 arguments', () => {
  beforeEach(setUp);

  it('go to process after the entries, in order', () => {
    const process = jasmine.createSpy('process');
    cache.set([User], []);
    const query = new Query(allUsers, process as (users: User[], a: number, b?: string) => number);
    cache.get(query, 1, 'two');
    expect(process).toHaveBeenCalledOnceWith([], 1, 'two');
  });

  it('are defaults when there are none', () => {
    const query = new Query(allUsers, (_, { asc }: { asc: string } = { asc: 'default' }) => asc);
    cache.set([User], []);
    expect(cache.get(query)).toBe('default');
    expect(cache.get(query, { asc: 'given' })).toBe('given');
  });

  it('are the same for every member of a join and every inner Query', () => {
    const named = new Query(allUsers, (users, { id }: { id: string }) =>
      users.filter((user) => user.id === id),
    );
    const outer = new Query({ named, user: User }, ({ named, user }, { id }: { id: string }) => [
      named?.[0],
      user,
      id,
    ]);
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    const b = cache.get(User, 'b');
    expect(cache.get(outer, { id: 'b' })).toEqual([b, b, 'b']);
    expect(cache.get(new Query(named, (users) => users.length), { id: 'b' } as never)).toBe(1);
  });
});

describe('R5 results of any type', () => {
  beforeEach(setUp);

  it('may be a number, a string, a Map, null', () => {
    cache.set([User], [{ id: 'a', name: 'Ada' }]);
    const byName = new Query(allUsers, (users) => new Map(users.map((u) => [u.name, u])));
    expect(cache.get(new Query(allUsers, (users) => users.length))).toBe(1);
    expect(cache.get(new Query(allUsers, (users) => users[0].name))).toBe('Ada');
    expect(cache.get(byName)?.get('Ada')).toBe(cache.get(User, 'a'));
    expect(cache.get(new Query(allUsers, () => null))).toBeNull();
  });

  it('may be undefined, false, 0 or an empty string, and process is not run again for it', () => {
    cache.set([User], [{ id: 'a', name: 'Ada' }]);
    for (const result of [undefined, false, 0, '']) {
      const process = jasmine.createSpy('process').and.returnValue(result);
      const query = new Query(allUsers, process);
      const seen = watch(cache.select(query));
      expect([seen.values, cache.get(query), process.calls.count()]).toEqual([[result], result, 1]);
    }
  });
});

describe('R7 a sole null', () => {
  beforeEach(setUp);

  it('is inactive: undefined, and nothing is computed', () => {
    const process = jasmine.createSpy('process');
    const key = jasmine.createSpy('key').and.returnValue('key');
    const query = new Query(allUsers, process as (users: User[], id: string) => number);
    query.key = key;
    cache.set([User], []);
    const seen = watch(cache.select(query, null));
    cache.set(User, { id: 'a' });
    expect(seen.values).toEqual([undefined]);
    expect(cache.get(query, null)).toBeUndefined();
    expect(cache.get(User, null)).toBeUndefined();
    expect(process).not.toHaveBeenCalled();
    expect(key).not.toHaveBeenCalled();
  });

  it('switches a read off and on', () => {
    cache.set([User], [{ id: 'a' }, { id: 'b' }]);
    const args$ = new Subject<[string] | [null]>();
    const seen = watch(cache.selectWith(User, args$));
    args$.next(['a']);
    args$.next([null]);
    args$.next([null]);
    cache.set(User, { id: 'a', name: 'unseen' });
    args$.next(['b']);
    expect(seen.values).toEqual([jasmine.any(User), undefined, cache.get(User, 'b')]);
  });

  it('beside other arguments is an argument like any other', () => {
    const query = new Query(allUsers, (users, a: null, b: number) => [users.length, a, b]);
    cache.set([User], []);
    expect(cache.get(query, null, 5)).toEqual([0, null, 5]);
  });
});
