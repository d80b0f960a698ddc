// Rows outside of a cache, and their form in snapshots.
import type { ResponseRecord } from '../requests/response-record';
import { canonicalPk, type Pk } from '../schema/pk';
import { CacheError, type CacheErrorCode } from '../util/cache-error';
import { getOrInsert } from '../util/get-or-insert';
import type { Fields } from '../util/plain-data';
import { warnOnce } from '../util/warn';
import { fromJson, NotJson, toJson } from './json-data';
import type { StoredFailure, StoredResponseData, StoredRows, StoreSnapshot } from './stored-data';
import type { StoredName } from '../extensions/stored-names';
import type { Version } from '../extensions/versions';

declare const ngDevMode: unknown;

/** A row outside of its table. */
export interface GroupRow extends Version {
  readonly pk: Pk;
  /** `undefined` if the row was deleted. */
  readonly fields: Fields | undefined;
  /** The position in the order of arrival. */
  readonly place: number;
}

/** What was deleted comes before all rows: it may have been created again. */
export const GONE = { fields: undefined, place: -1 };

/** Rows of one table, outside of a cache. */
export interface RowGroup extends StoredName {
  readonly rows: readonly GroupRow[];
  /** Whether all rows of the table are known. */
  readonly isKnown: boolean;
}

type Contents = Pick<StoreSnapshot, 'entities' | 'lists' | 'responses'>;

/**
 * Returns groups in the form of a snapshot. Leaves out what cannot be converted to JSON.
 *
 * @param own the cache of the snapshot
 */
export function toStored(groups: Iterable<RowGroup>, own: string): Contents {
  const entities: Record<string, StoredRows> = {};
  const lists: Record<string, StoredRows> = {};
  const responses: StoredResponseData[] = [];
  for (const group of groups) {
    if (group.kind === 'responses') responses.push(...storedResponses(group, own));
    else (group.kind === 'lists' ? lists : entities)[group.name] = storedRows(group, own);
  }
  return { entities, lists, responses };
}

/** Returns the groups of rows in a snapshot. */
export function groupsIn(data: StoreSnapshot): RowGroup[] {
  const groups: RowGroup[] = [];
  for (const kind of ['entities', 'lists'] as const) {
    for (const [name, stored] of Object.entries(data[kind])) {
      const { of, isFiltered, isKnown = true } = stored;
      const deleted = (stored.deleted ?? []).map(([pk, order, origin = data.origin]) => {
        return { pk, order, origin, ...GONE };
      });
      const rows = [...deleted, ...rowsIn(stored, data.origin)];
      groups.push({ kind, name, rows, isKnown, of, isFiltered });
    }
  }
  const responses = new Map<string, GroupRow[]>();
  for (const each of data.responses) {
    const name = `${each.endpoint}\n${each.shape}`;
    const { key: pk, order, origin = data.origin } = each;
    const content = each.isRemoved ? GONE : { fields: recordIn(each), place: 0 };
    getOrInsert(responses, name, () => []).push({ pk, order, origin, ...content });
  }
  for (const [name, rows] of responses)
    groups.push({ kind: 'responses', name, rows, isKnown: true });
  return groups;
}

function storedRows(group: RowGroup, own: string): StoredRows {
  const { isFiltered, isKnown, name, of } = group;
  const stored = group.rows.flatMap((row) => {
    const fields = row.fields && asJson('row', name, () => toJson(row.fields) as Fields);
    return fields ? [{ ...row, fields }] : [];
  });
  const deleted = group.rows.filter(({ fields }) => !fields);
  const others = stored.filter(({ origin }) => origin !== own);
  return {
    rows: stored.map(({ pk, fields }) =>
      canonicalPk(fields['id']) === pk ? fields : [pk, fields],
    ),
    order: toRuns(stored.map(({ place }) => place)),
    versions: toRuns(stored.map(({ order }) => order)),
    ...(others.length > 0 && { origins: others.map(({ pk, origin }) => [pk, origin] as const) }),
    ...(deleted.length > 0 && {
      deleted: deleted.map(({ pk, order, origin }) =>
        origin === own ? ([pk, order] as const) : ([pk, order, origin] as const),
      ),
    }),
    ...(of && { of }),
    ...(isFiltered && { isFiltered }),
    ...(!isKnown && { isKnown }),
  };
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

function storedResponses({ name, rows }: RowGroup, own: string): StoredResponseData[] {
  const [endpoint, shape] = name.split('\n');
  return rows.flatMap(({ pk, fields, order, origin }): StoredResponseData[] => {
    if (fields && !('value' in fields) && !fields['error']) return [];
    const content = fields
      ? asJson('response', endpoint, () => storedRecord(fields))
      : { isRemoved: true };
    const of = origin !== own && { origin };
    return content ? [{ endpoint, shape, key: String(pk), order, ...of, ...content }] : [];
  });
}

/** @throws NotJson if the value cannot be converted */
function storedRecord(record: ResponseRecord) {
  const { fetchedAt, expiresAt, stale, error, failedAt } = record;
  return {
    ...('value' in record && { value: toJson(record.value) }),
    ...(fetchedAt !== undefined && { fetchedAt }),
    ...(expiresAt !== undefined && { expiresAt }),
    ...(stale && { isStale: true }),
    ...(error && { failure: storedFailure(error, failedAt!) }),
  };
}

function recordIn(stored: StoredResponseData): ResponseRecord {
  const { endpoint, expiresAt, failure, fetchedAt, isHydrating, isStale = false } = stored;
  return {
    ...('value' in stored && { value: fromJson(stored.value) }),
    fetchedAt,
    expiresAt,
    stale: isStale,
    error: failure && errorIn(endpoint, failure),
    failedAt: failure?.at,
    ...(isHydrating && { isHydrating, isRendered: failure !== undefined }),
  };
}

function storedFailure(error: CacheError, at: number): StoredFailure {
  const { code, message, status } = error;
  const { body } = error as { readonly body?: unknown };
  return { code, message, at, ...(status !== undefined && { status }), ...bodyAsJson(body) };
}

function bodyAsJson(body: unknown): { readonly body?: unknown } {
  try {
    return body === undefined ? {} : { body: toJson(body) };
  } catch {
    return {};
  }
}

function errorIn(source: string, { body, code, message, status }: StoredFailure): CacheError {
  const error = new CacheError(code as CacheErrorCode, '', { source, status });
  const fields = { message, ...(body !== undefined && { body: fromJson(body) }) };
  // Not enumerable, as in an error that was thrown.
  for (const [field, value] of Object.entries(fields))
    Object.defineProperty(error, field, { value });
  return error;
}

/** Returns `undefined` if data cannot be converted. */
function asJson<T>(what: string, of: string, convert: () => T): T | undefined {
  try {
    return convert();
  } catch (error) {
    if (!(error instanceof NotJson)) throw error;
    if (typeof ngDevMode === 'undefined' || ngDevMode) {
      warnOnce(
        `a ${what} of ${of} contains ${error.message}, so the ${what} is not included in snapshots.`,
      );
    }
    return undefined;
  }
}

/** Returns numbers as runs: the first number, the step and the count. */
function toRuns(numbers: readonly number[]): number[] {
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
