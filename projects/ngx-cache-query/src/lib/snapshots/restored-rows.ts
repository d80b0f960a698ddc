import type { Pk } from '../schema/entity/pk';
import { canonicalPk } from '../schema/entity/pk';
import type { Table } from '../store/table';
import type { Fields } from '../util/plain-data';
import { freezeData } from '../util/plain-data';
import { fromJson } from './json-data';
import type { StoredRows } from './stored-data';
import { decodeOrder } from './stored-order';

declare const ngDevMode: unknown;

/** A row of a snapshot. */
export interface RestoredRow {
  readonly table: Table;
  readonly pk: Pk;
  readonly record: Fields;
  /** The position of the row in the insertion order, which all tables share. */
  readonly place: number;
}

/** Returns the rows of one table from a snapshot. */
export function rowsIn(table: Table, { order, rows }: StoredRows): RestoredRow[] {
  const places = decodeOrder(order);
  return rows.map((row, i) => {
    const [pk, fields] = Array.isArray(row) ? (row as [Pk, Fields]) : [(row as Fields)['id'], row];
    const record = fromJson(fields) as Fields;
    if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(record);
    return { table, pk: canonicalPk(pk)!, record, place: places[i] };
  });
}
