import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { BehaviorSubject, type Subscription, take } from 'rxjs';
import { CacheService, Entity, provideCache, Query, schema } from 'ngx-cache-query';
import { allTodos, allUsers, feed, Link, Post, Todo, User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

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

  it('emits once when a commit changes many rows of many types', () => {
    const join = new Query({ users: allUsers, todos: allTodos }, ({ users, todos }) =>
      [users?.length ?? 0, todos?.length ?? 0].join(),
    );
    const seen = watch(cache.select(join));
    const nested = watch(cache.select(new Query({ join, users: allUsers }, (x) => x.join)));
    cache.set({ users: [User], todos: [Todo] }, { users: [{ id: 'a' }], todos: [{ id: 1 }] });
    expect(seen.values).toEqual([undefined, '1,1']);
    expect(nested.values).toEqual([undefined, '1,1']);
  });

  it('shows every view the same commit, in any order of notification', () => {
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

  it('shows the applied state, once, to a subscriber that joins during a notification', () => {
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

  it('emits nothing to a subscriber that leaves during a notification', () => {
    const notified: string[] = [];
    const subscriptions: Subscription[] = [];
    for (const name of ['first', 'second']) {
      const next = () => {
        if (notified.push(name) > 2) subscriptions.forEach((each) => each.unsubscribe());
      };
      subscriptions.push(cache.select(allUsers).subscribe(next));
    }
    const other = cache.select(User, 'a').subscribe(() => notified.push('entity'));
    subscriptions.push(other);
    cache.set(User, { id: 'a' });
    expect(notified).toEqual(['first', 'second', 'entity', 'first']);
    cache.set(User, { id: 'a', name: 'Ada' });
    expect(notified.length).toBe(4);
  });

  it('may be unsubscribed during its first emission', () => {
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
      watch(routed.select(User, new BehaviorSubject<[string]>(['a']))),
    ];
    routed.set(User, { id: 'a' });
    routed.clear();
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
    cache.delete(User, () => true);
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

  it('an object without the list does not make its type known', () => {
    cache.set({ results: [User] }, {});
    cache.set({ results: [User] }, { results: null });
    expect(cache.get(allUsers)).toBeUndefined();
  });

  it('an empty response of an endpoint makes its type known', () => {
    const users = new Served(allUsers);
    const seen = watch(cache.select(count));
    cache.fetch(users.endpoint).subscribe();
    expect(seen.values).toEqual([undefined]);
    users.respond([]);
    expect(seen.values).toEqual([undefined, 0]);
  });

  it('a polymorphic response makes each mapped type known', () => {
    cache.set(feed, [{ id: 1, type: 'link' }]);
    expect(cache.get(new schema.All(Post))).toEqual([]);
    cache.clear();
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

  it('reset makes everything unknown, and deleting the last entity does not', () => {
    cache.set(User, { id: 'a' });
    const seen = watch(cache.select(count));
    cache.delete(User, 'a');
    expect(seen.values).toEqual([1, 0]);
    cache.clear();
    expect(seen.values).toEqual([1, 0, undefined]);
    expect(cache.get(allUsers)).toBeUndefined();
  });
});
