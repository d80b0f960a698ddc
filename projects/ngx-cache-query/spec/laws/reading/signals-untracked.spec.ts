import {
  computed,
  createEnvironmentInjector,
  effect,
  EnvironmentInjector,
  signal,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, Query, schema } from 'ngx-cache-query';
import { inspect, sweepAll } from 'ngx-cache-query-internals';
import { listenToWarnings } from '../../support/warnings';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
}
const all = new schema.All(User);
const named = new Query(all, (users, { name }: { readonly name: string }) =>
  users.filter((user) => user.name === name),
);

describe('F8 a signal of the cache', () => {
  let cache: CacheService;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    cache.set(
      [User],
      ['a', 'b', 'c'].map((name, id) => ({ id, name })),
    );
  });
  const results = () => inspect().counts(cache).results;

  it('keeps only the result for its current arguments, as long as its context lives', () => {
    const context = createEnvironmentInjector([], TestBed.inject(EnvironmentInjector));
    const name = signal<string | null>('a');
    const found = cache.selectSignal(
      named,
      () => (name() === null ? [null as never] : [{ name: name()! }]),
      { injector: context },
    );
    for (const next of ['a', 'b', 'c']) {
      name.set(next);
      expect(found()?.length).toBe(1);
    }
    const shown = found();
    sweepAll(cache);
    expect([results(), cache.get(named, { name: 'c' }) === shown]).toEqual([1, true]);
    name.set(null);
    expect(found()).toBeUndefined();
    sweepAll(cache);
    expect(results()).toBe(0);
    name.set('a');
    expect(found()?.length).toBe(1);
    context.destroy();
    name.set('b');
    found();
    sweepAll(cache);
    expect(results()).toBe(0);
  });

  it('takes an Entity class, a list and a join as constant arguments do', () => {
    TestBed.runInInjectionContext(() => {
      expect(cache.selectSignal(User, 1)()).toBe(cache.get(User, 1)!);
      const joined = cache.selectSignal({ user: User, all }, 1);
      expect(joined()?.user).toBe(cache.get(User, 1)!);
      cache.set(User, { id: 5 });
      expect(joined()?.all?.length).toBe(4);
    });
  });
});

describe('F8 get where Angular expects a signal', () => {
  const reading = new Query(all, () => TestBed.inject(CacheService).get(User, 1)?.name);
  const use = () => {
    const warn = listenToWarnings();
    const cache = TestBed.inject(CacheService);
    cache.set(User, { id: 1, name: 'a' });
    return { cache, warn };
  };

  it('does not warn inside the process of a query, which tracks it', () => {
    const { cache, warn } = use();
    const seen: unknown[] = [];
    TestBed.runInInjectionContext(() =>
      effect(() => {
        cache.select(reading).subscribe((name) => seen.push(name));
      }),
    );
    TestBed.tick();
    expect([seen, warn.calls.count()]).toEqual([['a'], 0]);
  });

  it('does not warn in production', () => {
    const page = globalThis as { ngDevMode?: unknown };
    const before = page.ngDevMode;
    const { cache, warn } = use();
    page.ngDevMode = false;
    try {
      expect(computed(() => cache.get(User, 1)?.name)()).toBe('a');
    } finally {
      page.ngDevMode = before;
    }
    expect(warn).not.toHaveBeenCalled();
  });
});
