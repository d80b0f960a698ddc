// Snapshots convert the contents of a cache to JSON and back. Hydration, persistence and the synchronization of tabs
// use them.
//
// Public API: `takeSnapshot`, `restoreSnapshot` and `changesOf`, in the entry point ngx-cache-query/extensions.
// Interfaces: CommitHook (for data that waits for its endpoint or its Collection), InternalRows.storedName, and the
// handle of an extension.
import type { Cause } from '../extensions/cache-extension';
import type { Pk } from '../schema/entity/pk';
import type { Knowledge } from '../store/table';
import type { Fields } from '../util/plain-data';

/** The version of the snapshot format. A cache rejects data that has a different version. */
export const SNAPSHOT_VERSION = 1;

/**
 * The contents of a cache. `JSON.stringify` can convert the snapshot without loss. All names in it are the same in
 * every build of the application: the `static key` of a class, the name of an endpoint and the name of a Collection.
 */
export interface StoreSnapshot {
  readonly version: typeof SNAPSHOT_VERSION;
  /** The time at which the snapshot was taken, in milliseconds since 1970. */
  readonly takenAt: number;
  /** The entities, by the `static key` of their class. */
  readonly entities: Readonly<Record<string, StoredRows>>;
  /** The lists of Collections and the values of Scalars, by name. */
  readonly lists: Readonly<Record<string, StoredRows>>;
  readonly responses: readonly StoredResponseData[];
}

/**
 * A snapshot of the changes that one commit made. It contains the changed rows and responses as they are after the
 * commit.
 */
export interface StoreChanges extends StoreSnapshot {
  /** The causes of the commit. A batch can have several causes. */
  readonly causes: readonly Cause[];
}

/** The rows of one table. */
export interface StoredRows {
  /**
   * The rows in insertion order. If the `id` field is the key of a row, the row is stored as its fields only.
   * Otherwise, the row is stored as its key and its fields. Relations are stored as keys, and deserialized fields as
   * their raw values.
   */
  readonly rows: readonly (Fields | readonly [pk: Pk, fields: Fields])[];
  /**
   * The positions of the rows in the insertion order across all tables. Consecutive rows form a run if the position
   * increases by the same step from each row to the next. Each run is stored as three numbers: first position, step and
   * number of rows.
   */
  readonly order: readonly number[];
  /** The keys of deleted rows. */
  readonly deleted?: readonly Pk[];
  /**
   * Only for the lists that Collections store and the values that Scalars store: the `static key`s of the Entity
   * classes that the rows refer to.
   */
  readonly of?: readonly string[];
  /**
   * Only for lists of Collections: whether a change to an existing entity can change the lists. If the property is
   * missing, only added and deleted entities change the lists.
   */
  readonly isFiltered?: boolean;
  /** How much is known about the entity type. If the property is missing, the value is `known`. */
  readonly knowledge?: Knowledge;
}

/** The stored response of an endpoint for specific arguments, the failure of the last request, or both. */
export interface StoredResponseData {
  /** The name of the endpoint. */
  readonly endpoint: string;
  /**
   * The shape of the response according to its schema. The response is ignored if the schema of the endpoint now has a
   * different shape.
   */
  readonly shape: string;
  readonly args: readonly unknown[];
  /** The response, with keys in place of entities. Missing if no response was stored. */
  readonly value?: unknown;
  /** The time at which the response arrived, in milliseconds since 1970. */
  readonly fetchedAt?: number;
  /**
   * The earliest time at which an entity in the response becomes stale according to `static expiresAt`, in milliseconds
   * since 1970.
   */
  readonly expiresAt?: number;
  /** Whether the response is stale, regardless of its age. */
  readonly isStale?: boolean;
  /** The error of the last request, if that request failed. */
  readonly failure?: StoredFailure;
  /** Whether the response was removed from the cache. Set only in {@link StoreChanges}. */
  readonly isRemoved?: boolean;
}

/** The error of a failed request. */
export interface StoredFailure {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
  /** The body of the error response, if it can be converted to JSON. */
  readonly body?: unknown;
  /** The time at which the request failed, in milliseconds since 1970. */
  readonly at: number;
}
