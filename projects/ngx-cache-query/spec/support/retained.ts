import { TestBed } from '@angular/core/testing';
import { of, Subject } from 'rxjs';
import {
  type CacheFeature,
  CacheService,
  Endpoint,
  provideCache,
  type RetentionOptions,
  type SchemaLike,
  withClock,
  withRetention,
} from 'ngx-cache-query';
import {
  type CacheHandle,
  type CacheInspection,
  inspect,
  withExtension,
} from 'ngx-cache-query/extensions';
import { PageActivity } from 'ngx-cache-query-internals';
import { FakeClock } from './fake-clock';

/** Sets up a TestBed with a cache that uses retention, and a clock that the spec advances. */
export function setUpRetained(options: RetentionOptions, ...features: CacheFeature[]) {
  const clock = new FakeClock();
  const page = { isActive: true, changed$: new Subject<void>() };
  let handle!: CacheInspection;
  const onInit = (cacheHandle: CacheHandle) => (handle = inspect(cacheHandle));
  TestBed.configureTestingModule({
    providers: [
      provideCache(
        withClock(clock),
        withExtension(() => ({ onInit })),
        withRetention(options),
        ...features,
      ),
      { provide: PageActivity, useValue: page },
    ],
  });
  const cache = TestBed.inject(CacheService);
  /** Returns the keys of the rows that the cache contains. */
  const held = (table: string) => handle.rows(table).map(({ pk }) => pk);
  /** Shows or hides the page. */
  const setActive = (isActive: boolean) => {
    page.isActive = isActive;
    page.changed$.next();
  };
  return { cache, clock, handle, held, setActive };
}

/**
 * Writes a value as the response of a mutation. Unlike a row that `set` has written, such a row is evicted when it is
 * unused.
 */
export function arrive(cache: CacheService, schema: SchemaLike, value: unknown): void {
  cache.fetch(new Endpoint({ sideEffect: true, schema, load: () => of(value) })).subscribe();
}
