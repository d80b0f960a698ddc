import type { Observable } from 'rxjs';
import type { CacheStats, QueryInfo } from '../query/query-info';
import type { Clock } from '../platform/clock';
import type { AnyEndpoint } from '../requests/endpoint';
import type { Freshness } from '../requests/freshness';
import type { Reader } from '../query/reader';
import type { ChangeSet } from '../store/change-set';
import type { CacheError } from '../util/cache-error';
import type { Writer } from '../writes/writer';

/** The fields of a row as the cache stores them: relations are keys, and deserialized fields are raw. */
export type StoredFields = Readonly<Record<string, unknown>>;

/** A row of a table, in the form in which it can be saved and restored. */
export interface StoredRow {
  /** The static `key` of the entity class, or the name of the class if it has no key. */
  readonly table: string;
  readonly pk: string;
  readonly fields: StoredFields;
}

/** A changed row of a commit. */
export interface RowChange {
  /** The static `key` of the entity class, or the name of the class if it has no key. */
  readonly table: string;
  readonly pk: string;
  /** The row before the commit; `undefined` if it did not exist. */
  readonly before: StoredFields | undefined;
  /**
   * The row after the commit; `undefined` if it was removed. The same object as `before` if only the position changed.
   */
  readonly after: StoredFields | undefined;
}

/** What caused a commit. */
export interface Cause {
  /**
   * - `response`: a response arrived
   * - `request`: a request began, ended, or failed
   * - `optimistic`: a mutation was called, and its expected response is shown
   * - `rollback`: a mutation failed, and its expected response is gone
   * - `message`: a connected stream emitted
   * - `restore`: an extension restored data
   * - `write`: the application called `set`, `delete`, `refetch`, `reset` or `clear`
   */
  readonly kind:
    'response' | 'request' | 'optimistic' | 'rollback' | 'message' | 'restore' | 'write';
  /** The {@link RequestEvent.id} of the request, if the cause is a request. */
  readonly request?: number;
  /** The name of the endpoint, if the cause is a request. */
  readonly endpoint?: string;
  /** The key of the endpoint with its arguments, if the cause is a request. */
  readonly key?: string;
}

/** The changes of one commit. Each changed row occurs once. */
export interface Commit {
  /** The number of the commit in its cache. */
  readonly id: number;
  readonly changes: readonly RowChange[];
  /**
   * Tables that became known, or that became unknown again because of `reset`. An empty response makes a table known
   * without adding rows.
   */
  readonly knowledge: readonly TableInfo[];
  /** What caused the commit. A batch has several causes. */
  readonly causes: readonly Cause[];
  /** @internal */
  readonly [CHANGE_SET]: ChangeSet;
}

/** Describes a request that began, succeeded, failed or was aborted. */
export interface RequestEvent {
  /** The number of the request in its cache. All events of one request have the same number. */
  readonly id: number;
  /** The name of the endpoint: `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the endpoint with its arguments: `GET /users/5`, without the prefix of `withRest`. */
  readonly key: string;
  /** The arguments of the call. */
  readonly args: readonly unknown[];
  readonly state: 'pending' | 'success' | 'error' | 'aborted';
  /** Milliseconds from the beginning to the end of the request; `undefined` while it is pending. */
  readonly ms?: number;
  /** The error of the request, if the state is `error`. */
  readonly error?: unknown;
}

/** The key of an evicted row. */
export type EvictedRow = Pick<StoredRow, 'table' | 'pk'>;

/** A summary of a table. */
export interface TableInfo {
  readonly name: string;
  /** The number of rows. */
  readonly size: number;
  /** Whether an entity of the type was ever written, or a response with a list of the type was stored. */
  readonly known: boolean;
}

/** A response that the cache stores, or a failure in place of one. */
export interface ResponseState {
  /** The name of the endpoint: `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the endpoint with its arguments: `GET /users/5`. */
  readonly key: string;
  /** Whether a request is in flight. */
  readonly isFetching: boolean;
  /** Whether the next subscriber sends a request. */
  readonly isStale: boolean;
  /** When the last response arrived, in milliseconds since 1970; `undefined` before the first response. */
  readonly fetchedAt: number | undefined;
  /** The error of the last request; `undefined` if it succeeded. */
  readonly error: CacheError | undefined;
}

/** Access to a cache for an extension. */
export interface CacheHandle {
  /** Whether the cache belongs to a route, and not to the application. */
  readonly isOfRoute: boolean;
  /** Returns all tables, including those that were read but never written. */
  tables(): readonly TableInfo[];
  /** Returns the rows of a table as the cache stores them, in insertion order. */
  rows(table: string): readonly StoredRow[];
  /** Whether mutations in flight change, add or delete a row. */
  isOptimistic(table: string, pk: string): boolean;
  /** Returns the stored responses, with their state. */
  responses(): readonly ResponseState[];
  /**
   * Writes the given rows as is, in one commit, for example to undo a commit. A row replaces the existing row with the
   * same key. If an error occurs, nothing is written.
   *
   * @throws CacheError NCQ4003 for a row of an entity class without a static `key`
   */
  writeRows(rows: readonly StoredRow[]): void;
  /** Returns the results that the cache keeps, with and without subscribers, and the cost of each result so far. */
  queries(): readonly QueryInfo[];
  /** Returns how many results, nodes and subjects the cache keeps for reads. */
  stats(): CacheStats;
  /**
   * Drops unused results immediately. A result is unused if it has no subscribers and was not read since the last
   * sweep.
   */
  sweep(): void;
  /** @internal */
  readonly [PARTS]: HandleParts;
}

/** The parts of a cache that the functions for snapshots use. */
export interface HandleParts {
  readonly reader: Reader;
  readonly writer: Pick<Writer, 'mayWrite' | 'write'>;
  readonly environment: { readonly timers: Clock };
  /** `undefined` until an endpoint is used. */
  readonly client: { readonly freshness: Freshness } | undefined;
}

/** The member of a handle with the parts of its cache. */
export const PARTS: unique symbol = Symbol('parts');

/** The member of a pending request with its endpoint. */
export const ENDPOINT: unique symbol = Symbol('endpoint');

/** The member of a commit with its changes, as the store knows them. */
export const CHANGE_SET: unique symbol = Symbol('changes');

/** A request that is about to be sent. */
export interface PendingRequest {
  /** The number of the request in its cache, as in its events. Pages that are loaded together have the same number. */
  readonly id: number;
  /** The name of the endpoint: `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the endpoint with its arguments: `GET /users/5`. */
  readonly key: string;
  /** The arguments. Temporary ids in them are already replaced. */
  readonly args: readonly unknown[];
  /** Whether the request changes something on the server. */
  readonly isMutation: boolean;
  /** @internal */
  readonly [ENDPOINT]: AnyEndpoint;
}

/**
 * An extension of a cache, for example devtools, persistence or a log.
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
   * Called after each commit that changed rows, responses or knowledge, after subscribers are notified. The extension
   * may write.
   */
  onCommit?(commit: Commit): void;
  /** Called after an unused row was evicted. It is gone as if it had never been loaded. */
  onEviction?(row: EvictedRow): void;
  /** Called after `reset` or `clear` has emptied the cache. */
  onEmpty?(): void;
  /** Called when a request begins, and when it succeeds, fails or is aborted. */
  onRequest?(event: RequestEvent): void;
  /**
   * Called in place of each request, also for a retry. May delay the request, change or replace its response, or fail
   * it.
   *
   * @param send returns an Observable that sends the request on subscription, and emits the response
   * @returns an Observable whose first value is the response, before it is normalized
   */
  intercept?(request: PendingRequest, send: () => Observable<unknown>): Observable<unknown>;
  /** Whether the cache measures the duration of `process` functions for {@link CacheHandle.queries}. */
  readonly measures?: boolean;
  /** Called when the cache is destroyed with its injector. */
  onDestroy?(): void;
}
