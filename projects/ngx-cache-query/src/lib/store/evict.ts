import type { Pk } from '../schema/entity/pk';
import type { Change } from './change-set';
import type { Table } from './table';

declare const ngDevMode: unknown;

/** The keys of evicted rows. They are recorded only in dev mode, because only dev mode warnings use them. */
const evicted = new WeakMap<Table, Set<Pk>>();

/** Whether a row was evicted and has not been loaded again. Called only in dev mode. */
export function wasEvicted(table: Table, pk: Pk): boolean {
  return !table.index.has(pk) && evicted.get(table)?.has(pk) === true;
}

/**
 * Evicts a row, which then counts as never loaded. Afterwards, the table is only partially known. Subscribers are not
 * notified, because only rows without observers are evicted.
 */
export function evict(table: Table, pk: Pk): Change {
  const slot = table.index.get(pk)!;
  const before = table.records[slot]!;
  table.clear(pk, slot);
  table.knowledge = 'partial';
  if (typeof ngDevMode === 'undefined' || ngDevMode) {
    evicted.set(table, (evicted.get(table) ?? new Set()).add(pk));
  }
  return { table, pk, from: slot, to: -1, before, after: undefined, order: 0 };
}
