import { isTemporaryId } from '../optimistic/temporary-ids';
import type { Table } from '../reactive/table';
import { canonicalPk, type Pk } from '../schema/pk';
import type { AnyEndpoint } from '../requests/endpoint';
import { endpointOf } from '../requests/target';
import type { Store } from '../store/store';
import type { Fields } from '../util/plain-data';
import { warnOnce } from '../util/warn';
import { NotJson, toJson } from './json-data';
import { type DeletedRow, type GroupRow, type RowGroup, toRuns } from './row-group';
import { keyOf, servedIds, withServedIds } from './server-keys';
import {
  SNAPSHOT_VERSION,
  type StoredResponseData,
  type StoredRows,
  type StoreSnapshot,
} from './stored-data';
import { isPartial, isStored, nameOf, warnOfEqualNames } from './stored-names';
import { toStored } from './stored-response';
import { Versions } from './versions';

declare const ngDevMode: unknown;

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
  /** The fields of a row, if not all of them are included. */
  fieldsOf?(table: Table, record: Fields): Fields;
  /** Whether the entities in the responses of an endpoint are included completely, partly, or not at all. */
  partOf?(endpoint: AnyEndpoint): 'all' | 'some' | 'none';
}

/** Returns a part of a cache as a snapshot. */
export function snapshotOf(store: Store, now: number, scope: Scope): StoreSnapshot {
  const { origin, sequence } = Versions.of(store);
  const entities: Record<string, StoredRows> = {};
  const lists: Record<string, StoredRows> = {};
  const responses: StoredResponseData[] = [];
  for (const group of [...(scope.waiting ?? []), ...groupsOf(store, scope)]) {
    if (group.kind === 'responses') responses.push(...responsesIn(group, origin));
    else (group.kind === 'lists' ? lists : entities)[group.name] = rowsIn(group, origin);
  }
  return { version: SNAPSHOT_VERSION, takenAt: now, origin, sequence, entities, lists, responses };
}

/** Returns the rows of all tables whose names are unique. */
function groupsOf(store: Store, scope: Scope): Iterable<RowGroup> {
  const ids = servedIds(store.tables);
  const groups = new Map<string, RowGroup>();
  const twice = new Set<string>();
  for (const table of store.tables.all) {
    if (table.main !== table) continue;
    const { rows, deleted } = contentOf(store, table, scope, ids);
    if ((rows.length + deleted.length === 0 && !scope.concerns(table)) || !isStored(table))
      continue;
    const name = nameOf(table);
    const key = `${name.kind} ${name.name}`;
    if (groups.has(key)) {
      warnOfEqualNames(name);
      twice.add(key);
    }
    groups.set(key, { ...name, rows, deleted, isKnown: table.isKnown });
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
): { rows: GroupRow[]; deleted: DeletedRow[] } {
  const versions = Versions.of(store);
  const endpoint = endpointOf(table.plan.type);
  const part = endpoint ? (scope.partOf?.(endpoint) ?? 'all') : 'all';
  const isStale = endpoint && (part === 'some' || isPartial(endpoint));
  const rows: GroupRow[] = [];
  const deleted: DeletedRow[] = [];
  for (const key of part === 'none' ? [] : scope.keysOf(table)) {
    const pk = keyOf(table, key);
    const entry = table.index.get(key);
    const isOtherName = typeof entry === 'object' && entry.pk !== key;
    if (isTemporaryId(pk) || (isOtherName && isTemporaryId(entry.pk))) continue;
    const data =
      typeof entry === 'object' && store.overlay
        ? store.overlay.confirmed(entry)
        : table.record(key);
    const version = versions.of(table, key);
    if (!data || scope.isMoved?.(table, key)) deleted.push({ pk, ...version });
    if (data) {
      const fields = withServedIds(scope.fieldsOf?.(table, data) ?? data, ids) as Fields;
      const place = table.peek(key).arrival;
      rows.push({ pk, place, ...version, fields: isStale ? { ...fields, stale: true } : fields });
    }
  }
  return { rows: rows.sort((a, b) => a.place - b.place), deleted };
}

function rowsIn(group: RowGroup, own: string): StoredRows {
  const { deleted = [], isFiltered, isKnown, name, of } = group;
  const stored = group.rows.flatMap((row) => {
    const fields = asJson('row', name, () => toJson(row.fields) as Fields);
    return fields ? [{ ...row, fields }] : [];
  });
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

function responsesIn({ name, rows, deleted = [] }: RowGroup, own: string): StoredResponseData[] {
  const [endpoint, shape] = name.split('\n');
  const about = ({ pk, order, origin }: DeletedRow) => ({
    endpoint,
    shape,
    key: String(pk),
    order,
    ...(origin !== own && { origin }),
  });
  return [
    ...rows.flatMap((row) => {
      const { fields } = row;
      if (!('value' in fields) && !fields['error']) return [];
      const content = asJson('response', endpoint, () => toStored(fields));
      return content ? [{ ...about(row), ...content }] : [];
    }),
    ...deleted.map((row) => ({ ...about(row), isRemoved: true })),
  ];
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
