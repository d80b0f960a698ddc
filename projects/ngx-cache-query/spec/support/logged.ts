import { TestBed } from '@angular/core/testing';
import { CacheService } from 'ngx-cache-query';
import { ErrorLog, provideErrorLog } from './error-log';
import { allUsers, User } from './models';
import { watch } from './watch';

/** A TestBed with a cache whose errors are written down. */
export function setUpLogged() {
  const log = new ErrorLog();
  TestBed.configureTestingModule({ providers: [provideErrorLog(log)] });
  return { cache: TestBed.inject(CacheService), log };
}

/** Everything is in working order: a write lands, and is told once. */
export function worksAfterwards(cache: CacheService): void {
  const seen = watch(cache.select(User, 'afterwards'));
  cache.set(User, { id: 'afterwards' });
  expect(seen.values.map((user) => user?.id)).toEqual([undefined, 'afterwards']);
  expect(cache.get(allUsers)).toContain(seen.last!);
  seen.subscription.unsubscribe();
  cache.delete(User, 'afterwards');
}

/** The ids of users as one word. */
export function idsOf(list: readonly User[] | undefined): string | undefined {
  return list?.map(({ id }) => id).join('');
}
