import type { CacheParts } from '../cache/cache-service';
import type { PendingLog } from '../optimistic/pending-log';
import { dependentsOf, isFree, type Node } from '../reactive/node';
import { Result } from '../reactive/result';
import type { Row } from '../reactive/row';
import type { Table } from '../reactive/table';
import type { Entry } from '../requests/entry';
import { endpointOf } from '../requests/target';
import { ownKey, References } from '../retention/references';
import { canonicalPk, type Pk } from '../schema/pk';
import { planOf } from '../schema/plan';
import type { Store } from '../store/store';
import type { CacheError } from '../util/cache-error';
import { CACHE, type CacheHandle, KNOWN } from './cache-handle';
import { type StoredFields, type StoredRow, type TableInfo, tableInfo } from './extension-commit';
import type { QueryInfo } from './query-info';
import { rowsOf } from './server-keys';

/** The numbers of results, nodes, subjects and edges in a cache. */
export interface CacheStats {
  /** The number of results, with or without subscribers. */
  readonly memos: number;
  /** The number of nodes. A node is a list, a response, a request record, or a row that was read. */
  readonly cells: number;
  /** The number of subjects, one for each node with observers. */
  readonly subjects: number;
  /** The number of edges between nodes whose values contain each other. */
  readonly edges: number;
}

/** A stored response, if there is one, and the status of its last request. */
export interface ResponseState {
  /** The name of the endpoint, such as `GET /users/:id`. */
  readonly endpoint: string;
  /** The key of the response, such as `GET /users/5`. */
  readonly key: string;
  /** Whether a request is in flight. */
  readonly isFetching: boolean;
  /** Whether the cache sends a request for the next subscriber. */
  readonly isStale: boolean;
  /** The time at which the last response arrived, in milliseconds since 1970. */
  readonly fetchedAt: number | undefined;
  /** The time until which no request is sent for a subscriber; `undefined` if one would be sent now. */
  readonly freshUntil: number | undefined;
  /** Whether something has marked the response as stale before its time was over. */
  readonly isMarkedStale: boolean;
  /** Whether `clear` has dropped the response, so that nothing is requested by itself. */
  readonly isCleared: boolean;
  /** The number of subscribers, resources and signals that need the response. */
  readonly observers: number;
  /** The error of the last request; `undefined` if it succeeded. */
  readonly error: CacheError | undefined;
}

/** A timer of the cache. */
export interface CacheTimer {
  /**
   * - `stale`: the response with the key becomes stale
   * - `poll`: the response is requested again
   * - `retry`: a failed request is sent again
   * - `sweep`: unused results are dropped, and unused rows are evicted
   */
  readonly kind: 'stale' | 'poll' | 'retry' | 'sweep';
  /** When it fires, in milliseconds since 1970. */
  readonly at: number;
  /** The key of the response or request. */
  readonly key?: string;
}

/** What a mutation in flight does to a row. */
export interface PendingChange {
  /** The number of the request. */
  readonly request: number | undefined;
  /** The fields that it sets; `undefined` if it deletes the row. */
  readonly fields: StoredFields | undefined;
  /** Whether the server has answered, and the answer waits for those of earlier mutations. */
  readonly isAnswered: boolean;
}

/** A row over which mutations in flight lie. */
export interface PendingRow {
  /** The row as the server is known to have it; `undefined` if it has none. */
  readonly server: StoredFields | undefined;
  /** What the mutations do to it, in the order of their calls. */
  readonly changes: readonly PendingChange[];
}

/** What uses a row, and what would keep it if nothing did. */
export interface RowUses {
  /** The results that contain the row, directly or in others. */
  readonly queries: readonly QueryInfo[];
  /** The rows, lists and responses that reference it. The table of a response is the name of its endpoint. */
  readonly references: readonly Pick<StoredRow, 'table' | 'pk'>[];
  /**
   * The time for which it stays if nothing uses it, in milliseconds of a visible page; `Infinity` if it is never evicted.
   * Known in dev mode.
   */
  readonly keptFor: number | undefined;
}

/** Answers what devtools ask of a cache. Each answer is computed when it is asked for. */
export interface CacheInspection {
  /** Returns all tables, including those that were read but never written. */
  tables(): readonly TableInfo[];
  /** Returns the rows of a table as the cache stores them, in insertion order: all, or a number of them. */
  rows(table: string, most?: number): readonly StoredRow[];
  /** Returns a row as the cache stores it; `undefined` if there is none. */
  row(table: string, pk: string): StoredRow | undefined;
  /** Whether a class with this table is `sensitive`. */
  isSensitive(table: string): boolean;
  /** Whether a pending mutation changes, adds or deletes a row. */
  isOptimistic(table: string, pk: string): boolean;
  /** Returns the state of each stored response. */
  responses(): readonly ResponseState[];
  /** Describes the results that the cache stores, including those without subscribers. */
  queries(): readonly QueryInfo[];
  /** Returns the number of results, nodes, subjects and edges that the cache stores for reads. */
  stats(): CacheStats;
  /** Drops results without subscribers that have not been read since the last sweep. */
  sweep(): void;
  /** Returns what mutations in flight do to a row, over what the server has; `undefined` if none does. */
  pending(table: string, pk: string): PendingRow | undefined;
  /** Returns what uses a row. Walks over all rows. */
  uses(table: string, pk: string): RowUses;
  /** Returns the timers that run, in the order in which they fire. */
  timers(): readonly CacheTimer[];
}

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
  const { infos, idOf, retries } = cache[KNOWN];
  const parts = () => cache[CACHE]; // The client may come later.
  const { results, store, sweeper } = parts();
  const named = (name: string) => entityTables(store).filter(({ plan }) => plan.name === name);
  return {
    tables: () => entityTables(store).map(tableInfo),
    rows: (name, most) =>
      named(name).flatMap((table) =>
        rowsOf(table, most).map(({ pk, data }) => ({ table: name, pk: String(pk), fields: data })),
      ),
    row: (name, key) => {
      const records = named(name).map((table) => table.record(canonicalPk(key)!));
      const fields = records.find((each) => each !== undefined);
      return fields && { table: name, pk: key, fields };
    },
    isSensitive: (name) => named(name).some(({ plan }) => plan.type.sensitive === true),
    isOptimistic: (name, key) =>
      rowsWith(named(name), key).some((row) => !!store.overlay && store.overlay.known(row) !== row),
    responses: () => responseStates(parts()),
    queries: () => [...results].map((result) => infos.of(result)),
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
        queries: [...resultsWith(rowsWith(tables, key))].map((result) => infos.of(result)),
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

function nameOfRow([{ plan }, pk]: [Table, Pk]): Pick<StoredRow, 'table' | 'pk'> {
  return { table: endpointOf(plan.type)?.name ?? plan.name, pk: String(pk) };
}

/** Returns the results that contain a row, directly or in others. */
function resultsWith(rows: readonly Row[]): Set<Result> {
  const results = new Set<Result>();
  const seen = new Set<Node>();
  const stack: Node[] = rows.flatMap((row) => [row, ...row.table.lists]);
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (seen.has(node)) continue;
    seen.add(node);
    if (node instanceof Result) results.add(node);
    stack.push(...dependentsOf(node));
  }
  return results;
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
    if (!patch) return [];
    return [
      {
        request: request && idOf(request),
        fields: patch.put,
        isAnswered: answeredAt !== undefined,
      },
    ];
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
    isFound ||= table === to && ownKey(table.index.get(pk), pk) === key;
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

/** Returns the rows of the tables with a name, and with a key. */
export function rowsWith(tables: readonly Table[], pk: string): Row[] {
  return tables.flatMap(({ index, mirrors }) =>
    [index, ...mirrors.map((mirror) => mirror.index)].flatMap((each) => {
      const row = each.get(canonicalPk(pk)!);
      return typeof row === 'object' ? [row] : [];
    }),
  );
}

/** The tables of entities and lists. Each of several classes with one key has a table, but the first one has all rows. */
function entityTables({ tables }: Store): Table[] {
  return tables.all.filter((table) => table.main === table && !endpointOf(table.plan.type));
}

/** Describes the stored responses, and those that are requested. */
function responseStates({ client, clock, store }: CacheParts): ResponseState[] {
  return [...(client?.endpoints ?? [])].flatMap((endpoint) => {
    const { index } = store.tables.of(planOf(endpoint.responses));
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
    isStale: entry.isOutdated,
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
