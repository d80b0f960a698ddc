import {
  createEnvironmentInjector,
  EnvironmentInjector,
  PLATFORM_ID,
  type Provider,
} from '@angular/core';
import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  Entity,
  provideCache,
  Query,
  schema,
  systemClock,
  withClock,
} from 'ngx-cache-query';
import { NEVER, Observable } from 'rxjs';
import { sizes, SWEEP_SLICE } from 'ngx-cache-query-internals';
import { FakeClock } from '../../support/fake-clock';
import { listenToWarnings } from '../../support/warnings';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
  readonly name: string = '';
  static override readonly key: string = 'User';
}
class Member extends Entity {
  readonly id: number = 0;
  static override readonly key: string = 'User';
}
class Post extends Entity {
  readonly id: number = 0;
  readonly owner: User | null = null;
  static override readonly schema = { owner: User };
}
const MINUTE = 60_000;
let clock: FakeClock;
/** Creates a cache whose time the spec controls. */
function open(...providers: Provider[]) {
  clock = new FakeClock();
  const route = createEnvironmentInjector(
    [provideCache(withClock(clock)), ...providers],
    TestBed.inject(EnvironmentInjector),
  );
  return { cache: route.get(CacheService), route };
}

describe('R8 about once a minute, a cache', () => {
  it('drops what was not read in the meantime, and then waits for its next use', () => {
    const { cache } = open();
    expect(clock.pendingTimers).toBe(0);
    cache.set(Post, { id: 1, owner: { id: 1 } });
    cache.get(Post, 1);
    clock.pass(MINUTE - 1);
    cache.get(Post, 1);
    clock.pass(1);
    expect(sizes(cache).rows).toBe(2);
    clock.pass(10 * MINUTE);
    expect([sizes(cache).rows, clock.pendingTimers]).toEqual([0, 0]);
    cache.get(Post, 1);
    expect(clock.pendingTimers).toBe(1);
    clock.pass(10 * MINUTE);
    expect([sizes(cache).rows, clock.pendingTimers]).toEqual([0, 0]);
  });

  it('drops what only an outdated entity referenced', () => {
    const { cache } = open();
    cache.set(User, { id: 1 });
    cache.set(Post, { id: 1, owner: 1 });
    cache.get(Post, 1);
    cache.set(User, { id: 1, name: 'new' });
    clock.pass(10 * MINUTE);
    expect([sizes(cache).rows, clock.pendingTimers]).toEqual([0, 0]);
  });

  it('drops nothing any more if several classes share a table', () => {
    const { cache } = open();
    cache.set([User], [{ id: 1 }]);
    for (const type of [User, Member]) cache.get(type, 1);
    clock.pass(10 * MINUTE);
    expect(clock.pendingTimers).toBe(0);
  });

  it('drops what subscribers have left since then, and what a signal has left', () => {
    const { cache, route } = open();
    cache.set(User, { id: 1 });
    const nameOf = new Query(User, ({ name }) => ({ name }));
    const signal = cache.selectSignal(nameOf, () => [1], { injector: route });
    const { subscription, last } = watch(cache.select(nameOf, 1));
    clock.pass(10 * MINUTE);
    expect(clock.pendingTimers).toBe(0);
    subscription.unsubscribe();
    expect(clock.pendingTimers).toBe(1);
    expect(signal()).toBe(last);
    clock.pass(10 * MINUTE);
    expect(cache.get(nameOf, 1)).toBe(last!);
  });

  it('works in small steps, between which it may be read and written', () => {
    const { cache } = open({ provide: SWEEP_SLICE, useValue: 2 });
    cache.set(
      [User],
      [1, 2, 3, 4, 5].map((id) => ({ id })),
    );
    for (const id of [1, 2, 3, 4, 5]) cache.get(User, id);
    clock.pass(2 * MINUTE);
    for (let frame = 0; frame < 20 && sizes(cache).rows === 5; frame++) clock.pass(16);
    expect([3, 4]).toContain(sizes(cache).rows);
    cache.set(User, { id: 5, name: 'written' });
    const read = cache.get(User, 5);
    clock.pass(MINUTE / 2);
    expect(sizes(cache).rows).toBe(1);
    expect(cache.get(User, 5)).toBe(read!);
  });

  it('waits for the end of a batch, which may still fail', () => {
    const { cache } = open();
    cache.set(User, { id: 1, name: 'old' });
    const before = cache.get(User, 1);
    const run = () =>
      cache.batch(() => {
        cache.set(User, { id: 1, name: 'new' });
        clock.pass(5 * MINUTE);
        throw new Error('no');
      });
    expect(run).toThrowError('no');
    expect(cache.get(User, 1)).toBe(before!);
    expect(before!.name).toBe('old');
    clock.pass(5 * MINUTE);
    expect(sizes(cache).rows).toBe(0);
  });

  it('warns of more than 10,000 entities that no subscriber uses, and only of these', () => {
    const warn = listenToWarnings();
    const { cache } = open();
    const ids = Array.from({ length: 10_001 }, (_, id) => ({ id }));
    cache.set([User], ids);
    const list = cache.select(new schema.All(User)).subscribe();
    clock.pass(MINUTE);
    list.unsubscribe();
    cache.get(User, 1);
    const one = cache.select(User, 5).subscribe();
    clock.pass(6 * MINUTE);
    expect(warn).not.toHaveBeenCalled();
    for (const id of [20_000, 30_000]) cache.select(User, id).subscribe();
    one.unsubscribe();
    clock.pass(5 * MINUTE);
    expect(warn).toHaveBeenCalledTimes(1);
    expect(warn.calls.first().args[0]).toContain(
      'more than 10000 entities that no subscriber uses',
    );
  });
});

describe('F7 a cache', () => {
  const use = (cache: CacheService) => {
    cache.set(User, { id: 1 });
    watch(cache.select(User, 1));
    cache.get(User, 1);
  };

  it('starts no timer and connects no stream on a server', () => {
    const { cache } = open({ provide: PLATFORM_ID, useValue: 'server' });
    use(cache);
    let subscriptions = 0;
    const source$ = new Observable<object>(() => void subscriptions++);
    const connection = cache.connect(source$, User);
    expect([clock.pendingTimers, subscriptions, connection.closed]).toEqual([0, 0, true]);
  });

  it('has no timer after its end, also if its subscribers leave only then', () => {
    const { cache, route } = open();
    use(cache);
    route.destroy();
    expect(clock.pendingTimers).toBe(0);
    const other = open();
    use(other.cache);
    const connection = other.cache.connect(NEVER, User);
    clock.pass(10 * MINUTE);
    expect(clock.pendingTimers).toBe(0);
    other.route.destroy();
    expect([clock.pendingTimers, connection.closed]).toEqual([0, true]);
  });
});

describe('The system clock', () => {
  /** Runs a function with a page whose timers the function controls. */
  function withTimers(run: (timers: Map<number, () => void>, times: number[]) => void) {
    const page = globalThis as { setTimeout: unknown; clearTimeout: unknown };
    const { setTimeout, clearTimeout } = page;
    const timers = new Map<number, () => void>();
    const times: number[] = [];
    page.setTimeout = (timer: () => void, time: number) => {
      timers.set(times.push(time), timer);
      return times.length;
    };
    page.clearTimeout = (id: number) => timers.delete(id);
    try {
      run(timers, times);
    } finally {
      Object.assign(page, { setTimeout, clearTimeout });
    }
  }

  it('calls a function after the time, unless the timer is cancelled', () => {
    const calls: string[] = [];
    withTimers((timers, times) => {
      systemClock.after(100, () => calls.push('first'));
      const cancel = systemClock.after(200, () => calls.push('cancelled'));
      cancel();
      for (const timer of timers.values()) timer();
      expect(times).toEqual([100, 200]);
    });
    expect(calls).toEqual(['first']);
    expect(Math.abs(systemClock.now() - Date.now())).toBeLessThan(MINUTE);
  });

  it('never calls a function after 2^31 milliseconds or more, which a page would call at once', () => {
    withTimers((timers, times) => {
      for (const time of [2 ** 31, 2 ** 40, Infinity]) {
        const cancel = systemClock.after(time, () => fail(`called after ${time}`));
        cancel();
      }
      systemClock.after(2 ** 31 - 1, () => undefined);
      expect(times).toEqual([2 ** 31 - 1]);
      expect(timers.size).toBe(1);
    });
  });
});
