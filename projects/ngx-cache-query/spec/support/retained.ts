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

/** A TestBed with a cache that has a retention, by a clock that the spec moves on. */
export function setUpRetained(options: RetentionOptions) {
  const clock = new FakeClock();
  let handle!: CacheHandle;
  const onInit = (given: CacheHandle) => (handle = given);
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
