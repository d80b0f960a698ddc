import type { Pk } from '../schema/entity/pk';
import { sameFields } from '../util/equality';
import type { Fields } from '../util/plain-data';
import type { Table } from './table';
import type { Transaction } from './transaction';

/**
 * Writes the record of a row without merging it into the existing record. The new record replaces the existing record,
 * unless the existing record is newer.
 */
export function putRecord(
  transaction: Transaction,
  table: Table,
  key: Pk,
  record: Fields,
  order = transaction.order,
): void {
  const slot = table.index.get(key);
  if (slot === undefined) transaction.append(table, key, record, order);
  else if (order >= table.writeOrders[slot]) {
    const existing = table.records[slot]!;
    const isSame = sameFields(existing, record);
    transaction.replace(table, key, slot, isSame ? existing : record, order);
  }
}
