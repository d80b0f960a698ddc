import { TestBed } from '@angular/core/testing';
import { CacheService, provideCache } from 'ngx-cache-query';
import { CacheDevtools, type DevtoolsOptions, withDevtools } from 'ngx-cache-query/devtools';
import { CacheTesting, provideCacheTesting } from 'ngx-cache-query/testing';

/** Provides a cache with devtools, at noon. */
export function setUpDevtools(options?: DevtoolsOptions) {
  TestBed.configureTestingModule({
    providers: [
      provideCache(withDevtools(options)),
      provideCacheTesting({ now: '2026-01-01T12:00:00Z' }),
    ],
  });
  return {
    cache: TestBed.inject(CacheService),
    testing: TestBed.inject(CacheTesting),
    devtools: TestBed.inject(CacheDevtools),
  };
}
