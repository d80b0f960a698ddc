import type { Table } from '../reactive/table';
import type { Tables } from '../reactive/tables';
import type { AnyEndpoint } from '../requests/endpoint';
import type { Queryable } from '../schema/queryable';
import { isTemporaryId } from '../optimistic/temporary-ids';
import { endpointOf } from '../requests/target';
import type { WriteCause, Change, StoreCommit } from '../store/commit';
import type { Trace } from './commit-trace';
import { servedKey } from './server-keys';

declare const ngDevMode: unknown;

/** The property name under which a commit stores what it was made from. */
export const CHANGES: unique symbol = Symbol();

/** What a commit was made from. */
export interface RecordedChanges extends StoreCommit {
  /** The number among the commits that other caches do not know; `undefined` for a restore. */
  readonly sequence: number | undefined;
  /** Whether the cache was emptied. */
  readonly isEmptied: boolean;
}

/** The fields of a row as the cache stores them, with keys in place of relations. */
export type StoredFields = Readonly<Record<string, unknown>>;

/** A row of a table, in a form that can be saved and restored. */
export interface StoredRow {
  /** The static `key` of the class, or its name. */
  readonly table: string;
  readonly pk: string;
  readonly fields: StoredFields;
}

/** A row that a commit changed. */
export interface RowChange {
  /** The static `key` of the class, or its name. */
  readonly table: string;
  readonly pk: string;
  /** The temporary id by which earlier commits name the row, if it was created optimistically. */
  readonly temporaryPk?: string;
  /** The row before the commit; `undefined` if it did not exist. */
  readonly before: StoredFields | undefined;
  /** The row after the commit; `undefined` if it was removed. It is `before` if only the position changed. */
  readonly after: StoredFields | undefined;
}

/** The cause of a commit. */
export interface Cause {
  /**
   * - `response`: a response arrived
   * - `request`: a request began, ended or failed
   * - `optimistic`, `rollback`: an optimistic response was shown or removed
   * - `message`: a connected stream emitted
   * - `restore`: an extension restored data
   * - `write`: the application called `set`, `delete`, `refetch`, `reset` or `clear`
   */
  readonly kind:
    'response' | 'request' | 'optimistic' | 'rollback' | 'message' | 'restore' | 'write';
  /** The {@link RequestEvent.id} of the request, if a request caused the commit. */
  readonly request?: number;
  /** The name of the endpoint, if a request caused the commit. */
  readonly endpoint?: string;
  /** The key of the request, if a request caused the commit. */
  readonly key?: string;
  /**
   * Where the application has called the cache, as the browser writes a stack, if the commit is a write. Only with
   * `CacheExtension.tracesCalls`.
   */
  readonly stack?: string;
}

/** A result that a commit has made outdated. */
export interface AffectedQuery {
  /** The Query, Entity class, schema, endpoint or join that is read. */
  readonly queryable: Queryable;
  readonly args: readonly unknown[];
  readonly key: string;
  /** The changed rows that it contains. */
  readonly rows: readonly RowChange[];
  /** The number of times that `process` has run for the commit. */
  readonly runs: number;
  /** The duration of these runs, in milliseconds. */
  readonly ms: number;
  /** Whether its subscribers and signals have received another value. */
  readonly hasEmitted: boolean;
}

/** Describes a commit and the changes that it made. Each changed row appears once. */
export interface Commit {
  /** The sequence number of the commit within its cache. */
  readonly id: number;
  readonly changes: readonly RowChange[];
  /** The tables whose `known` value changed, for example by an empty list, or by `reset`. */
  readonly knowledge: readonly TableInfo[];
  /** The causes of the commit. A batch can have several causes. */
  readonly causes: readonly Cause[];
  /** The time of the commit, in milliseconds since 1970. */
  readonly time: number;
  /** The results that it has made outdated. Only with `CacheExtension.traces`, in dev mode. */
  readonly affected: readonly AffectedQuery[];
  /** @internal */
  readonly [CHANGES]: RecordedChanges;
}

/** A summary of a table. */
export interface TableInfo {
  readonly name: string;
  /** The number of rows. */
  readonly size: number;
  /** Whether a read of all entities in the table returns a list instead of `undefined`. */
  readonly known: boolean;
  /** `true` if the rows are the lists of a `Collection`. Missing in a commit. */
  readonly isList?: boolean;
}

/** The kinds that have another name for extensions. */
const KINDS = {
  request: 'response',
  failure: 'request',
  mutation: 'response',
  set: 'write',
  stream: 'message',
} as const;

/**
 * Returns what extensions receive of a commit; `undefined` if it changed nothing that they know.
 *
 * @param idOf returns the number of a request
 */
export function contentOf(
  recorded: RecordedChanges,
  tables: Tables,
  idOf: (request: object) => number | undefined,
  trace: Trace | undefined,
): Omit<Commit, 'id' | 'time'> | undefined {
  const { cause, changes } = recorded;
  const knowledge = recorded.known.filter(([type]) => !endpointOf(type));
  if (changes.length + knowledge.length === 0) return undefined;
  const rows = new Map(
    changes.flatMap((change): [Change, RowChange][] => {
      const { type, pk, before, after } = change;
      if (endpointOf(type)) return [];
      const table = tables.for(type);
      const key = isTemporaryId(pk) ? servedKey(table, pk, before) : pk;
      const former = key !== pk && { temporaryPk: String(pk) };
      return [[change, { table: table.plan.name, pk: String(key), before, after, ...former }]];
    }),
  );
  return {
    // A created row may have got the key of one that is gone.
    changes: [...rows.values()].sort((a, b) => Number(!!a.after) - Number(!!b.after)),
    knowledge: knowledge.map(([type]) => tableInfo(tables.for(type))),
    causes: [{ ...causeOf(cause, idOf), ...(trace?.stack && { stack: trace.stack }) }],
    affected: typeof ngDevMode === 'undefined' || ngDevMode ? affectedBy(trace, rows) : [],
    [CHANGES]: recorded,
  };
}

function affectedBy(
  trace: Trace | undefined,
  rows: ReadonlyMap<Change, RowChange>,
): AffectedQuery[] {
  return (trace?.affected ?? []).map((each) => {
    const { args, key, queryable } = each.info;
    return {
      queryable,
      args,
      key,
      rows: [...each.changes].flatMap((change) => rows.get(change) ?? []),
      // A signal may read the result after extensions were told of the commit.
      get runs() {
        return each.effect.runs;
      },
      get ms() {
        return each.effect.ms;
      },
      get hasEmitted() {
        return each.effect.hasEmitted;
      },
    };
  });
}

/** Returns the description that extensions receive for a table. */
export function tableInfo({ plan, size, isKnown }: Table): TableInfo {
  return { name: plan.name, size, known: isKnown };
}

/** Returns the description of a cause. */
export function causeOf(
  { kind, source, args, request: sent }: WriteCause,
  idOf: (request: object) => number | undefined,
): Cause {
  const endpoint = source as AnyEndpoint | undefined;
  const request = sent && idOf(sent);
  return {
    kind: kind in KINDS ? KINDS[kind as keyof typeof KINDS] : (kind as Cause['kind']),
    ...(request !== undefined && { request }),
    ...(endpoint && args && { endpoint: endpoint.name, key: endpoint.key(...args) }),
  };
}
