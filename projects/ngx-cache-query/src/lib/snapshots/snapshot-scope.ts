import type { Reader } from '../query/reader';
import type { AnyEndpoint } from '../requests/endpoint';
import type { Pk } from '../schema/entity/pk';
import type { Table } from '../store/table';
import type { Fields } from '../util/plain-data';
import type { StoreSnapshot } from './stored-data';
import { WaitingData } from './waiting-data';

/**
 * Selects the data that is included in a snapshot. Snapshots never contain `sensitive` data or data without a stable
 * name, even if a scope selects this data.
 */
export interface SnapshotScope {
  /** Restored data that no endpoint or Collection has used yet. */
  readonly waiting?: Pick<StoreSnapshot, 'lists' | 'responses'> | undefined;
  /**
   * Returns the keys of the rows of a table that the snapshot includes. The table can also contain responses or request
   * records.
   */
  keysOf(table: Table): Iterable<Pk>;
  /**
   * Whether a table without selected rows is included. For such a table, the snapshot stores no rows, only whether the
   * list of all entities of the type is known.
   */
  concerns(table: Table): boolean;
  /** Returns the fields of a row that are included in the snapshot. */
  fieldsOf(table: Table, record: Fields): Fields;
  /**
   * Returns whether the snapshot includes the responses of an endpoint completely (`all`), in part (`some`), or not at
   * all (`none`). A response that is included only in part is marked as stale.
   */
  partOf(endpoint: AnyEndpoint): 'all' | 'some' | 'none';
}

/** Creates the scope of a snapshot. */
export type NewScope = (reader: Reader) => SnapshotScope;

/** Includes all data in the cache. */
export const everything = ({ store }: Reader): SnapshotScope => ({
  waiting: store.hooks.find((hook) => hook instanceof WaitingData),
  keysOf: ({ hidden, index }) => [...index.keys(), ...hidden.keys()],
  concerns: ({ isKnown }) => isKnown,
  fieldsOf: (_, record) => record,
  partOf: () => 'all',
});
