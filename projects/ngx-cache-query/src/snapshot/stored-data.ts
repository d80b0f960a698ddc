// Snapshots convert the contents of a cache to JSON and back. Hydration, persistence and the synchronization of tabs
// use them.
import type { Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import type { Cause } from '../extensions/extension-commit';

/** The version of the snapshot format. A cache rejects data that has a different version. */
export const SNAPSHOT_VERSION = 3;

/** The contents of a cache in a form that survives `JSON.stringify`, with names that are the same in every build. */
export interface StoreSnapshot {
  readonly version: typeof SNAPSHOT_VERSION;
  // The time at which the snapshot was taken, in milliseconds since 1970.
  readonly takenAt: number;
  // Identifies the cache. Each page has other caches.
  readonly origin: string;
  // The number of the last commit in the snapshot. Missing for changes that a restore has made.
  readonly sequence?: number;
  // The entities, by the `static key` of their class.
  readonly entities: Readonly<Record<string, StoredRows>>;
  // The lists of Collections, by name.
  readonly lists: Readonly<Record<string, StoredRows>>;
  readonly responses: readonly StoredResponseData[];
}

/** The changes that one commit made, in the form of a snapshot that contains only these changes. */
export interface StoreChanges extends StoreSnapshot {
  /** The causes of the commit. A batch can have several causes. */
  readonly causes: readonly Cause[];
  /** Whether the cache was emptied by `reset` or `clear`. */
  readonly isEmptied?: boolean;
}

/** The rows of one table. */
export interface StoredRows {
  // The rows. If the field `id` of a row is not its key, the row is stored together with the key.
  readonly rows: readonly (Fields | readonly [pk: Pk, fields: Fields])[];
  // The positions of the rows in the order of arrival, as runs: the first position, the step and the number of rows.
  readonly order: readonly number[];
  // The positions of the rows in the write order, as runs.
  readonly versions: readonly number[];
  // The caches that last wrote some rows, if they are not the one of the snapshot.
  readonly origins?: readonly (readonly [pk: Pk, origin: string])[];
  // The deleted rows, each with the position and the cache of the deletion.
  readonly deleted?: readonly (readonly [pk: Pk, order: number, origin?: string])[];
  // The classes of the items, for the lists of a Collection.
  readonly of?: readonly string[];
  // Whether a filter function decides which entities are in the lists.
  readonly isFiltered?: boolean;
  // `false` if the cache knows only some of the rows.
  readonly isKnown?: boolean;
}

/** The stored response of an endpoint for specific arguments, the failure of the last request, or both. */
export interface StoredResponseData {
  // The name of the endpoint.
  readonly endpoint: string;
  // Describes the schema of the endpoint, because several can have one name.
  readonly shape: string;
  // The key of the endpoint and its arguments, such as `GET /users/5`.
  readonly key: string;
  // The position of the response in the write order.
  readonly order: number;
  // The cache that received the response, if it is not the one of the snapshot.
  readonly origin?: string;
  // The response, with keys in place of entities. Missing if no response was stored.
  readonly value?: unknown;
  // The time at which the response arrived, in milliseconds since 1970.
  readonly fetchedAt?: number;
  // The time at which the first entity of the response expires, in milliseconds since 1970.
  readonly expiresAt?: number;
  // Whether the response is stale, regardless of its age.
  readonly isStale?: boolean;
  // The error of the last request, if that request failed.
  readonly failure?: StoredFailure;
  /** @internal Whether the response is on a page that is being hydrated. */
  readonly isHydrating?: boolean;
  // Whether the response was removed from the cache. Set only in `StoreChanges`.
  readonly isRemoved?: boolean;
}

/** The error of a failed request. */
export interface StoredFailure {
  readonly code: string;
  readonly message: string;
  readonly status?: number;
  // The body of the error response, if it can be converted to JSON.
  readonly body?: unknown;
  // The time at which the request failed, in milliseconds since 1970.
  readonly at: number;
}
