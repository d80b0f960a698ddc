import type { RetryOptions } from './retry';

/** How long responses and failures remain valid. The value of an endpoint has precedence over that of `withExpiry`. */
export interface ExpiryOptions {
  /** Milliseconds for which a response is fresh. Default: 60,000. */
  readonly dataExpiryLength?: number;
  /**
   * Milliseconds for which new subscribers and `ensure` receive a failure instead of a new request. `fetch`, `refetch`
   * and `reset` always send a request. Default: 5,000.
   */
  readonly errorExpiryLength?: number;
  /** Whether stale data is dropped instead of shown when the first subscriber arrives. Default: `false`. */
  readonly invalidIfStale?: boolean;
}

/** How long the responses of an endpoint are fresh, and when the endpoint is requested again. */
export interface RefreshOptions extends ExpiryOptions {
  /** Milliseconds between refetches, while there are active subscribers. Default: no refetches. */
  readonly pollInterval?: number;
  /** How a failed read is retried. Without `withRetry`, reads are not retried. Default: the options of `withRetry`. */
  readonly retry?: RetryOptions;
  /**
   * Whether responses never leave the cache: they are not part of snapshots, and so are neither transferred from the
   * server to the browser nor stored by an extension. Default: `false`.
   */
  readonly sensitive?: boolean;
}
