import { TestBed } from '@angular/core/testing';
import { catchError, concatMap, config, defaultIfEmpty, map, of, Subject } from 'rxjs';
import { type CacheError, CacheService } from 'ngx-cache-query';
import { User } from '../../support/models';
import { Served } from '../../support/served';

describe('F1 operators receive the error of an aborted request', () => {
  let cache: CacheService;
  let users: Served<(typeof User)[]>;
  const unhandled: unknown[] = [];
  beforeEach(() => {
    unhandled.length = 0;
    config.onUnhandledError = (error) => unhandled.push(error);
    cache = TestBed.inject(CacheService);
    users = new Served([User]);
  });
  afterEach(() => (config.onUnhandledError = null));
  const reported = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    return unhandled;
  };

  for (const method of ['reset', 'clear'] as const) {
    it(`${method}() lets an operator replace the response`, async () => {
      const codes: unknown[] = [];
      let shown: unknown;
      const instead = (error: unknown) => {
        codes.push((error as CacheError).code);
        return of([]);
      };
      cache
        .fetch(users.endpoint)
        .pipe(catchError(instead), defaultIfEmpty([]))
        .subscribe((list) => (shown = list));
      void cache[method]();
      expect([codes, shown]).toEqual([[], []]);
      expect(await reported()).toEqual([]);
    });

    it(`${method}() lets concatMap continue with the next request`, async () => {
      const clicks = new Subject<number>();
      const fetched = (n: number) =>
        cache.fetch(users.endpoint, n).pipe(catchError(() => of(undefined)));
      clicks.pipe(concatMap(fetched)).subscribe();
      clicks.next(1);
      void cache[method]();
      clicks.next(2);
      expect(users.requests.map(({ args }) => args[0])).toEqual([1, 2]);
      expect(await reported()).toEqual([]);
    });

    it(`${method}() keeps later errors of the same subscription reported`, async () => {
      const clicks = new Subject<number>();
      const fetched = (n: number) => cache.fetch(users.endpoint, n).pipe(catchError(() => of([])));
      const throws = (list: readonly object[]) => {
        if (list.length > 0) throw new Error('in the application');
      };
      clicks.pipe(concatMap(fetched), map(throws)).subscribe();
      clicks.next(1);
      void cache[method]();
      clicks.next(2);
      users.respond([{ id: 'a' }]);
      expect((await reported()).map(String)).toEqual(['Error: in the application']);
    });
  }
});
