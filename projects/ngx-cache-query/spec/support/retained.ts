import { TestBed } from '@angular/core/testing';
import {
  CacheService,
  provideCache,
  type RetentionOptions,
  withClock,
  withRetention,
} from 'ngx-cache-query';
import { type CacheHandle, withExtension } from 'ngx-cache-query/extensions';
import { FakeClock } from './fake-clock';

/** Sets up a TestBed with a cache with retention, and a clock that the spec advances. */
export function setUpRetained(options: RetentionOptions) {
  const clock = new FakeClock();
  let handle!: CacheHandle;
  const onInit = (cacheHandle: CacheHandle) => (handle = cacheHandle);
  TestBed.configureTestingModule({
    providers: [
      provideCache(
        withClock(clock),
        withExtension(() => ({ onInit })),
        withRetention(options),
      ),
    ],
  });
  const cache = TestBed.inject(CacheService);
  /** The keys of the rows that the cache holds. */
  const held = (table: string) => handle.rows(table).map(({ pk }) => pk);
  return { cache, clock, handle, held };
}
