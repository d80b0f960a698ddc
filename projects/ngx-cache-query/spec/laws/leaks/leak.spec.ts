import {
  Component,
  createEnvironmentInjector,
  EnvironmentInjector,
  inject,
  input,
  signal,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { of, Subject } from 'rxjs';
import { CacheService, Endpoint, Entity, provideCache, Query, schema } from 'ngx-cache-query';
import {
  type CacheHandle,
  type CacheInspection,
  inspect,
  withExtension,
} from 'ngx-cache-query/extensions';
import { allTodos, allUsers, feed, Link, Post, Todo, User } from '../../support/models';
import { Served } from '../../support/served';
import { watch } from '../../support/watch';

const named = new Query(allUsers, (users, { name }: { name: string }) =>
  users.filter((user) => user.name === name),
);
const todosOf = new Query({ named, todos: allTodos }, ({ todos }, { name }: { name: string }) =>
  todos?.filter((todo) => todo.userId.name === name),
);
const looked = new Query(allTodos, (todos, id: string) => [todos.length, cacheNow.get(User, id)]);
const union = new schema.Union({ link: Link, post: Post }, 'type');

class Board extends Entity {
  readonly id: string = '';
  readonly users: readonly User[] = [];
  readonly feed: readonly (Link | Post)[] = [];
  static override readonly schema = { users: allUsers, feed };
}

let cacheNow: CacheService;
const TIMES = 10_000;

describe('R6, R8 memory', () => {
  let cache: CacheService;
  let handle: CacheInspection;
  beforeEach(() => {
    const onInit = (cacheHandle: CacheHandle) => (handle = inspect(cacheHandle));
    TestBed.configureTestingModule({
      providers: [provideCache(withExtension(() => ({ onInit })))],
    });
    cacheNow = cache = TestBed.inject(CacheService);
    cache.set([User], [{ id: 'a', name: 'Ada' }, { id: 'b' }]);
    cache.set(
      [Todo],
      [
        { id: 1, userId: 'a' },
        { id: 2, userId: 'missing' },
      ],
    );
    cache.set(feed, [
      { id: 1, type: 'link' },
      { id: 1, type: 'post' },
    ]);
    cache.set(new schema.Array(Board), [{ id: 'x' }]);
    // The first read of a class allocates one cell that is never freed, no matter how many entities of the class are
    // read.
    for (const type of [User, Todo, Link, Post, Board]) cache.get(type as typeof User, 'x');
  });

  /** Counts after as many sweeps as the longest chain of references needs. */
  const swept = () => {
    for (let n = 0; n < 5; n++) handle.sweep();
    return handle.stats();
  };

  const pages = new Endpoint({ load: (n: number) => of({ n }), schema: { user: User, n: 0 } });
  const reads: Record<string, (i: number) => [typeof User, string]> = {
    'queries with other arguments': (i) => [named, { name: `${i}` }] as never,
    'joins and inner queries': (i) => [todosOf, { name: `${i}` }] as never,
    'inline joins': (i) => [{ users: allUsers, user: User }, `${i}`] as never,
    'queries that use get': (i) => [looked, `${i}`] as never,
    'inline queries': () => [new Query(allUsers, (users) => users.length)] as never,
    'missing entities': (i) => [User, `x${i}`] as never,
    'cached entities': (i) => [User, i % 2 === 0 ? 'a' : { id: 'b', i }] as never,
    'entities with relations': (i) => [Todo, { id: (i % 2) + 1, i }] as never,
    unions: (i) => [union, { id: i % 3, type: 'link', i }] as never,
    lists: (i) => [i % 2 === 0 ? feed : allTodos] as never,
    'entities with lists': () => [Board, 'x'] as never,
    'endpoints without a response': (i) => [pages, i] as never,
  };
  for (const [name, read] of Object.entries(reads)) {
    it(`is freed after ten thousand subscriptions come and go: ${name}`, () => {
      const before = swept();
      for (let i = 0; i < TIMES; i++) watch(cache.select(...read(i))).subscription.unsubscribe();
      expect(handle.stats().memos).toBeGreaterThan(0);
      expect(swept()).toEqual(before);
    });
  }

  it('is freed after ten thousand concurrent subscriptions are notified and end', () => {
    const before = swept();
    const all = Array.from({ length: TIMES }, (_, i) =>
      watch(cache.select(named, { name: `n${i}` })),
    );
    expect(swept().memos).toBe(before.memos + TIMES);
    cache.set(User, { id: 'c', name: 'n5' });
    expect(all[5].values.length).toBe(2);
    for (const each of all) each.subscription.unsubscribe();
    expect(swept()).toEqual(before);
  });

  it('is freed after ten thousand arguments of select, of selectSignal and of get', () => {
    const before = swept();
    const args$ = new Subject<[{ name: string }]>();
    const seen = watch(cache.select(named, args$));
    const i = signal(0);
    @Component({ template: '' })
    class View {
      readonly cache = inject(CacheService);
      readonly named = this.cache.selectSignal(named, () => [{ name: `s${i()}` }]);
    }
    const fixture = TestBed.createComponent(View);
    for (let n = 0; n < TIMES; n++) {
      args$.next([{ name: `${n}` }]);
      i.set(n);
      fixture.componentInstance.named();
      cache.get(named, { name: `g${n}` });
      cache.get(User, `g${n}`);
    }
    expect(swept().memos).toBe(before.memos + 2);
    fixture.destroy();
    seen.subscription.unsubscribe();
    expect(swept()).toEqual(before);
  });

  it('is freed after the signals of a thousand components are destroyed', () => {
    @Component({ selector: 'ncq-one', template: '{{ user()?.name }}{{ todos()?.length }}' })
    class One {
      readonly id = input.required<string>();
      readonly cache = inject(CacheService);
      readonly user = this.cache.selectSignal(User, () => [this.id()]);
      readonly todos = this.cache.selectSignal(todosOf, { name: 'Ada' });
    }
    const before = swept();
    for (let n = 0; n < 1_000; n++) {
      const fixture = TestBed.createComponent(One);
      fixture.componentRef.setInput('id', `${n}`);
      fixture.detectChanges();
      fixture.destroy();
    }
    expect(swept()).toEqual(before);
  });

  it('is freed after queries throw, and entities change, arrive and leave under a subscriber', () => {
    const before = swept();
    const bad = new Query(allUsers, (_users, n: number) => {
      throw new Error(`${n}`);
    });
    for (let n = 0; n < 1_000; n++) {
      watch(cache.select(bad, n));
      const seen = watch(cache.select(Todo, n + 10));
      cache.set(Todo, { id: n + 10, userId: `u${n}` });
      cache.set(User, { id: `u${n}`, name: 'x' });
      cache.delete(Todo, n + 10);
      cache.delete(User, `u${n}`);
      expect(seen.values.length).toBe(4);
      seen.subscription.unsubscribe();
    }
    expect(swept()).toEqual(before);
  });

  it('is freed for data that a process no longer reads', () => {
    const before = swept();
    const follow = new Query(User, (user) => cache.get(User, user.name));
    const seen = watch(cache.select(follow, 'a'));
    const first = handle.stats().subjects;
    for (let n = 0; n < 1_000; n++) cache.set(User, { id: 'a', name: `u${n}` });
    expect(handle.stats().subjects).toBe(first);
    seen.subscription.unsubscribe();
    expect(swept()).toEqual(before);
  });

  it('is freed after reads inside batches, including batches that throw', () => {
    const before = swept();
    for (let n = 0; n < 1_000; n++) {
      try {
        cache.batch(() => {
          cache.set(User, { id: 'temporary', name: `${n}` });
          cache.get(named, { name: `${n}` });
          watch(cache.select(named, { name: `w${n}` })).subscription.unsubscribe();
          cache.get(Todo, n);
          cache.delete(User, 'temporary');
          if (n % 2 === 0) throw new Error('no');
        });
      } catch {
        // Half of these calls throw.
      }
    }
    expect(swept()).toEqual(before);
  });

  it('is freed after requests that end in each way', () => {
    const before = swept();
    const users = new Served([User], { sideEffect: true });
    const reads = new Served(User);
    for (let n = 0; n < 1_000; n++) {
      const seen = [watch(cache.fetch(users.endpoint)), watch(cache.fetch(reads.endpoint, n))];
      if (n % 3 === 0) users.respond([{ id: 'a' }]);
      if (n % 3 === 1) users.requests[n].fail('down');
      seen.forEach(({ subscription }) => subscription.unsubscribe());
    }
    expect(swept()).toEqual(before);
  });

  it('is freed after a polymorphic list whose subscriber leaves, beside an active list of one of its types', () => {
    const links = watch(cache.select(new schema.All(Link)));
    const before = swept();
    watch(cache.select(feed)).subscription.unsubscribe();
    expect(swept()).toEqual(before);
    links.subscription.unsubscribe();
  });

  it('keeps active results, with their identity', () => {
    const seen = watch(cache.select(todosOf, { name: 'Ada' }));
    const before = cache.get(User, 'a')!;
    for (let n = 0; n < 5; n++) handle.sweep();
    expect(cache.get(todosOf, { name: 'Ada' })).toBe(seen.last);
    expect(cache.get(Todo, 1)?.userId).toBe(before);
    cache.set(User, { id: 'a', isAdmin: true });
    expect(seen.values.length).toBe(2);
    seen.subscription.unsubscribe();
    const one = watch(cache.select(Todo, 1));
    swept();
    cache.set(User, { id: 'a', name: 'x' });
    expect(one.values.map((todo) => todo?.userId.name)).toEqual(['Ada', 'x']);
  });

  it('keeps what was read since the previous sweep, with its identity, until the next sweep', () => {
    const [list, user] = [cache.get(allUsers), cache.get(User, 'a')];
    handle.sweep();
    expect([cache.get(allUsers), cache.get(User, 'a')]).toEqual([list, user]);
    expect(cache.get(allUsers)).toBe(list);
    expect(cache.get(User, 'a')).toBe(user);
    swept();
    expect(cache.get(User, 'a')).not.toBe(user);
    expect(cache.get(User, 'a')).toEqual(user);
  });

  it('is freed by a sweep that runs by itself, until nothing is left to sweep', () => {
    jasmine.clock().install();
    let own!: CacheInspection;
    const injector = createEnvironmentInjector(
      [
        provideCache(
          withExtension(() => ({ onInit: (cacheHandle) => (own = inspect(cacheHandle)) })),
        ),
      ],
      TestBed.inject(EnvironmentInjector),
    );
    try {
      const swept = injector.get(CacheService);
      swept.get(User, 'x');
      jasmine.clock().tick(600_000);
      const before = own.stats();
      for (let n = 0; n < 10; n++) watch(swept.select(User, `x${n}`)).subscription.unsubscribe();
      expect(own.stats().memos).toBe(10);
      jasmine.clock().tick(600_000);
      expect(own.stats()).toEqual(before);
      for (let n = 0; n < 10; n++) swept.get(named, { name: `${n}` });
      const kept = watch(swept.select(named, { name: 'kept' }));
      jasmine.clock().tick(600_000);
      expect(own.stats().memos).toBe(1);
      kept.subscription.unsubscribe();
      jasmine.clock().tick(600_000);
      expect(own.stats()).toEqual(before);
      // Also if only signals have used the cache.
      const page = createEnvironmentInjector([], injector);
      const shown = page.runInContext(() => swept.selectSignal(named, { name: 'shown' }));
      shown();
      jasmine.clock().tick(600_000);
      expect(own.stats().memos).toBe(1);
      page.destroy();
      jasmine.clock().tick(600_000);
      expect(own.stats()).toEqual(before);
    } finally {
      injector.destroy();
      jasmine.clock().uninstall();
    }
  });
});
