import type { Observable } from 'rxjs';
import type { CacheStats, QueryInfo } from '../query/query-info';
import type { Clock } from '../platform/clock';
import type { AnyEndpoint } from '../requests/endpoint';
import type { Freshness } from '../requests/freshness';
import type { Reader } from '../query/reader';
import type { ChangeSet } from '../store/change-set';
import type { CacheError } from '../util/cache-error';
import type { Writer } from '../writes/writer';

/** The fields of a row as the cache stores them. Relations are keys, and fields with a deserializer have raw values. */
export type StoredFields = Readonly<Record<string, unknown>>;

/** A row of a table, in a form that can be saved and restored. */
export interface StoredRow {
  /** The static `key` of the Entity class, or the name of the class if it has no key. */
  readonly table: string;
  readonly pk: string;
  readonly fields: StoredFields;
}

/** A row that a commit changed. */
export interface RowChange {
  /** The static `key` of the Entity class, or the name of the class if it has no key. */
  readonly table: string;
  readonly pk: string;
  /** The row before the commit; `undefined` if it did not exist. */
  readonly before: StoredFields | undefined;
  /**
   * The row after the commit; `undefined` if it was removed. The same object as `before` if only the position of the
   * row changed.
   */
  readonly after: StoredFields | undefined;
}

/** The cause of a commit. */
export interface Cause {
  /**
   * - `response`: a response arrived
   * - `request`: a request began, ended or failed
   * - `optimistic`: a mutation was called, and its optimistic response is shown
   * - `rollback`: a mutation failed, and its optimistic response was removed
   * - `message`: a connected stream emitted
   * - `restore`: an extension restored data
   * - `write`: the application called `set`, `delete`, `refetch`, `reset` or `clear`
   */
  readonly kind:
    'response' | 'request' | 'optimistic' | 'rollback' | 'message' | 'restore' | 'write';
  /** The {@link RequestEvent.id} of the request, if a request caused the commit. */
  readonly request?: number;
  /** The name of the endpoint, if a request caused the commit. */
  readonly endpoint?: string;
  /** The key of the request, if a request caused the commit. */
  readonly key?: string;
}

/** Describes a commit and the changes that it made. Each changed row appears once. */
export interface Commit {
  /** The sequence number of the commit within its cache. */
  readonly id: number;
  readonly changes: readonly RowChange[];
  /**
   * The tables whose `known` value changed. For example, an empty list in a response sets `known` to `true` without
   * adding rows, and `reset` and `clear` set it to `false`.
   */
  readonly knowledge: readonly TableInfo[];
  /** The causes of the commit. A batch can have several causes. */
  readonly causes: readonly Cause[];
  /** @internal */
  readonly [CHANGE_SET]: ChangeSet;
}

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

/** A summary of a table. */
export interface TableInfo {
  readonly name: string;
  /** The number of rows. */
  readonly size: number;
  /**
   * Whether a read of all entities in the table returns a list instead of `undefined`. The value becomes `true` when an
   * entity is written to the table, or when a response that contains a list of such entities is stored. It becomes
   * `false` again after `reset` and `clear`, and after the eviction of a row.
   */
  readonly known: boolean;
}

/**
 * Describes a stored response and the status of its last request. The response can be missing, for example if the
 * request failed.
 */
export interface ResponseState {
  /** The name of the endpoint, such as `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the response, such as `GET /users/5`. */
  readonly key: string;
  /** Whether a request is in flight. */
  readonly isFetching: boolean;
  /** Whether the cache sends a request for the next subscriber. */
  readonly isStale: boolean;
  /** The time at which the last response arrived, in milliseconds since 1970; `undefined` before the first response. */
  readonly fetchedAt: number | undefined;
  /** The error of the last request; `undefined` if it succeeded. */
  readonly error: CacheError | undefined;
}

/** Gives an extension access to a cache. */
export interface CacheHandle {
  /** Whether the cache belongs to a route, and not to the application. */
  readonly isOfRoute: boolean;
  /** Returns all tables, including those that were read but never written. */
  tables(): readonly TableInfo[];
  /** Returns the rows of a table as the cache stores them, in insertion order. */
  rows(table: string): readonly StoredRow[];
  /** Whether a pending mutation changes, adds or deletes a row. */
  isOptimistic(table: string, pk: string): boolean;
  /** Returns the state of each stored response. */
  responses(): readonly ResponseState[];
  /**
   * Writes the given rows unchanged in one commit, for example to undo a commit. A row replaces the existing row with
   * the same key. If an error occurs, nothing is written.
   *
   * @throws CacheError NCQ4003 if the Entity class of a row has no static `key`
   */
  writeRows(rows: readonly StoredRow[]): void;
  /**
   * Describes the results that the cache stores, including results without subscribers. The description of a result
   * contains the number and the total duration of its `process` runs.
   */
  queries(): readonly QueryInfo[];
  /** Returns the number of results, nodes, subjects and edges that the cache stores for reads. */
  stats(): CacheStats;
  /**
   * Drops unused results immediately. A result is unused if it has no subscribers and has not been read since the last
   * sweep.
   */
  sweep(): void;
  /** @internal */
  readonly [PARTS]: HandleParts;
}

/** The parts of a cache that the snapshot functions use. */
export interface HandleParts {
  readonly reader: Reader;
  readonly writer: Pick<Writer, 'mayWrite' | 'write'>;
  readonly environment: { readonly timers: Clock };
  /** `undefined` until an endpoint is used. */
  readonly client: { readonly freshness: Freshness } | undefined;
}

/** The property name under which a handle stores the parts of the cache. */
export const PARTS: unique symbol = Symbol('parts');

/** The property name under which a pending request stores its endpoint. */
export const ENDPOINT: unique symbol = Symbol('endpoint');

/** The property name under which a commit stores its {@link ChangeSet}. */
export const CHANGE_SET: unique symbol = Symbol('changes');

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
