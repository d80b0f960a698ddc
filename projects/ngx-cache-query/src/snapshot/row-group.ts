import { canonicalPk, type Pk } from '../schema/pk';
import type { Fields } from '../util/plain-data';
import { fromJson } from './json-data';
import type { StoredRows, StoreSnapshot } from './stored-data';
import { responseFrom } from './stored-response';
import type { StoredName } from './stored-names';
import type { Version } from './versions';

/** A row outside of its table. */
export interface GroupRow extends Version {
  readonly pk: Pk;
  readonly fields: Fields;
  /** The position in the order of arrival. */
  readonly place: number;
}

/** A deleted row. */
export interface DeletedRow extends Version {
  readonly pk: Pk;
}

/** Rows of one table, outside of a cache. */
export interface RowGroup extends StoredName {
  readonly rows: readonly GroupRow[];
  readonly deleted?: readonly DeletedRow[];
  /** Whether all rows of the table are known. */
  readonly isKnown: boolean;
}

/** Returns the groups of rows in a snapshot. */
export function groupsIn(data: StoreSnapshot): RowGroup[] {
  const groups: RowGroup[] = [];
  for (const kind of ['entities', 'lists'] as const) {
    for (const [name, stored] of Object.entries(data[kind])) {
      const { of, isFiltered, isKnown = true } = stored;
      const rows = rowsIn(stored, data.origin);
      const deleted = (stored.deleted ?? []).map(([pk, order, origin = data.origin]) => ({
        pk,
        order,
        origin,
      }));
      groups.push({ kind, name, rows, deleted, isKnown, of, isFiltered });
    }
  }
  const responses = new Map<string, { rows: GroupRow[]; deleted: DeletedRow[] }>();
  for (const each of data.responses) {
    const name = `${each.endpoint}\n${each.shape}`;
    if (!responses.has(name)) responses.set(name, { rows: [], deleted: [] });
    const { rows, deleted } = responses.get(name)!;
    const { key: pk, order, origin = data.origin } = each;
    if (each.isRemoved) deleted.push({ pk, order, origin });
    else rows.push({ pk, order, origin, fields: responseFrom(each), place: 0 });
  }
  for (const [name, each] of responses)
    groups.push({ kind: 'responses', name, isKnown: true, ...each });
  return groups;
}

function rowsIn({ rows, order, versions, origins = [] }: StoredRows, origin: string): GroupRow[] {
  const places = fromRuns(order);
  const orders = fromRuns(versions);
  const others = new Map(origins);
  return rows.map((row, i) => {
    const [key, fields] = Array.isArray(row) ? (row as [Pk, Fields]) : [(row as Fields)['id'], row];
    const pk = canonicalPk(key)!;
    return {
      pk,
      fields: fromJson(fields) as Fields,
      place: places[i],
      order: orders[i],
      origin: others.get(pk) ?? origin,
    };
  });
}

/** Returns numbers as runs: the first number, the step and the count. */
export function toRuns(numbers: readonly number[]): number[] {
  const runs: number[] = [];
  for (let i = 0; i < numbers.length;) {
    const step = i + 1 < numbers.length ? numbers[i + 1] - numbers[i] : 1;
    let end = i + 1;
    while (end < numbers.length && numbers[end] - numbers[end - 1] === step) end++;
    runs.push(numbers[i], step, end - i);
    i = end;
  }
  return runs;
}

function fromRuns(runs: readonly number[]): number[] {
  const numbers: number[] = [];
  for (let i = 0; i + 2 < runs.length; i += 3) {
    for (let n = 0; n < runs[i + 2]; n++) numbers.push(runs[i] + n * runs[i + 1]);
  }
  return numbers;
}
