import type { Reader } from '../query/reader';
import type { AnyEndpoint } from '../requests/endpoint';
import type { RequestRecord } from '../requests/request-record';
import { type EntityPlan, planOf } from '../schema/entity/entity-plan';
import { classesIn, references } from '../store/schema-agreement';
import type { Table } from '../store/table';
import { everything, type NewScope, type SnapshotScope } from './snapshot-scope';
import {
  SNAPSHOT_VERSION,
  type StoredResponseData,
  type StoredRows,
  type StoreSnapshot,
} from './stored-data';
import { isStableName, isStorable, storedName, warnOfEqualNames } from './stored-names';
import { storeResponse } from './store-response';
import { storeRows } from './store-rows';

/** Returns the contents of a cache as a snapshot. */
export function snapshotOf(
  reader: Reader,
  now: number,
  newScope: NewScope = everything,
): StoreSnapshot {
  const { tables } = reader.store;
  const scope = newScope(reader);
  const entities: Record<string, StoredRows> = {};
  const lists: Record<string, StoredRows> = { ...scope.waiting?.lists };
  for (const [name, table] of namedTables(tables.ofEntities)) {
    const rows = storeRows(table, name, scope.keysOf(table), (row) => scope.fieldsOf(table, row));
    const isEmpty = rows.rows.length === 0 && rows.deleted === undefined;
    if (!isEmpty || scope.concerns(table))
      (table.internal === undefined ? entities : lists)[name] = rows;
  }
  const keys = new Set([...scope.keysOf(tables.results), ...scope.keysOf(tables.requests)]);
  const responses = [
    ...(scope.waiting?.responses ?? []),
    ...responsesOf(reader, [...keys].map(String), scope),
  ];
  return { version: SNAPSHOT_VERSION, takenAt: now, entities, lists, responses };
}

/** Returns the tables that snapshots include, with their names. */
export function namedTables(tables: Iterable<Table>): (readonly [name: string, table: Table])[] {
  const byName = new Map<string, Table>();
  const twice = new Set<string>();
  for (const table of tables) {
    const name = storedName(table);
    if (name === undefined) continue;
    if (byName.has(name)) twice.add(name);
    byName.set(name, table);
  }
  for (const name of twice) {
    warnOfEqualNames('Collections', name);
    byName.delete(name);
  }
  return [...byName];
}

/** Returns the stored responses that have the given record keys, converted to the format of snapshots. */
export function responsesOf(
  { store }: Reader,
  recordKeys: readonly string[],
  scope: SnapshotScope,
): StoredResponseData[] {
  const { results, requests } = store.tables;
  const byName = new Map<string, AnyEndpoint>();
  const twice = new Set<string>();
  const responses: StoredResponseData[] = [];
  for (const key of recordKeys) {
    const result = results.get(key);
    const request = requests.get(key) as RequestRecord | undefined;
    if (result === undefined && request?.failure === undefined) continue;
    const { original: endpoint } = (result ?? request)!['endpoint'] as AnyEndpoint;
    const part = isStored(endpoint) ? scope.partOf(endpoint) : 'none';
    const stored = part === 'none' ? undefined : storeResponse(endpoint, { result, request });
    if (stored === undefined) continue;
    const name = `${endpoint.name} ${stored.shape}`;
    if ((byName.get(name) ?? endpoint) !== endpoint) twice.add(name);
    byName.set(name, endpoint);
    const isWhole = part === 'all' && !references(endpoint.schema, isNotStored);
    responses.push(isWhole ? stored : { ...stored, isStale: true });
  }
  for (const name of twice) warnOfEqualNames('endpoints', name);
  return responses.filter(({ endpoint, shape }) => !twice.has(`${endpoint} ${shape}`));
}

/**
 * Whether snapshots include the responses of an endpoint. A response that references an excluded class only through
 * relations of its entities is included. Such a response is marked as stale, because the snapshot does not contain the
 * rows of that class.
 */
function isStored({ name, refresh, schema }: AnyEndpoint): boolean {
  if (refresh.sensitive === true) return false;
  return classesIn(schema).every((type) => isStorable(planOf(type))) && isStableName(name);
}

function isNotStored(plan: EntityPlan): boolean {
  return !isStorable(plan);
}
