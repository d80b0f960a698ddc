import { isTemporaryId } from '../optimistic/temporary-ids';
import { firstName, serverKeyOf } from '../reactive/names';
import type { Table } from '../reactive/table';
import type { AnyEndpoint } from '../requests/endpoint';
import { endpointOf } from '../requests/target';
import type { Pk } from '../schema/pk';
import type { Change } from '../store/commit';
import { confirmedRecord } from '../store/overlay';
import type { Store } from '../store/store';
import { getOrInsert } from '../util/get-or-insert';
import type { Fields } from '../util/plain-data';
import { CACHE, type CacheHandle } from '../extensions/cache-extension';
import { CHANGES, type Commit } from '../extensions/extension-commit';
import { GONE, type GroupRow, type RowGroup, toStored } from './row-group';
import { servedIds, withServedIds } from '../extensions/server-keys';
import { SNAPSHOT_VERSION, type StoreChanges, type StoreSnapshot } from './stored-data';
import {
  isPartial,
  isSecretEndpoint,
  isStored,
  storedNameOf,
  textOfName,
  warnOfEqualNames,
} from '../extensions/stored-names';
import { Versions } from '../extensions/versions';
import { Waiting } from './waiting';

/**
 * Returns the contents of a cache as a snapshot that survives `JSON.stringify`. It does not contain pending changes
 * from mutations, `sensitive` data, classes without a `static key` and endpoints without a name.
 *
 * @example
 * ```ts
 * const stored: unknown = JSON.parse(sessionStorage.getItem('cache') ?? 'null');
 * if (isSnapshot(stored)) restoreSnapshot(cache, stored);
 * addEventListener('pagehide', () =>
 *   sessionStorage.setItem('cache', JSON.stringify(takeSnapshot(cache))),
 * );
 * ```
 */
export function takeSnapshot(cache: CacheHandle): StoreSnapshot {
  const { clock, store } = cache[CACHE];
  return snapshotOf(store, clock.now(), {
    waiting: Waiting.of(store).groups,
    keysOf: ({ index }) => index.keys(),
    concerns: ({ isKnown }) => isKnown,
  });
}

/**
 * Returns the rows and responses that a commit changed, for another cache. Call it in `onCommit`.
 *
 * @example
 * ```ts
 * onCommit(commit: Commit): void {
 *   void database.save(changesOf(this.#cache, commit));
 * }
 * ```
 */
export function changesOf(cache: CacheHandle, commit: Commit): StoreChanges {
  const { clock, store } = cache[CACHE];
  const { cause, changes, known, sequence, isEmptied } = commit[CHANGES];
  const isSecret = cause.args && isSecretEndpoint(cause.source as AnyEndpoint);
  const { tables } = store;
  if (sequence !== undefined) Versions.of(store).noteDeletions(changes);
  const changed = new Map<Table, Map<Pk, Change>>();
  for (const change of changes) {
    const table = tables.for(change.type).main;
    getOrInsert(changed, table, () => new Map<Pk, Change>()).set(change.pk, change);
  }
  const concerned = new Set(known.map(([type]) => tables.for(type).main));
  const { sequence: _, ...snapshot } = snapshotOf(store, clock.now(), {
    keysOf: (table) => changed.get(table)?.keys() ?? [],
    concerns: (table) => concerned.has(table),
    isMoved: (table, pk) => changed.get(table)?.get(pk)?.isMoved === true,
  });
  return {
    ...snapshot,
    ...(sequence !== undefined && { sequence }),
    causes: isSecret ? commit.causes.map(({ kind }) => ({ kind })) : commit.causes,
    ...(isEmptied && { isEmptied }),
  };
}

/** Selects the parts of a cache that a snapshot contains. */
export interface Scope {
  /** Restored rows that nothing has used yet. */
  readonly waiting?: Iterable<RowGroup>;
  /** The keys of the rows of a table. A row that is not in the cache counts as deleted. */
  keysOf(table: Table): Iterable<Pk>;
  /** Whether the snapshot tells if all rows of the table are known. */
  concerns(table: Table): boolean;
  /** Whether a row was deleted and created again. */
  isMoved?(table: Table, pk: Pk): boolean;
  /** Returns what selects the fields of the rows of a table, if not all of them are included. */
  fieldsOf?(table: Table): ((record: Fields) => Fields) | undefined;
  /** Whether the entities in the responses of an endpoint are included completely, partly, or not at all. */
  partOf?(endpoint: AnyEndpoint): 'all' | 'some' | 'none';
}

export function snapshotOf(store: Store, now: number, scope: Scope): StoreSnapshot {
  const { origin, sequence } = Versions.of(store);
  const groups = [...(scope.waiting ?? []), ...groupsOf(store, scope)];
  return { version: SNAPSHOT_VERSION, takenAt: now, origin, sequence, ...toStored(groups, origin) };
}

/** Returns the rows of all tables whose names are unique. */
function groupsOf(store: Store, scope: Scope): Iterable<RowGroup> {
  const ids = servedIds(store.tables);
  const groups = new Map<string, RowGroup>();
  const twice = new Set<string>();
  for (const table of store.tables.all) {
    if (table.main !== table) continue;
    const rows = contentOf(store, table, scope, ids);
    if ((rows.length === 0 && !scope.concerns(table)) || !isStored(table)) continue;
    const name = storedNameOf(table);
    const key = textOfName(name);
    if (groups.has(key)) {
      warnOfEqualNames(name);
      twice.add(key);
    }
    groups.set(key, { ...name, rows, isKnown: table.isKnown });
  }
  for (const key of twice) groups.delete(key);
  return groups.values();
}

/** Returns what the server is known to have of the rows of a table. Pending changes are not included. */
function contentOf(
  store: Store,
  table: Table,
  scope: Scope,
  ids: ReadonlyMap<unknown, Pk>,
): GroupRow[] {
  const versions = Versions.of(store);
  const endpoint = endpointOf(table.plan.type);
  const part = endpoint ? (scope.partOf?.(endpoint) ?? 'all') : 'all';
  const isStale = endpoint && (part === 'some' || isPartial(endpoint));
  const fieldsOf = scope.fieldsOf?.(table);
  const rows: GroupRow[] = [];
  for (const key of part === 'none' ? [] : scope.keysOf(table)) {
    const pk = serverKeyOf(table, key);
    const first = firstName(table, key);
    if (isTemporaryId(pk) || (first !== key && isTemporaryId(first))) continue;
    const data = confirmedRecord(store, table, key);
    const version = versions.of(table, key);
    if (!data || scope.isMoved?.(table, key)) rows.push({ pk, ...version, ...GONE });
    if (data) {
      const fields = withServedIds(fieldsOf?.(data) ?? data, ids) as Fields;
      const place = table.peek(key).arrival;
      rows.push({ pk, place, ...version, fields: isStale ? { ...fields, stale: true } : fields });
    }
  }
  return rows.sort((a, b) => a.place - b.place);
}
