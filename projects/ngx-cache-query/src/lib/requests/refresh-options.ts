import type { RetryOptions } from './retry';

/**
 * How long responses stay fresh, and how long failures count as recent. The options of an endpoint take precedence over
 * the options of `withExpiry`.
 */
export interface ExpiryOptions {
  /** How long a response is fresh, in milliseconds. Default: 60,000. */
  readonly dataExpiryLength?: number;
  /**
   * How long a failure counts as recent, in milliseconds. During this time, new subscribers and `ensure` receive the
   * failure and send no request. `fetch`, `refetch` and `reset` ignore recent failures. Default: 5,000.
   */
  readonly errorExpiryLength?: number;
  /** Whether stale data is dropped instead of being shown to the first subscriber. Default: `false`. */
  readonly invalidIfStale?: boolean;
}

/** How long the responses of an endpoint stay fresh, and when the endpoint is refetched. */
export interface RefreshOptions extends ExpiryOptions {
  /** The time between two refetches while there are active subscribers, in milliseconds. Default: no polling. */
  readonly pollInterval?: number;
  /**
   * How failed reads are retried. Default: the options of `withRetry`; reads are not retried if `withRetry` is not
   * used.
   */
  readonly retry?: RetryOptions;
  /**
   * Whether the responses are excluded from snapshots. If `true`, they are not transferred from the server to the
   * browser, and extensions do not store them. Default: `false`.
   */
  readonly sensitive?: boolean;
}
