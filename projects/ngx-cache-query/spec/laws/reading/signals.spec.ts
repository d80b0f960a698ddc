import { AsyncPipe } from '@angular/common';
import { Component, computed, inject, Injector, input, signal } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, Query } from 'ngx-cache-query';
import { setUpInspected } from 'ngx-cache-query-internals';
import { allTodos, allUsers, Todo, User } from '../../support/models';
import { render, textOf } from '../../support/render';

const count = new Query(allUsers, (users) => users.length);
const named = new Query(allUsers, (users, { from }: { from: string }) =>
  users.filter((user) => user.name >= from).map((user) => user.name),
);

describe('F8 a signal', () => {
  let cache: CacheService;
  const inContext = <T>(make: () => T): T => TestBed.runInInjectionContext(make);
  beforeEach(() => (cache = TestBed.inject(CacheService)));

  it('is up to date right after a write', () => {
    const users = inContext(() => cache.selectSignal(count));
    expect(users()).toBeUndefined();
    cache.set(User, { id: 'a' });
    expect(users()).toBe(1);
    cache.delete(User, 'a');
    expect(users()).toBe(0);
  });

  it('is up to date during a notification, too', () => {
    const users = inContext(() => cache.selectSignal(count));
    users();
    const seen: unknown[] = [];
    cache.select(allUsers).subscribe((list) => seen.push([list?.length, users()]));
    cache.set(User, { id: 'a' });
    expect(seen.at(-1)).toEqual([1, 1]);
  });

  it('is up to date with its arguments', () => {
    const from = signal('b');
    const names = inContext(() => cache.selectSignal(named, () => [{ from: from() }]));
    cache.set(
      [User],
      [
        { id: '1', name: 'a' },
        { id: '2', name: 'c' },
      ],
    );
    expect(names()).toEqual(['c']);
    from.set('a');
    expect(names()).toEqual(['a', 'c']);
    cache.set(User, { id: '3', name: 'b' });
    expect(names()?.length).toBe(3);
  });

  it('computes nothing before its first read', () => {
    const process = jasmine.createSpy('process').and.returnValue(1);
    const users = inContext(() => cache.selectSignal(new Query(allUsers, process as () => number)));
    cache.set(User, { id: 'a' });
    cache.set(User, { id: 'b' });
    expect(process).not.toHaveBeenCalled();
    users();
    expect(process).toHaveBeenCalledTimes(1);
  });

  it('works inside computed, which does not run again when nothing changed', () => {
    const users = inContext(() => cache.selectSignal(count));
    let computations = 0;
    const doubled = computed(() => {
      computations++;
      return (users() ?? 0) * 2;
    });
    cache.set(User, { id: 'a', name: 'A' });
    expect([doubled(), doubled(), computations]).toEqual([2, 2, 1]);
    cache.set(User, { id: 'a', name: 'B' });
    expect([doubled(), computations]).toEqual([2, 1]);
    cache.set(User, { id: 'b' });
    expect([doubled(), computations]).toEqual([4, 2]);
  });

  it('sees what an open batch has written, even if it was read before', () => {
    const users = inContext(() => cache.selectSignal(count));
    cache.set(User, { id: 'a' });
    expect(users()).toBe(1);
    cache.batch(() => {
      cache.set(User, { id: 'b' });
      expect(users()).toBe(2);
      cache.set(User, { id: 'c' });
      expect(users()).toBe(3);
    });
    const failing = () =>
      cache.batch(() => {
        cache.set(User, { id: 'd' });
        expect(users()).toBe(4);
        throw new Error('no');
      });
    expect(failing).toThrowError('no');
    expect(users()).toBe(3);
  });

  it('takes an injector outside an injection context', () => {
    const injector = TestBed.inject(Injector);
    const users = cache.selectSignal(count, () => [], { injector });
    cache.set(User, { id: 'a' });
    expect(users()).toBe(1);
    expect(() => cache.selectSignal(count)).toThrowError(/NG0203/);
  });
});

describe('F8 in a component', () => {
  let renders = 0;

  @Component({
    selector: 'app-user-name',
    template: `{{ rendered() }}{{ user()?.name }} of {{ all() }} {{ todos$ | async }}`,
    imports: [AsyncPipe],
  })
  class UserName {
    readonly #cache = inject(CacheService);
    readonly id = input.required<string>();
    readonly user = this.#cache.selectSignal(User, () => [this.id()]);
    readonly all = this.#cache.selectSignal(count);
    readonly todos$ = this.#cache.select(new Query(allTodos, (todos) => todos.length));
    rendered(): string {
      renders++;
      return '';
    }
  }

  it('reads a required input, and renders once per commit, however much the commit changed', async () => {
    const { cache, commits } = setUpInspected();
    cache.set([User], [{ id: 'a', name: 'Ada' }]);
    cache.set([Todo], []);
    const fixture = render(UserName, { id: 'a' });
    expect(await textOf(fixture)).toBe('Ada of 1 0');
    commits();
    renders = 0;
    cache.batch(() => {
      cache.set(User, { id: 'a', name: 'Adele' });
      cache.set(User, { id: 'b' });
      cache.set(Todo, { id: 1 });
    });
    expect(await textOf(fixture)).toBe('Adele of 2 1');
    expect([commits(), renders]).toEqual([1, 1]);
    fixture.componentRef.setInput('id', 'b');
    expect(await textOf(fixture)).toBe('of 2 1');
  });
});
