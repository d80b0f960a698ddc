import type { Pk } from '../schema/entity/pk';
import { type Fields } from '../util/plain-data';
import type { Table } from './table';

/** One row of a commit, before and after. */
export interface Change {
  readonly table: Table;
  readonly pk: Pk;
  /** The slot before, or -1 when the row was not there. */
  readonly from: number;
  /** The slot now, or -1 when the row is gone. */
  readonly to: number;
  readonly before: Fields | undefined;
  readonly after: Fields | undefined;
  /** The row's write order before. */
  readonly order: number;
}

/** The changes of a commit: each row once. */
export interface ChangeSet {
  readonly rows: readonly Change[];
  /** The tables of the rows, and tables whose changes were undone. */
  readonly tables: readonly Table[];
  /** Tables that became known, or unknown again. */
  readonly knowledge: readonly Table[];
}
