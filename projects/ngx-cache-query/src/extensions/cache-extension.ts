import type { Observable } from 'rxjs';
import type { CacheParts } from '../cache/cache-service';
import type { AnyEndpoint } from '../requests/endpoint';
import type { Reason, SentRequest } from '../requests/sent-request';
import type { ENDPOINT } from '../requests/target';
import type { StoreCommit } from '../store/commit';
import type { Cause, Commit, StoredRow } from './extension-commit';

/** The property name under which a handle stores the parts of the cache. */
export const CACHE: unique symbol = Symbol();

/** The property name under which a handle stores what else it knows. */
export const KNOWN: unique symbol = Symbol();

/** Gives the functions of this entry point access to a cache. */
export interface CacheHandle {
  /** Whether the cache belongs to a route, and not to the application. */
  readonly isOfRoute: boolean;
  /** @internal */
  readonly [CACHE]: CacheParts;
  /** @internal */
  readonly [KNOWN]: HandleState;
}

/** What else a handle knows. */
export interface HandleState {
  /** Returns the number of a request. */
  readonly idOf: (request: object) => number | undefined;
  /** The requests that wait before they are sent again, and until when. */
  readonly retries: ReadonlyMap<SentRequest, number>;
  /** Called with each commit, and the number that extensions know; `undefined` for one that only changed responses. */
  noted?: (commit: StoreCommit, id: number | undefined) => void;
}

/** Why a read was sent. Known in dev mode. */
export interface RequestReason {
  /**
   * - `observed`: a subscriber, a resource or a signal began to need the response
   * - `called`: the application called `fetch`, `ensure` or `loadMore`
   * - `stale`: a write made the response stale: see `cause`
   * - `poll`: `pollInterval` was over
   * - `focus`, `reconnect`: the page became visible or online, and the response was stale
   * - `reset`: the response was dropped while something needs it
   * - `hydrated`: the page became stable, and the response of the server was stale
   */
  readonly kind: Reason['kind'];
  /** What made the response stale: a call of `refetch`, a mutation, or a message of a stream. */
  readonly cause?: Cause;
  /** What was stored: nothing, a failure, a value marked as stale, or another value, which may have expired. */
  readonly stored: 'nothing' | 'error' | 'stale' | 'value';
}

/** Describes a request that began, succeeded, failed or was aborted. */
export interface RequestEvent {
  /** The number of the request within its cache, as in all its events. */
  readonly id: number;
  /** The name of the endpoint, such as `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the request, such as `GET /users/5`. Does not include the prefix of `withRest`. */
  readonly key: string;
  /** The arguments of the call. */
  readonly args: readonly unknown[];
  readonly state: 'pending' | 'success' | 'error' | 'aborted';
  /** Whether the request changes data on the server. */
  readonly isMutation: boolean;
  /** Why a read was sent. Only in its first event, and only in dev mode. */
  readonly reason?: RequestReason;
  /** The duration of the request in milliseconds; `undefined` while the request is pending. */
  readonly ms?: number;
  /** The error of the request, if the state is `error`. */
  readonly error?: unknown;
}

/** Identifies an evicted row. */
export type EvictedRow = Pick<StoredRow, 'table' | 'pk'>;

/** A request that is about to be sent. */
export interface PendingRequest {
  /** The number of the request within its cache, as in its events. */
  readonly id: number;
  /** The name of the endpoint, such as `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the request, such as `GET /users/5`. */
  readonly key: string;
  /** The arguments of the call, with server ids in place of temporary ids. */
  readonly args: readonly unknown[];
  /** Whether the request changes data on the server. */
  readonly isMutation: boolean;
  /** The endpoint, for the testing kit. */
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
  /** Called after each commit, when subscribers have been notified. The extension can write to the cache. */
  onCommit?(commit: Commit): void;
  /** Called after an unused row is evicted. */
  onEviction?(row: EvictedRow): void;
  /** Called after `reset` or `clear` empties the cache. */
  onEmpty?(): void;
  /** Called when a request begins, and when it succeeds, fails or is aborted. */
  onRequest?(event: RequestEvent): void;
  /**
   * Called before each request and retry. Return `send()` to send it unchanged, or another response, or an error.
   *
   * @returns an Observable; its first value is the response before it is normalized
   */
  intercept?(request: PendingRequest, send: () => Observable<unknown>): Observable<unknown>;
  /** Whether commits contain the results that they affect. Has an effect only in dev mode. */
  readonly traces?: boolean;
  /** Whether the causes of writes contain the place of the call. Has an effect only in dev mode. */
  readonly tracesCalls?: boolean;
  /** Called when the cache is destroyed with its injector. */
  onDestroy?(): void;
}
