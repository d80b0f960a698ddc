import type { CacheStats, QueryInfo } from '../query/query-info';

/** The fields of a row as they are stored: relations are keys, what is deserialized is still raw. */
export type StoredFields = Readonly<Record<string, unknown>>;

/** A row of a table, as it goes out of a cache and into another. */
export interface StoredRow {
  /** The entity's key, or without one the name of its class. */
  readonly table: string;
  readonly pk: string;
  readonly fields: StoredFields;
}

/** One row of a commit. */
export interface RowChange {
  /** The entity's key, or without one the name of its class. */
  readonly table: string;
  readonly pk: string;
  /** The row before, or `undefined` when it was not there. */
  readonly before: StoredFields | undefined;
  /** The row now, or `undefined` when it is gone. The same as `before` when only its place in the order is another. */
  readonly after: StoredFields | undefined;
}

/** What one commit changed, each row once. */
export interface Commit {
  /** Counts the commits of the cache. */
  readonly id: number;
  readonly changes: readonly RowChange[];
  /** Tables that became known, or with a `reset` unknown again: an empty answer is knowledge too. */
  readonly knowledge: readonly TableInfo[];
}

/** What became of a request. */
export interface RequestEvent {
  /** Counts the requests of the cache; the same for all events of one request. */
  readonly id: number;
  /** The name of the endpoint: `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the endpoint with its arguments: `GET /users/5`, without what `withRest` puts before. */
  readonly key: string;
  readonly state: 'pending' | 'success' | 'error' | 'aborted';
  /** Milliseconds since the request began; `undefined` while it is pending. */
  readonly ms?: number;
  /** What failed, when the state is `error`. */
  readonly error?: unknown;
}

/** A table and what is known of it. */
export interface TableInfo {
  readonly name: string;
  /** How many rows it has. */
  readonly size: number;
  /** Whether an entity was ever written, or a list of the type described. */
  readonly known: boolean;
}

/** A cache as an extension sees it. */
export interface CacheHandle {
  /** The tables that there are, also those that were only asked for. */
  tables(): readonly TableInfo[];
  /** The rows of a table in order of arrival, as they are stored. */
  rows(table: string): readonly StoredRow[];
  /** Puts rows as they are, in place of what is there: one commit, or none when something throws. */
  restore(rows: readonly StoredRow[]): void;
  /** The results that are kept, watched or not, and what they cost so far. */
  queries(): readonly QueryInfo[];
  /** How much the cache holds for those who read. */
  stats(): CacheStats;
  /** Lets go, now, of what nobody watches and nobody has read since the last time. */
  sweep(): void;
}

/**
 * What goes along with a cache: devtools, persistence, a log. It is the only door for these.
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
  /** When the cache is made, before anything is in it. */
  onInit?(cache: CacheHandle): void;
  /** After each commit that changed rows or knowledge, when those who watch were told. It may write. */
  onCommit?(commit: Commit): void;
  /** When a request begins, and when it ends in whichever way. */
  onRequest?(event: RequestEvent): void;
  /** When the cache is destroyed with its injector. */
  onDestroy?(): void;
}
