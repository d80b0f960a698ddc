import type { Observable } from 'rxjs';
import type { AnyEndpoint } from '../requests/endpoint';
import type { ENDPOINT } from '../requests/target';
import type { CacheHandle } from './cache-handle';
import type { Commit, StoredRow } from './extension-commit';

/** Describes a request that began, succeeded, failed or was aborted. */
export interface RequestEvent {
  /** The sequence number of the request within its cache. All events of one request have the same number. */
  readonly id: number;
  /** The name of the endpoint, such as `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the request, such as `GET /users/5`. Does not include the prefix of `withRest`. */
  readonly key: string;
  /** The arguments of the call. */
  readonly args: readonly unknown[];
  readonly state: 'pending' | 'success' | 'error' | 'aborted';
  /** The duration of the request in milliseconds; `undefined` while the request is pending. */
  readonly ms?: number;
  /** The error of the request, if the state is `error`. */
  readonly error?: unknown;
}

/** Identifies an evicted row. */
export type EvictedRow = Pick<StoredRow, 'table' | 'pk'>;

/** A request that is about to be sent. */
export interface PendingRequest {
  /**
   * The sequence number of the request within its cache. The events of the request contain the same number. Requests
   * for pages that are loaded together share one number.
   */
  readonly id: number;
  /** The name of the endpoint, such as `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the request, such as `GET /users/5`. */
  readonly key: string;
  /** The arguments of the call. Temporary ids in the arguments have already been replaced with server ids. */
  readonly args: readonly unknown[];
  /** Whether the request changes data on the server. */
  readonly isMutation: boolean;
  /** @internal */
  readonly [ENDPOINT]: AnyEndpoint;
}

/**
 * An extension of a cache, for example for devtools, persistence or logging.
 *
 * @example
 * ```ts
 * class CommitLog implements CacheExtension {
 *   onCommit({ id, changes }: Commit): void {
 *     console.log(`commit ${id}: ${changes.length} rows`);
 *   }
 * }
 * provideCache(withExtension(() => new CommitLog()));
 * ```
 */
export interface CacheExtension {
  /** Called when the cache is created, while the cache is still empty. */
  onInit?(cache: CacheHandle): void;
  /**
   * Called after each commit that changed rows, responses or the `known` value of a table. Subscribers have already
   * been notified. The extension can write to the cache.
   */
  onCommit?(commit: Commit): void;
  /** Called after an unused row is evicted. The cache then treats the row as if it had never been loaded. */
  onEviction?(row: EvictedRow): void;
  /** Called after `reset` or `clear` empties the cache. */
  onEmpty?(): void;
  /** Called when a request begins, and when it succeeds, fails or is aborted. */
  onRequest?(event: RequestEvent): void;
  /**
   * Called each time the cache is about to send a request or a retry. Return `send()` to send the request unchanged.
   * The method can also delay the request, change or replace its response, or make the request fail.
   *
   * @param send returns an Observable that sends the request on subscription, and emits the response
   * @returns an Observable; its first value is the response before it is normalized
   */
  intercept?(request: PendingRequest, send: () => Observable<unknown>): Observable<unknown>;
  /** Whether the cache measures the duration of `process` functions for {@link CacheHandle.queries}. */
  readonly measures?: boolean;
  /** Called when the cache is destroyed with its injector. */
  onDestroy?(): void;
}
