// Snapshots: what a cache holds as JSON, and back. Hydration, persistence and tabs use them.
//
// Public API: `takeSnapshot`, `restoreSnapshot` and `changesOf`, in the entry point ngx-cache-query/extensions.
// Interfaces: CommitHook (data that waits for its endpoint or its Collection), InternalRows.savedName, and the handle of
// an extension.
import type { Cause } from '../extensions/cache-extension';
import type { Pk } from '../schema/entity/pk';
import type { Knowledge } from '../store/table';
import type { Fields } from '../util/plain-data';

/** The version of the format. A cache refuses data with another version as a whole. */
export const SNAPSHOT_VERSION = 1;

/**
 * What a cache holds, as data that `JSON.stringify` writes without loss. All names in it stay the same when the
 * application is built again: the `static key` of a class, the name of an endpoint, the name of a Collection.
 */
export interface StoreSnapshot {
  readonly version: typeof SNAPSHOT_VERSION;
  /** When the snapshot was taken, in milliseconds since 1970. */
  readonly takenAt: number;
  /** The entities by the `static key` of their class. */
  readonly entities: Readonly<Record<string, StoredRows>>;
  /** The lists of Collections, and the values of Scalars, by their names. */
  readonly lists: Readonly<Record<string, StoredRows>>;
  readonly responses: readonly StoredResponseData[];
}

/** The changes of one commit, in the form of a snapshot: the changed rows and responses as they are after the commit. */
export interface StoreChanges extends StoreSnapshot {
  /** What caused the commit. A batch has several causes. */
  readonly causes: readonly Cause[];
}

/** The rows of one table. */
export interface StoredRows {
  /**
   * The rows in insertion order: the fields of a row or, if its field `id` is not its key, the key and the fields.
   * Relations are keys, and deserialized fields have their raw values.
   */
  readonly rows: readonly (Fields | readonly [pk: Pk, fields: Fields])[];
  /** The places of the rows in the insertion order of all tables: first place, step and number of rows of each run. */
  readonly order: readonly number[];
  /** The keys of rows that were deleted. */
  readonly deleted?: readonly Pk[];
  /** The keys of rows that were evicted, as if they had never been loaded. */
  readonly evicted?: readonly Pk[];
  /** For lists: the `static key`s of the classes whose entities are in the lists. */
  readonly of?: readonly string[];
  /** For lists: whether a change of such an entity may change the lists. */
  readonly isFiltered?: boolean;
  /** What is known of the type. If it is missing, the type is known. */
  readonly knowledge?: Knowledge;
}

/** The stored response of an endpoint with certain arguments, or the failure of its last request. */
export interface StoredResponseData {
  /** The name of the endpoint. */
  readonly endpoint: string;
  /** The shape of the response according to its schema. An endpoint with another schema does not take the response. */
  readonly shape: string;
  readonly args: readonly unknown[];
  /** The response, with keys in place of entities. It is missing if there is none. */
  readonly value?: unknown;
  /** When the response arrived, in milliseconds since 1970. */
  readonly fetchedAt?: number;
  /** When the first entity in the response becomes stale by `static expiresAt`, in milliseconds since 1970. */
  readonly expiresAt?: number;
  /** Whether the response is stale whatever its age is. */
  readonly isStale?: boolean;
  /** The error of the last request, if it failed. */
  readonly failure?: StoredFailure;
  /** Whether the response was dropped. Only changes have it. */
  readonly isRemoved?: boolean;
}

/** The error of a failed request. */
export interface StoredFailure {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
  /** The body of the error response, if it is JSON. */
  readonly body?: unknown;
  /** When the request failed, in milliseconds since 1970. */
  readonly at: number;
}
