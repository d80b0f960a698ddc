import { deserializeAll } from '../reactive/deserialized';
import { isTemporaryId } from '../optimistic/temporary-ids';
import { invalidate } from '../reactive/node';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import type { Store } from '../store/store';
import type { Fields } from '../util/plain-data';
import { servedKey } from './server-keys';

/** A row at another time. */
export interface RowState {
  readonly table: Table;
  readonly pk: Pk;
  /** `undefined` if there is no row. */
  readonly data: Fields | undefined;
  readonly order: number;
  readonly arrival: number;
}

/**
 * Puts rows into a store that shows another time.
 *
 * @param nameOf returns the temporary id of a created row with a server id
 */
export function putRows(
  store: Store,
  rows: readonly RowState[],
  nameOf: (table: Table, pk: Pk) => Pk | undefined,
): void {
  const put = ({ arrival, order, pk, table }: RowState, data: Fields | undefined) => {
    const named = table.index.get(pk);
    if (typeof named === 'object' && named.pk !== pk) {
      if (!data) return;
      invalidate(named, store.journal); // At this time, another row had the server id.
      table.index.delete(pk);
    }
    if (data) deserializeAll(table, pk, data, 'time travel');
    store.change(table.row(pk), data, order, arrival);
    if (data && isTemporaryId(pk)) nameServed(store, table, pk, data);
    const own = nameOf(table, pk);
    if (own !== undefined && !data) table.index.set(pk, table.row(own));
  };
  // A row that is gone, or moves, may leave its place to another one, such as the same row with another key.
  for (const row of rows)
    if (!row.data || row.table.peek(row.pk).arrival !== row.arrival) put(row, undefined);
  for (const row of rows) if (row.data) put(row, row.data);
}

/** Others reference a created row by its server id. */
function nameServed({ journal }: Store, table: Table, pk: Pk, data: Fields): void {
  const served = servedKey(table, pk, data);
  const other = table.index.get(served);
  if (served === pk || table.record(served)) return;
  if (typeof other === 'object') invalidate(other, journal); // What waits for this id finds the created row now.
  table.index.set(served, table.row(pk));
}
