import { TestBed } from '@angular/core/testing';
import { CacheService } from 'ngx-cache-query';
import { ErrorLog, provideErrorLog } from './error-log';
import { allUsers, User } from './models';
import { watch } from './watch';

/** Sets up a TestBed with a cache, and records its errors. */
export function setUpLogged() {
  const log = new ErrorLog();
  TestBed.configureTestingModule({ providers: [provideErrorLog(log)] });
  return { cache: TestBed.inject(CacheService), log };
}

/** Checks that the cache works: a write is applied and emitted once. */
export function expectWorkingCache(cache: CacheService): void {
  const seen = watch(cache.select(User, 'afterwards'));
  cache.set(User, { id: 'afterwards' });
  expect(seen.values.map((user) => user?.id)).toEqual([undefined, 'afterwards']);
  expect(cache.get(allUsers)).toContain(seen.last!);
  seen.subscription.unsubscribe();
  cache.delete(User, 'afterwards');
}

/** Returns the concatenated ids of users. */
export function idsOf(list: readonly User[] | undefined): string | undefined {
  return list?.map(({ id }) => id).join('');
}
