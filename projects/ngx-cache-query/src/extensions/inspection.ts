import type { EntityClass } from '../schema/schema';
import type { Queryable } from '../schema/queryable';
import type { CacheError } from '../util/cache-error';
import type { StoredFields, StoredRow, TableInfo } from './extension-commit';
import type { QueryInfo } from './query-info';

/** The numbers of results, nodes, subjects and edges in a cache. */
export interface CacheStats {
  /** The number of results, with or without subscribers. */
  readonly memos: number;
  /** The number of nodes. A node is a list, a response, a request record, or a row that was read. */
  readonly cells: number;
  /** The number of subjects, one for each node with observers. */
  readonly subjects: number;
  /** The number of edges between nodes whose values contain each other. */
  readonly edges: number;
}

/** A stored response, if there is one, and the status of its last request. */
export interface ResponseState {
  /** The name of the endpoint, such as `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the response, such as `GET /users/5`. */
  readonly key: string;
  /** Whether a request is in flight. */
  readonly isFetching: boolean;
  /** Whether the cache sends a request for the next subscriber. */
  readonly isStale: boolean;
  /** The time at which the last response arrived, in milliseconds since 1970. */
  readonly fetchedAt: number | undefined;
  /** The time until which no request is sent for a subscriber; `undefined` if one would be sent now. */
  readonly freshUntil: number | undefined;
  /** Whether something has marked the response as stale before its time was over. */
  readonly isMarkedStale: boolean;
  /** Whether `clear` has dropped the response, so that nothing is requested by itself. */
  readonly isCleared: boolean;
  /** The number of subscribers, resources and signals that need the response. */
  readonly observers: number;
  /** The error of the last request; `undefined` if it succeeded. */
  readonly error: CacheError | undefined;
}

/** A timer of the cache. */
export interface CacheTimer {
  /**
   * - `stale`: the response with the key becomes stale
   * - `poll`: the response is requested again
   * - `retry`: a failed request is sent again
   * - `sweep`: unused results are dropped, and unused rows are evicted
   */
  readonly kind: 'stale' | 'poll' | 'retry' | 'sweep';
  /** When it fires, in milliseconds since 1970. */
  readonly at: number;
  /** The key of the response or request. */
  readonly key?: string;
}

/** What a mutation in flight does to a row. */
export interface PendingChange {
  /** The number of the request. */
  readonly request: number | undefined;
  /** The fields that it sets; `undefined` if it deletes the row. */
  readonly fields: StoredFields | undefined;
  /** Whether the server has answered, and the answer waits for those of earlier mutations. */
  readonly isAnswered: boolean;
}

/** A row over which mutations in flight lie. */
export interface PendingRow {
  /** The row as the server is known to have it; `undefined` if it has none. */
  readonly server: StoredFields | undefined;
  /** What the mutations do to it, in the order of their calls. */
  readonly changes: readonly PendingChange[];
}

/** What uses a row, and what would keep it if nothing did. */
export interface RowUses {
  /** The results that contain the row, directly or in others. */
  readonly queries: readonly QueryInfo[];
  /** The rows, lists and responses that reference it. The table of a response is the name of its endpoint. */
  readonly references: readonly Pick<StoredRow, 'table' | 'pk'>[];
  /**
   * The time for which it stays if nothing uses it, in milliseconds of a visible page; `Infinity` if it is never evicted.
   * Known in dev mode.
   */
  readonly keptFor: number | undefined;
}

/** The tables of a cache, now or at an earlier time. */
export interface CacheContents {
  /** Returns all tables, including those that were read but never written. */
  tables(): readonly TableInfo[];
  /** Returns the rows of a table as the cache stores them, in insertion order: all, or a number of them. */
  rows(table: string, most?: number): readonly StoredRow[];
  /** Returns a row as the cache stores it; `undefined` if there is none. */
  row(table: string, pk: string): StoredRow | undefined;
}

/** Answers what devtools ask of a cache. Each answer is computed when it is asked for. */
export interface CacheInspection extends CacheContents {
  /** Returns the class of a table, or the first of several; `undefined` for lists. */
  typeOf(table: string): EntityClass | undefined;
  /** Whether a class with this table is `sensitive`, or one of the items of these lists. */
  isSensitive(table: string): boolean;
  /** Whether a pending mutation changes, adds or deletes a row. */
  isOptimistic(table: string, pk: string): boolean;
  /** Returns the state of each stored response. */
  responses(): readonly ResponseState[];
  /** Begins to measure how often `process` functions run, and for how long: {@link CacheInspection.queries}. */
  measure(): void;
  /** Describes the results that the cache stores, including those without subscribers. */
  queries(): readonly QueryInfo[];
  /** Returns the key under which reads with these arguments share a result: {@link QueryInfo.key}. */
  keyOf(queryable: Queryable, ...args: readonly unknown[]): string;
  /** Returns the number of results, nodes, subjects and edges that the cache stores for reads. */
  stats(): CacheStats;
  /** Drops results without subscribers that have not been read since the last sweep. */
  sweep(): void;
  /** Returns what mutations in flight do to a row, over what the server has; `undefined` if none does. */
  pending(table: string, pk: string): PendingRow | undefined;
  /** Returns what uses a row. Walks over all rows. */
  uses(table: string, pk: string): RowUses;
  /** Returns the timers that run, in the order in which they fire. */
  timers(): readonly CacheTimer[];
}
