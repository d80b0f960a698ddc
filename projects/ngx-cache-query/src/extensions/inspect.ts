import type { CacheParts } from '../cache/cache-service';
import type { PendingLog } from '../optimistic/pending-log';
import { isTemporaryId } from '../optimistic/temporary-ids';
import { firstName } from '../reactive/names';
import { dependentsOf, isFree, type Node } from '../reactive/node';
import { Result } from '../reactive/result';
import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Entry } from '../requests/entry';
import { endpointOf, isEndpoint } from '../requests/target';
import { References } from '../retention/marks';
import { canonicalPk, type Pk } from '../schema/pk';
import type { Store } from '../store/store';
import { CACHE, type CacheHandle, KNOWN } from './cache-extension';
import { QueryInfos, withDependents } from './query-info';
import { type StoredRow, tableInfo } from './extension-commit';
import type {
  CacheContents,
  CacheInspection,
  CacheStats,
  CacheTimer,
  PendingRow,
  ResponseState,
} from './inspection';
import { isSecretTable, storedNameOf } from './stored-names';
import { rowsOf, servedKey } from './server-keys';

/**
 * Returns functions that answer what devtools ask of a cache.
 *
 * @example
 * ```ts
 * class Timers implements CacheExtension {
 *   onInit(cache: CacheHandle): void {
 *     console.table(inspect(cache).timers());
 *   }
 * }
 * ```
 */
export function inspect(cache: CacheHandle): CacheInspection {
  const { idOf, retries } = cache[KNOWN];
  const parts = () => cache[CACHE]; // The client may come later.
  const { results, store, sweeper } = parts();
  const infos = QueryInfos.of(results);
  const named = (name: string) => tablesCalled(store, name);
  return {
    ...contentsOf(() => store),
    typeOf: (name) => named(name).find(({ plan }) => !plan.follow)?.plan.type,
    isSensitive: (name) => named(name).some(isSecretTable),
    isOptimistic: (name, key) =>
      rowsWith(named(name), key).some((row) => !!store.overlay && store.overlay.known(row) !== row),
    responses: () => responseStates(parts()),
    measure: () => infos.measure(),
    queries: () => [...results].map((result) => infos.of(result)),
    keyOf: (queryable, ...args) =>
      String(isEndpoint(queryable) ? queryable.key(...args) : results.keyOf(queryable, args)),
    stats: () => cacheStats(parts()),
    sweep: () => sweeper.sweep(),
    pending: (name, key) => {
      const all = rowsWith(named(name), key).map((row) => pendingOf(parts(), row, idOf));
      return all.find((each) => each !== undefined);
    },
    uses: (name, key) => {
      const tables = named(name);
      const { collector } = sweeper;
      const pk = canonicalPk(key)!;
      return {
        queries: resultsWith(rowsWith(tables, key)).map((result) => infos.of(result)),
        references: tables.flatMap((to) => referencesTo(parts(), to, pk)).map(nameOfRow),
        keptFor: tables.length > 0 && collector ? collector.keptFor(tables[0], pk) : Infinity,
      };
    },
    timers: () => {
      const waiting = [...retries].map(([{ args, endpoint }, at]): CacheTimer => {
        return { kind: 'retry', at, key: endpoint.key(...args) };
      });
      return [...timersOf(parts()), ...waiting].sort((a, b) => a.at - b.at);
    },
  };
}

/** Returns functions that read the tables of a store. */
export function contentsOf(store: () => Store): CacheContents {
  return {
    tables: () =>
      entityTables(store()).map((table) => {
        const isList = storedNameOf(table).kind === 'lists';
        return { ...tableInfo(table), ...(isList && { isList }) };
      }),
    rows: (name, most) =>
      tablesCalled(store(), name).flatMap((table) =>
        rowsOf(table, most).map(({ pk, data }) => {
          const key = isTemporaryId(pk) ? servedKey(table, pk, data) : pk;
          return { table: name, pk: String(key), fields: data };
        }),
      ),
    row: (name, key) => {
      const records = tablesCalled(store(), name).map((table) => table.record(canonicalPk(key)!));
      const fields = records.find((each) => each !== undefined);
      return fields && { table: name, pk: key, fields };
    },
  };
}

function nameOfRow([{ plan }, pk]: [Table, Pk]): Pick<StoredRow, 'table' | 'pk'> {
  return { table: endpointOf(plan.type)?.name ?? plan.name, pk: String(pk) };
}

/** Returns the results that contain a row, directly or in others. */
function resultsWith(rows: readonly Row[]): Result[] {
  const lists = rows.flatMap(({ data, table }) => (data ? table.lists : []));
  const nodes = [...withDependents([...rows, ...lists])];
  return nodes.filter((node) => node instanceof Result);
}

/** Returns what lies over a row; `undefined` if nothing does. */
function pendingOf(
  { store }: CacheParts,
  row: Row,
  idOf: (request: object) => number | undefined,
): PendingRow | undefined {
  const log = store.overlay as PendingLog | undefined;
  const changes = (log?.entries ?? []).flatMap(({ answeredAt, patches, request }) => {
    const patch = patches.get(row);
    const isAnswered = answeredAt !== undefined;
    return patch ? [{ request: request && idOf(request), fields: patch.put, isAnswered }] : [];
  });
  return changes.length > 0 ? { server: log!.known(row).data, changes } : undefined;
}

/** Returns the timers of the responses and of the sweep. */
function timersOf({ client, clock, sweeper }: CacheParts): CacheTimer[] {
  const timers: CacheTimer[] = [];
  for (const entry of client ?? []) {
    const { key, observers, pollsAt } = entry;
    const freshFor = observers.size > 0 ? entry.freshFor() : 0;
    if (freshFor > 0 && freshFor < Infinity)
      timers.push({ kind: 'stale', at: clock.now() + freshFor, key });
    if (pollsAt && pollsAt < Infinity) timers.push({ kind: 'poll', at: pollsAt, key });
  }
  const { dueAt } = sweeper;
  if (dueAt !== undefined && dueAt > clock.now()) timers.push({ kind: 'sweep', at: dueAt });
  return timers;
}

/** Returns the rows that reference a row. Walks over all rows. */
function referencesTo({ store: { tables } }: CacheParts, to: Table, key: Pk): [Table, Pk][] {
  const found: [Table, Pk][] = [];
  let isFound = false;
  const row = (table: Table, pk: Pk) => {
    isFound ||= table === to && firstName(table, pk) === key;
  };
  const references = new References(tables, row, (table) => (isFound ||= table === to));
  for (const table of tables.all) {
    if (table.main !== table) continue;
    const plans = [table, ...table.mirrors].map(({ plan }) => plan);
    for (const pk of table.index.keys()) {
      isFound = false;
      const record = table.record(pk);
      if (record) references.visit(plans, record);
      if (isFound) found.push([table, pk]);
    }
  }
  return found;
}

/** Returns the rows of some tables with a key. */
function rowsWith(tables: readonly Table[], key: string): Row[] {
  return tables.flatMap((table) => table.rowsOf(canonicalPk(key)!));
}

/** The tables of entities and lists. Each of several classes with one key has a table, but the first one has all rows. */
function entityTables({ tables }: Store): Table[] {
  return tables.all.filter((table) => table.main === table && !endpointOf(table.plan.type));
}

function tablesCalled(store: Store, name: string): Table[] {
  return entityTables(store).filter(({ plan }) => plan.name === name);
}

/** Describes the stored responses, and those that are requested. */
function responseStates({ client, clock, store }: CacheParts): ResponseState[] {
  return [...(client?.endpoints ?? [])].flatMap((endpoint) => {
    const { index } = store.tables.for(endpoint.responses);
    const keys = new Set([
      ...(index.keys() as Iterable<string>),
      ...client!.entriesOf(endpoint).keys(),
    ]);
    return [...keys].map((key) => stateOf(client!.entryAt(endpoint, key), clock.now()));
  });
}

function stateOf(entry: Entry, now: number): ResponseState {
  const { endpoint, key, observers, record } = entry;
  const freshFor = entry.freshFor(record?.value);
  return {
    endpoint: endpoint.name,
    key,
    isFetching: entry.isFetching,
    isStale: entry.isOutdated(entry.record?.value),
    fetchedAt: record?.fetchedAt,
    freshUntil: freshFor > 0 ? now + freshFor : undefined,
    isMarkedStale: record?.stale === true,
    isCleared: entry.isCleared,
    observers: observers.size,
    error: record?.error,
  };
}

function cacheStats({ results, store }: CacheParts): CacheStats {
  let [memos, cells, subjects, edges] = [0, 0, 0, 0];
  const count = (node: Node) => {
    for (const _ of dependentsOf(node)) edges++;
  };
  for (const result of results) {
    memos++;
    if (!result.isUnused) subjects++;
    count(result);
  }
  for (const { index, lists } of store.tables.all) {
    for (const node of [...index.values(), ...lists]) {
      if (typeof node === 'number' || (node.dirty && isFree(node))) continue;
      cells++;
      count(node);
    }
  }
  return { memos, cells, subjects, edges };
}
