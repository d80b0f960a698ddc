import { type CacheParts, type CacheService, partsOf } from '../cache/cache-service';
import { dependentsOf, isFree, type Node } from '../reactive/node';
import { Result } from '../reactive/result';
import type { Results } from '../reactive/results';
import type { Table } from '../reactive/table';
import { canonicalPk } from '../schema/pk';
import { planOf } from '../schema/plan';
import type { Queryable } from '../schema/queryable';
import type { Entry } from '../requests/entry';
import type { ResponseRecord } from '../requests/response-record';
import { endpointOf } from '../requests/target';
import type { Store } from '../store/store';
import type { CacheError } from '../util/cache-error';
import { isPlain } from '../util/plain-data';
import { type StoredRow, type TableInfo, tableInfo } from './extension-commit';
import { writeRows } from './write-rows';
import { rowsOf } from './server-keys';
/** The property name under which a handle stores the parts of the cache. */
export const CACHE: unique symbol = Symbol('cache');

/** The property name under which a handle stores the function that begins to measure `process`. */
export const MEASURE: unique symbol = Symbol('measure');

type Measure = Pick<QueryInfo, 'runs' | 'ms'>;

/** Describes a result that the cache stores, and the read that produced the result. */
export interface QueryInfo {
  /** The Query, Entity class, schema, endpoint or join that is read. */
  readonly queryable: Queryable;
  readonly args: readonly unknown[];
  /** The key of the arguments. Reads with equal keys share the result. */
  readonly key: string;
  /** The number of subscribers, signals and results that read it. */
  readonly subscribers: number;
  /** The number of times that `process` has run. */
  readonly runs: number;
  /** The total duration of all runs of `process`, in milliseconds. */
  readonly ms: number;
}

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
  /** The error of the last request; `undefined` if it succeeded. */
  readonly error: CacheError | undefined;
}

/** Gives an extension access to a cache. */
export interface CacheHandle {
  /** Whether the cache belongs to a route, and not to the application. */
  readonly isOfRoute: boolean;
  /** Returns all tables, including those that were read but never written. */
  tables(): readonly TableInfo[];
  /** Returns the rows of a table as the cache stores them, in insertion order. */
  rows(table: string): readonly StoredRow[];
  /** Whether a pending mutation changes, adds or deletes a row. */
  isOptimistic(table: string, pk: string): boolean;
  /** Returns the state of each stored response. */
  responses(): readonly ResponseState[];
  /**
   * Writes the given rows in one commit, for example to undo a commit.
   *
   * @throws CacheError NCQ4003 if the Entity class of a row has no static `key`
   */
  writeRows(rows: readonly StoredRow[]): void;
  /** Describes the results that the cache stores, including those without subscribers. */
  queries(): readonly QueryInfo[];
  /** Returns the number of results, nodes, subjects and edges that the cache stores for reads. */
  stats(): CacheStats;
  /** Drops results without subscribers that have not been read since the last sweep. */
  sweep(): void;
  /** @internal */
  readonly [CACHE]: CacheParts;
  /** @internal */
  readonly [MEASURE]: () => void;
}

/** Creates the handle through which extensions access a cache. */
export function cacheHandle(cache: CacheService): CacheHandle {
  const parts = partsOf(cache);
  const { store, results, sweeper } = parts;
  const measures = new WeakMap<Result, Measure>();
  const named = (name: string) => entityTables(store).filter(({ plan }) => plan.name === name);
  return {
    // The client may come later.
    get [CACHE]() {
      return partsOf(cache);
    },
    isOfRoute: parts.isOfRoute,
    tables: () => entityTables(store).map(tableInfo),
    rows: (name) =>
      named(name).flatMap((table) =>
        rowsOf(table).map(({ pk, data }) => ({ table: name, pk: String(pk), fields: data })),
      ),
    isOptimistic: (name, key) =>
      named(name).some(({ index }) => {
        const row = index.get(canonicalPk(key)!);
        return typeof row === 'object' && !!store.overlay && store.overlay.known(row) !== row;
      }),
    responses: () => responseStates(partsOf(cache)),
    writeRows: (rows) => parts.write('writeRows', () => writeRows(store, rows)),
    queries: () =>
      [...results].map((result) => {
        const { queryable, args, key, observerCount } = result;
        // The result of a request describes its endpoint. A join may have a member of that name.
        const of: Partial<Entry> = isPlain(queryable) ? {} : (queryable as object);
        return {
          queryable: of.endpoint ?? queryable,
          args: of.endpoint ? of.args! : args,
          key: String(of.endpoint ? of.key : key),
          subscribers: observerCount + readersOf(result),
          ...(measures.get(result) ?? NOT_RUN),
        };
      }),
    stats: () => cacheStats(parts),
    sweep: () => sweeper.sweep(),
    [MEASURE]: () => measure(results, measures),
  };
}

/** The number of results that read another one, and keep it as long as they are in use. */
function readersOf(result: Result): number {
  let count = 0;
  for (const each of dependentsOf(result)) if (each instanceof Result) count++;
  return count;
}

const NOT_RUN: Measure = { runs: 0, ms: 0 };

/** Measures each run of `process`. */
function measure(results: Results, measures: WeakMap<Result, Measure>): void {
  const { process } = results;
  results.process = (result, input) => {
    const began = performance.now();
    try {
      return process(result, input);
    } finally {
      const { runs, ms } = measures.get(result) ?? NOT_RUN;
      measures.set(result, { runs: runs + 1, ms: ms + performance.now() - began });
    }
  };
}

/** The tables of entities and lists. Each of several classes with one key has a table, but the first one has all rows. */
function entityTables({ tables }: Store): Table[] {
  return tables.all.filter((table) => table.main === table && !endpointOf(table.plan.type));
}

function responseStates({ client, store }: CacheParts): ResponseState[] {
  return [...(client?.endpoints ?? [])].flatMap((endpoint) => {
    const { index } = store.tables.of(planOf(endpoint.responses));
    const keys = new Set([
      ...(index.keys() as Iterable<string>),
      ...client!.entriesOf(endpoint).keys(),
    ]);
    return [...keys].map((key) => {
      const entry = client!.entryAt(endpoint, key);
      const record: ResponseRecord | undefined = entry.record;
      return {
        endpoint: endpoint.name,
        key,
        isFetching: entry.isFetching,
        isStale: entry.isOutdated,
        fetchedAt: record?.fetchedAt,
        error: record?.error,
      };
    });
  });
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
