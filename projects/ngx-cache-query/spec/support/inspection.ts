import type { EnvironmentProviders } from '@angular/core';
import type { CacheService } from 'ngx-cache-query';

/** A table of a cache, as specs see it. */
export interface TableContents {
  readonly name: string;
  readonly known: boolean;
  readonly rows: readonly unknown[];
}

/** Looks into a cache. */
export interface Inspection {
  /** Provides the cache. */
  readonly providers: EnvironmentProviders;
  /** Drops what is unused and was not read since the last sweep. */
  sweep(cache: CacheService): void;
  /** The number of entities that the cache keeps as instances. */
  instances(cache: CacheService): number;
  /** The numbers of everything that the cache keeps. */
  counts(cache: CacheService): unknown;
}
