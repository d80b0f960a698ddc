import type { Before } from '../reactive/node';
import { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import { sameFields } from '../util/equality';
import type { Fields } from '../util/plain-data';

/** Why a commit was made. */
export interface Cause {
  readonly kind:
    'set' | 'response' | 'request' | 'optimistic' | 'rollback' | 'message' | 'evict' | 'restore';
  /** The request that caused the commit, if there is one. */
  readonly request?: object;
  /** Identifies the cache from which the change comes; `undefined` for this cache. */
  readonly origin?: string;
}

/** The change of one row. */
export interface RowChange {
  readonly row: Row;
  /** The record before the commit; `undefined` if the entity was not in the cache. */
  readonly before: Fields | undefined;
  readonly after: Fields | undefined;
  /** The write order before the commit. The row itself has the one after it. */
  readonly order: number;
  /** The arrival number before the commit: a row that was deleted and added again has moved to the end. */
  readonly arrival: number;
}

/** What one commit changed. Each changed row occurs once; a row that ended as it began does not occur. */
export interface Commit {
  readonly rows: readonly RowChange[];
  /** The tables whose rows became known or unknown. */
  readonly known: readonly Table[];
  readonly causes: readonly Cause[];
}

/** Returns the changes of rows that a log contains. */
export function changesIn(log: readonly Before[]): RowChange[] {
  const rows = new Map<Row, RowChange>();
  for (const { node, data: before, order, arrival } of log) {
    if (!(node instanceof Row) || rows.has(node)) continue;
    rows.set(node, { row: node, before, after: node.data, order, arrival });
  }
  return [...rows.values()].filter(
    ({ row, before, after, arrival }) =>
      before !== after &&
      !(before && after && arrival === row.arrival && sameFields(before, after)),
  );
}
