import type { Reader } from '../query/reader';
import type { AnyEndpoint } from '../requests/endpoint';
import type { Pk } from '../schema/entity/pk';
import type { Table } from '../store/table';
import type { Fields } from '../util/plain-data';
import type { StoreSnapshot } from './stored-data';
import { WaitingData } from './waiting-data';

/** Selects what is part of a snapshot, among what may be part of one at all. */
export interface SnapshotScope {
  /** Data that was restored, and still waits to be used. */
  readonly waiting?: Pick<StoreSnapshot, 'lists' | 'responses'> | undefined;
  /** Returns the keys of the rows of a table. The table may also hold responses or request records. */
  keysOf(table: Table): Iterable<Pk>;
  /** Whether it is part of the snapshot what is known of the type of a table, if no row of it is. */
  concerns(table: Table): boolean;
  /** Returns the fields of a row that are part of the snapshot. */
  fieldsOf(table: Table, record: Fields): Fields;
  /** Returns how much of the responses of an endpoint is part of it. Responses that are in part become stale. */
  partOf(endpoint: AnyEndpoint): 'all' | 'some' | 'none';
}

/** Creates the scope of a snapshot. */
export type NewScope = (reader: Reader) => SnapshotScope;

/** Everything that the cache holds. */
export const everything = ({ store }: Reader): SnapshotScope => ({
  waiting: store.hooks.find((hook) => hook instanceof WaitingData),
  keysOf: ({ hidden, index }) => [...index.keys(), ...hidden.keys()],
  concerns: ({ isKnown }) => isKnown,
  fieldsOf: (_, record) => record,
  partOf: () => 'all',
});
