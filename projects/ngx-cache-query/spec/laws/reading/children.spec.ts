import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, Entity, provideCache, schema } from 'ngx-cache-query';
import { Subject } from 'rxjs';
import { sizes } from 'ngx-cache-query-internals';
import { thrownBy } from '../../support/error-log';
import { watch } from '../../support/watch';

class User extends Entity {
  readonly id: number = 0;
}
const allUsers = new schema.All(User);

describe('F1 emptying a cache with the cache of a child route', () => {
  let cache: CacheService;
  let child: CacheService;
  let route: EnvironmentInjector;
  beforeEach(() => {
    cache = TestBed.inject(CacheService);
    route = createEnvironmentInjector([provideCache()], TestBed.inject(EnvironmentInjector));
    child = route.get(CacheService);
  });

  for (const method of ['reset', 'clear'] as const) {
    it(`${method}() empties both, each in one emission, and keeps nothing of what was read`, async () => {
      const grandchild = createEnvironmentInjector([provideCache()], route).get(CacheService);
      const caches = [cache, child, grandchild];
      for (const each of caches) each.set(User, { id: 1 });
      const seen = caches.map((each) => watch(each.select(allUsers)));
      const read = caches.map((each) => each.get(User, 1)!);
      await cache[method]();
      expect(seen.map(({ values }) => values.map((list) => list?.length))).toEqual(
        caches.map(() => [1, undefined]),
      );
      for (const { subscription } of seen) subscription.unsubscribe();
      await cache[method]();
      for (const each of caches) {
        expect(sizes(each)).toEqual(jasmine.objectContaining({ keys: 0, rows: 0 }));
        each.set(User, { id: 1 });
      }
      expect(caches.map((each, i) => each.get(User, 1) === read[i])).toEqual([false, false, false]);
    });

    it(`${method}() of the child empties only the child`, async () => {
      for (const each of [cache, child]) each.set(User, { id: 1 });
      await child[method]();
      expect([cache, child].map((each) => each.get(allUsers)?.length)).toEqual([1, undefined]);
    });

    it(`${method}() in a batch empties both at its end, and none if the batch fails`, () => {
      for (const each of [cache, child]) each.set(User, { id: 1 });
      const sizesNow = () => [cache, child].map((each) => each.get(allUsers)?.length);
      const run = () =>
        cache.batch(() => {
          void cache[method]();
          throw new Error('no');
        });
      expect(run).toThrowError('no');
      expect(sizesNow()).toEqual([1, 1]);
      cache.batch(() => {
        void cache[method]();
        expect(sizesNow()).toEqual([undefined, 1]);
      });
      expect(sizesNow()).toEqual([undefined, undefined]);
    });
  }

  it('ends connected streams only with clear(), and not if a batch with clear() fails', async () => {
    const users$ = new Subject<object>();
    for (const each of [cache, child]) each.connect(users$, User);
    await cache.reset();
    const failing = () =>
      cache.batch(() => {
        void cache.clear();
        throw new Error('no');
      });
    expect(failing).toThrowError('no');
    users$.next({ id: 1 });
    expect([cache, child].map((each) => each.get(User, 1)?.id)).toEqual([1, 1]);
    await cache.clear();
    expect(users$.observed).toBeFalse();
    users$.next({ id: 1 });
    expect([cache, child].map((each) => each.get(User, 1)?.id)).toEqual([undefined, undefined]);
  });

  it('is refused after its end, as every write is, and a read completes', () => {
    const seen = watch(child.select(allUsers));
    const skipped = watch(child.select(User, null));
    route.destroy();
    expect([seen.completed, skipped.completed]).toEqual([true, true]);
    const late = watch(child.select(allUsers));
    expect([late.values, late.completed]).toEqual([[], true]);
    const writes = [
      () => child.set(User, { id: 1 }),
      () => child.delete(User, 1),
      () => child.batch(() => undefined),
      () => child.connect(new Subject(), User),
      () => void child.reset(),
      () => void child.clear(),
    ];
    for (const write of writes) expect(thrownBy(write).code).toBe('NCQ4002');
    cache.set(User, { id: 1 });
    expect(cache.get(User, 1)?.id).toBe(1);
  });
});
