import { InjectionToken } from '@angular/core';
import type { Fixture } from './fixtures';

/** The options of {@link CacheTesting}. */
export interface TestingOptions {
  /** The fixtures that respond to requests. If an endpoint has several fixtures, the last one is used. */
  readonly fixtures?: readonly Fixture[];
  /**
   * How requests without a fixture are handled: `fail` with an error that names them (default if there are fixtures),
   * `wait` for `CacheTesting.expectRequest` (default if there are none), or `send` as in the application.
   */
  readonly unmatched?: 'fail' | 'wait' | 'send';
  /** The initial time. Default: 2026-01-01T00:00:00Z. */
  readonly now?: Date | string | number;
}

export const TESTING_OPTIONS = new InjectionToken<TestingOptions>('CACHE_TESTING_OPTIONS');
