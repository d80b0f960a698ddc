import type { Pk } from '../schema/entity/pk';
import type { Change } from './change-set';
import type { Table } from './table';

/**
 * Evicts a row, as if it had never been loaded. The table is only partially known afterwards. Subscribers are not
 * notified, because only rows without observers are evicted.
 */
export function evict(table: Table, pk: Pk): Change {
  const slot = table.index.get(pk)!;
  const before = table.records[slot]!;
  table.clear(pk, slot);
  table.knowledge = 'partial';
  return { table, pk, from: slot, to: -1, before, after: undefined, order: 0 };
}
