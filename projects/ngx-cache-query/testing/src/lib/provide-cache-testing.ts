// The entry point ngx-cache-query/testing allows specs to use the real cache without a server and without real timers.
//
// Public API: `provideCacheTesting()`, the service `CacheTesting`, the fixtures and the factories. This entry point
// uses an extension that intercepts requests, and replaces the tokens `CLOCK` and PageActivity.
import {
  type EnvironmentProviders,
  inject,
  makeEnvironmentProviders,
  provideEnvironmentInitializer,
} from '@angular/core';
import {
  CacheService,
  CLOCK,
  type EntityClass,
  type FieldsOf,
  ɵPageActivity as PageActivity,
} from 'ngx-cache-query';
import { withExtension } from 'ngx-cache-query/extensions';
import { CacheTesting } from './cache-testing';
import { TESTING_OPTIONS, type TestingOptions } from './testing-options';

/** The options of {@link provideCacheTesting}. */
export interface CacheTestingOptions<Types extends readonly EntityClass[]> extends TestingOptions {
  /** Entities that are in the cache initially, for example `[[User, [{ id: 1, name: 'Ada' }]]]`. */
  readonly entities?: {
    readonly [I in keyof Types]: readonly [type: Types[I], rows: readonly FieldsOf<Types[I]>[]];
  };
}

/**
 * Prepares the cache for a spec. Fixtures or the spec respond to requests, and the spec advances the clock. Add it
 * after `provideCache(…)`, whose features stay enabled.
 *
 * @example
 * ```ts
 * provideCache(withRest({ urlPrefix: '/api' })),
 * provideCacheTesting({ fixtures: [respondTo(getUsers, [{ id: 1, name: 'Ada' }])] }),
 * ```
 */
export function provideCacheTesting<Types extends readonly EntityClass[]>(
  options: CacheTestingOptions<Types> = {},
): EnvironmentProviders {
  const entities: readonly (readonly [EntityClass, readonly object[]])[] = options.entities ?? [];
  return makeEnvironmentProviders([
    CacheTesting,
    ...withExtension(() => inject(CacheTesting).extension).providers,
    { provide: TESTING_OPTIONS, useValue: options },
    { provide: CLOCK, useFactory: () => inject(CacheTesting).clock },
    {
      provide: PageActivity,
      useFactory: (): PublicPart<PageActivity> => inject(CacheTesting).page,
    },
    provideEnvironmentInitializer(() => {
      const cache = inject(CacheService);
      cache.batch(() => {
        for (const [type, rows] of entities) cache.set([type], rows);
      });
    }),
  ]);
}

/** The members of a class without its private fields, which a replacement does not have. */
type PublicPart<T> = { [K in keyof T]: T[K] };
