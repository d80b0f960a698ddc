import { InjectionToken } from '@angular/core';
import type { Fixture } from './fixtures';

/** The options of a cache under test that {@link CacheTesting} uses. */
export interface TestingOptions {
  /** What requests receive. The last fixture of an endpoint counts. */
  readonly fixtures?: readonly Fixture[];
  /**
   * What happens with a request without a fixture.
   *
   * - `fail`: it fails with an error that names the endpoint and its arguments. Default if there are fixtures
   * - `wait`: it waits until the spec responds, with `CacheTesting.expectRequest`. Default if there are none
   * - `send`: it is sent as in the application, for example to HttpTestingController
   */
  readonly unmatched?: 'fail' | 'wait' | 'send';
  /** The time at the beginning. Default: 2026-01-01T00:00:00Z. */
  readonly now?: Date | string | number;
}

export const TESTING_OPTIONS = new InjectionToken<TestingOptions>('CACHE_TESTING_OPTIONS');
