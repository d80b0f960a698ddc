import type { Pk } from '../schema/entity/pk';
import { type Fields } from '../util/plain-data';
import type { CommitCause } from './cause';
import type { Table } from './table';

/** The change to one row in a commit. */
export interface Change {
  readonly table: Table;
  readonly pk: Pk;
  /** The slot of the row before the change, or -1 if the row did not exist. */
  readonly from: number;
  /** The slot of the row after the change, or -1 if the row was removed. */
  readonly to: number;
  readonly before: Fields | undefined;
  readonly after: Fields | undefined;
  /** The write order of the row before the change. */
  readonly order: number;
}

/** The changes in a commit. Each changed row appears once. */
export interface ChangeSet {
  readonly rows: readonly Change[];
  /** All tables with a changed row, even if the change was undone. */
  readonly tables: readonly Table[];
  /** The tables whose `isKnown` changed. */
  readonly knowledge: readonly Table[];
  /** Whether some of the data was written by the application and not by the server. */
  readonly isLocal: boolean;
  /** The causes of the commit, if features recorded them. */
  readonly causes: readonly CommitCause[] | undefined;
}
