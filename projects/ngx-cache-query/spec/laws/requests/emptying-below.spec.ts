import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { CacheService, provideCache } from 'ngx-cache-query';
import { ErrorLog, provideErrorLog, thrownBy } from '../../support/error-log';
import { allUsers, User } from '../../support/models';

describe('F1 reset() and clear() with the caches of child routes', () => {
  let cache: CacheService;
  let below: CacheService;
  let log: ErrorLog;
  beforeEach(() => {
    log = new ErrorLog();
    TestBed.configureTestingModule({ providers: [provideErrorLog(log)] });
    cache = TestBed.inject(CacheService);
    const route = createEnvironmentInjector([provideCache()], TestBed.inject(EnvironmentInjector));
    below = route.get(CacheService);
    for (const each of [cache, below]) each.set(User, { id: 'a' });
  });

  for (const method of ['reset', 'clear'] as const) {
    it(`${method}() is refused inside an updater of one of them, and empties none`, () => {
      const inside = () =>
        below.set(User, 'a', () => {
          void cache[method]();
          return {};
        });
      expect(thrownBy(inside).code).toBe('NCQ3001');
      expect([cache, below].map((each) => each.get(User, 'a')?.id)).toEqual(['a', 'a']);
    });

    it(`${method}() resolves even if subscribers of one of them write endlessly`, async () => {
      let count = 0;
      below.select(allUsers).subscribe(() => {
        if (cache.get(User, 'a') === undefined) below.set(User, { id: 'b', name: `${count++}` });
      });
      await cache[method]();
      expect(log.errors.map((error) => (error as { code?: string }).code)).toEqual(['NCQ2001']);
    });
  }
});
