import { InjectionToken } from '@angular/core';
import type { Fixture } from './fixtures';

/** The options of {@link CacheTesting}. */
export interface TestingOptions {
  /** The fixtures that respond to requests. If an endpoint has several fixtures, the last one is used. */
  readonly fixtures?: readonly Fixture[];
  /**
   * How requests without a fixture are handled.
   *
   * - `fail`: the request fails with an error that names the endpoint and its arguments. Default if there are fixtures
   * - `wait`: the request waits until the spec responds with `CacheTesting.expectRequest`. Default if there are no
   *   fixtures
   * - `send`: the request is sent as in the application, for example to HttpTestingController
   */
  readonly unmatched?: 'fail' | 'wait' | 'send';
  /** The initial time. Default: 2026-01-01T00:00:00Z. */
  readonly now?: Date | string | number;
}

export const TESTING_OPTIONS = new InjectionToken<TestingOptions>('CACHE_TESTING_OPTIONS');
