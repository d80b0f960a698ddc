import { recordKeyOf } from '../graph/endpoint-cell';
import type { AnyEndpoint } from '../requests/endpoint';
import { because } from '../store/cause';
import { hookOf } from '../store/hook-of';
import { putRecord } from '../store/put-record';
import type { Store } from '../store/store';
import type { Transaction } from '../store/transaction';
import type { Recipe } from '../store/waiting-writes';
import type { Table } from '../store/table';
import { CacheError } from '../util/cache-error';
import { isPlainObject } from '../util/plain-data';
import { fromJson } from './json-data';
import { requestRecord, resultRecord } from './restored-response';
import { type RestoredRow, rowsIn } from './restored-rows';
import {
  SNAPSHOT_VERSION,
  type StoredResponseData,
  type StoredRows,
  type StoreSnapshot,
} from './stored-data';
import { isStorable, shapeText } from './stored-names';
import { namedTables } from './take-snapshot';
import { WaitingData } from './waiting-data';

declare const ngDevMode: unknown;

/** Whether a value is a snapshot in the format of the current version. */
export function isSnapshot(value: unknown): value is StoreSnapshot {
  return isPlainObject(value) && value['version'] === SNAPSHOT_VERSION;
}

/**
 * Returns the {@link Recipe} that restores a snapshot. As with a response, the data replaces only data that is older.
 *
 * @param order the position of the data in the write order; by default, the data is newer than all other data
 * @throws CacheError NCQ4006 if the data is not a snapshot or has a different version
 */
export function restoring(store: Store, data: StoreSnapshot, order?: number): Recipe {
  if (!isSnapshot(data)) throw notSnapshotError();
  const waiting = hookOf(store, WaitingData);
  return (transaction) => {
    because(transaction, 'restore');
    const at = order ?? transaction.order;
    const tables = ownTables(store, waiting, data);
    const rows = tables.flatMap(([table, stored]) => rowsIn(table, stored));
    for (const row of rows.sort((a, b) => a.place - b.place)) putRow(transaction, row, at);
    for (const [table, { deleted = [], knowledge = 'known' }] of tables) {
      for (const pk of deleted) transaction.remove(table, pk, at);
      const isNews = knowledge === 'unknown' || table.knowledge === 'unknown';
      if (isNews && table.knowledge !== knowledge) transaction.journal.know(table, knowledge);
    }
    for (const each of data.responses) restoreResponse(transaction, waiting, each, at);
  };
}

/**
 * Returns the tables to restore, each with its rows from the snapshot. Lists are kept for later if their Collection has
 * not been used yet.
 */
function ownTables(
  { tables }: Store,
  waiting: WaitingData,
  { entities, lists }: StoreSnapshot,
): (readonly [Table, StoredRows])[] {
  const known = new Map(namedTables(tables.ofEntities));
  const found: (readonly [Table, StoredRows])[] = [];
  for (const [name, stored] of Object.entries(entities)) {
    const table = tables.named(name, name);
    if (table.plans.every(isStorable)) found.push([table, stored]);
  }
  for (const [name, stored] of Object.entries(lists)) {
    const table = known.get(name);
    if (table === undefined) waiting.addList(name, stored);
    else found.push([table, stored]);
  }
  return found;
}

function putRow(transaction: Transaction, { table, pk, record }: RestoredRow, order: number): void {
  const { overlay, plans } = table;
  if (overlay?.has(pk) === true && plans.length > 0) {
    overlay.write(transaction, plans[0], pk, { put: record }, order, false);
  } else putRecord(transaction, table, pk, record, order);
}

function restoreResponse(
  transaction: Transaction,
  waiting: WaitingData,
  response: StoredResponseData,
  order: number,
): void {
  const endpoints = waiting.used.named(response.endpoint);
  if (endpoints.size === 0) waiting.addResponse(response);
  for (const endpoint of endpoints) {
    if (shapeText(endpoint.schema) !== response.shape) continue;
    putResponse(transaction, endpoint, response, order, waiting.isHydrating);
  }
}

/** Stores a response, unless a newer one is already stored. If `isRemoved` is set, removes the stored response. */
function putResponse(
  transaction: Transaction,
  endpoint: AnyEndpoint,
  response: StoredResponseData,
  order: number,
  isHydrating: boolean,
): void {
  const { results, requests } = transaction.tables;
  const args = fromJson(response.args) as readonly unknown[];
  const key = recordKeyOf(endpoint, endpoint.key(...args));
  if (response.isRemoved === true) {
    for (const table of [results, requests]) transaction.remove(table, key, order);
    return;
  }
  const slot = results.index.get(key);
  if (slot !== undefined && results.writeOrders[slot] > order) return;
  const result = resultRecord(endpoint, args, response);
  if (result !== undefined) putRecord(transaction, results, key, result, order);
  const before = requests.get(key);
  const fetching = before === undefined ? 0 : before['fetching'];
  const request = { ...requestRecord(endpoint, args, response, isHydrating), fetching };
  putRecord(transaction, requests, key, request);
}

/** Error NCQ4006. */
function notSnapshotError(): CacheError {
  return new CacheError(
    'NCQ4006',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `restoreSnapshot: expected a snapshot of version ${SNAPSHOT_VERSION}. Nothing was restored. Discard data that another version ` +
        `of the application stored.`,
    { source: 'restoreSnapshot' },
  );
}
