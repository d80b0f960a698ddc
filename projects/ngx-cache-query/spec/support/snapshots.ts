import { createEnvironmentInjector, EnvironmentInjector } from '@angular/core';
import { TestBed } from '@angular/core/testing';
import { type CacheFeature, CacheService, provideCache } from 'ngx-cache-query';
import {
  restoreSnapshot,
  type StoreSnapshot,
  takeSnapshot,
  withExtension,
} from 'ngx-cache-query/extensions';
import { Recorder } from './recorder';

/** A cache with access for extensions, separate from the cache of the TestBed. */
export interface OpenCache {
  readonly cache: CacheService;
  readonly recorder: Recorder;
  /** Returns a snapshot after a round trip through JSON. */
  take(): StoreSnapshot;
  restore(data: StoreSnapshot): void;
}

/** Creates a cache as a new page would. */
export function openCache(...features: readonly CacheFeature[]): OpenCache {
  const recorder = new Recorder();
  const injector = createEnvironmentInjector(
    [
      provideCache(
        withExtension(() => recorder),
        ...features,
      ),
    ],
    TestBed.inject(EnvironmentInjector),
  );
  return {
    cache: injector.get(CacheService),
    recorder,
    take: () => throughJson(takeSnapshot(recorder.handle)),
    restore: (data) => restoreSnapshot(recorder.handle, data),
  };
}

/** Returns the data in the format that it has after it was written to a page or a database. */
export function throughJson<T>(data: T): T {
  return JSON.parse(JSON.stringify(data)) as T;
}
