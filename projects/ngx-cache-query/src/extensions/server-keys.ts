import { serverKeyOf } from '../reactive/names';
import type { Table } from '../reactive/table';
import type { Tables } from '../reactive/tables';
import { keyFieldsOf, type Pk, pkOf } from '../schema/pk';
import { mappedDeep } from '../util/mapped';
import type { Fields } from '../util/plain-data';

/**
 * Returns the server id of a created row, also if the store does not name it, because it was emptied or shows another
 * time. Then the record of the row tells it.
 */
export function servedKey(table: Table, pk: Pk, record: Fields | undefined): Pk {
  const entry = table.main.index.get(pk);
  // A row that was merged into another one, or got another key, was not named like that one before.
  const key = typeof entry === 'object' && entry.pk !== pk ? pk : serverKeyOf(table, pk);
  if (key !== pk || !record) return key;
  const { plan } = table;
  const [field] = keyFieldsOf(plan);
  return (field in record ? pkOf(plan.type, record) : undefined) ?? pk;
}

/** A row that is in the cache. */
export interface KnownRow {
  readonly pk: Pk;
  readonly data: Fields;
  readonly order: number;
  readonly arrival: number;
}

/**
 * Returns the rows of a table in the order of arrival, or that many of them. Each occurs once, under the key of its
 * first write, which may be a temporary id. Creates no nodes.
 */
export function rowsOf(table: Table, most = Infinity): KnownRow[] {
  const rows: KnownRow[] = [];
  for (const [pk, entry] of table.index) {
    if (rows.length >= most) break;
    const { arrival, data, order } = table.peek(pk);
    const isOwn = typeof entry !== 'object' || entry.pk === pk;
    if (data && isOwn) rows.push({ pk, data, order, arrival });
  }
  return rows.sort((a, b) => a.arrival - b.arrival);
}

/** Returns the server ids of created entities, by temporary id. */
export function servedIds({ all }: Tables): ReadonlyMap<unknown, Pk> {
  const ids = new Map<unknown, Pk>();
  for (const { names } of all) {
    for (const [{ pk }, { serverKey }] of names?.all ?? []) ids.set(pk, serverKey);
  }
  return ids;
}

/** Returns data with server ids in place of temporary ids. */
export function withServedIds(value: unknown, ids: ReadonlyMap<unknown, Pk>): unknown {
  return ids.size === 0 ? value : mappedDeep(value, (each) => ids.get(each) ?? each);
}
