import type { Pk } from '../schema/entity/pk';
import { type Fields } from '../util/plain-data';
import type { Table } from './table';

/** One row of a commit: what it was and what it is. */
export interface Change {
  readonly table: Table;
  readonly pk: Pk;
  /** The slot before, or -1 when the row was not there. */
  readonly from: number;
  /** The slot now, or -1 when the row is gone. */
  readonly to: number;
  readonly before: Fields | undefined;
  readonly after: Fields | undefined;
  /** The place of the row's write before in the order of all writes. */
  readonly order: number;
}

/** What a commit changed: each row once. */
export interface ChangeSet {
  readonly rows: readonly Change[];
  /** The tables of the rows, and perhaps some whose changes came to nothing. */
  readonly tables: readonly Table[];
  /** Tables that became known, or unknown again. */
  readonly knowledge: readonly Table[];
}
