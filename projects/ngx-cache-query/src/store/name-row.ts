import { addName } from '../reactive/names';
import { inheritGrave } from '../reactive/write-order';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import type { Store } from './store';

/** Gives a created row the key that it has on the server. Another response may have brought the server's row before. */
export function nameRow(store: Store, table: Table, id: Pk, served: Pk): void {
  const { undos, tables, overlay } = store;
  const row = table.row(id);
  const other = table.row(served);
  if (other.data || tables.held.has(other)) {
    overlay?.rename(row, other); // First, because the rows of other classes are found by the key of the created one.
    undos.push(addName(table, other, id, served));
    return;
  }
  undos.push(addName(table, row, served));
  // The server's row may have been deleted in the meantime: older responses do not restore the created one either.
  inheritGrave(store.order, row, other, undos);
}
