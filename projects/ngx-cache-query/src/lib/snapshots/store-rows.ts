import type { Pk } from '../schema/entity/pk';
import { canonicalPk } from '../schema/entity/pk';
import type { Table } from '../store/table';
import type { Fields } from '../util/plain-data';
import { warnOnce } from '../util/warn';
import { NotJson, toJson } from './json-data';
import { encodeOrder } from './stored-order';
import type { StoredRows } from './stored-data';

declare const ngDevMode: unknown;

/** Returns the rows of a table in the form in which snapshots store them. */
export function storeRows(
  table: Table,
  name: string,
  pks: Iterable<Pk>,
  fieldsOf: (record: Fields) => Fields = (record) => record,
): StoredRows {
  const places: number[] = [];
  const deleted: Pk[] = [];
  const rows: StoredRows['rows'][number][] = [];
  for (const [pk, slot] of slotsOf(table, pks)) {
    if (slot === undefined) {
      deleted.push(pk);
      continue;
    }
    const record = table.overlay?.has(pk) === true ? table.overlay.known(pk) : table.records[slot];
    const row = record && storeRow(name, pk, fieldsOf(record));
    if (row === undefined) continue;
    rows.push(row);
    places.push(table.insertionOrders[slot]);
  }
  const { internal, knowledge } = table;
  return {
    rows,
    order: encodeOrder(places),
    ...(deleted.length > 0 && { deleted }),
    ...(internal !== undefined && { of: internal.plans.map((plan) => plan.name) }),
    ...(internal?.isFiltered === true && { isFiltered: true }),
    ...(knowledge !== 'known' && { knowledge }),
  };
}

/**
 * Returns the slots of rows in insertion order. A row that is hidden by a pending deletion still has a slot, but a
 * deleted row does not.
 */
function slotsOf(
  { hidden, index }: Table,
  pks: Iterable<Pk>,
): [pk: Pk, slot: number | undefined][] {
  const slots = [...pks].map((pk): [Pk, number | undefined] => [
    pk,
    index.get(pk) ?? hidden.get(pk),
  ]);
  return slots.sort(([, a = -1], [, b = -1]) => a - b);
}

/** Returns a row in the form in which snapshots store it, or `undefined` if a field cannot be converted to JSON. */
export function storeRow(
  table: string,
  pk: Pk,
  record: Fields,
): StoredRows['rows'][number] | undefined {
  try {
    const fields = toJson(record) as Fields;
    return canonicalPk(fields['id']) === pk ? fields : [pk, fields];
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    if (typeof ngDevMode === 'undefined' || ngDevMode) {
      warnOnce(
        `a row of ${table} contains ${error.message}, so the row is not included in snapshots.`,
      );
    }
    return undefined;
  }
}
