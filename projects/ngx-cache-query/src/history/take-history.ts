import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import { endpointOf } from '../requests/target';
import type { EntityClass } from '../schema/schema';
import type { StoreCommit } from '../store/commit';
import type { Store } from '../store/store';
import type { Fields } from '../util/plain-data';
import { NotJson, toJson } from '../snapshot/json-data';
import type { HistoryTable, StoredHistory } from './recorded-history';
import { rowsOf } from '../extensions/server-keys';
import { isSecretTable, storedNameOf } from '../extensions/stored-names';

/** Returns what hides fields of the rows of a table that must not leave the page; `undefined` if none must be hidden. */
export type Redact = (table: string) => ((fields: Fields) => Fields) | undefined;

/** A store as it was before some commits, and these commits. */
interface Recorded {
  readonly store: Store;
  /** The temporary ids of created rows, by their server ids. */
  readonly names: ReadonlyMap<Table, ReadonlyMap<Pk, Pk>>;
  readonly commits: readonly { readonly id: number; readonly commit: StoreCommit }[];
}

/** Returns a history as JSON, without `sensitive` data. Of responses, it contains the values. */
export function historyOf({ commits, names, store }: Recorded, redact: Redact): StoredHistory {
  const places = new Map<Table, number>();
  const hides = new Map<Table, ReturnType<Redact>>();
  const shown = (table: Table, fields: Fields | undefined) => {
    if (!fields) return null;
    const content = contentOf(table, fields);
    return asJson(hides.get(table)?.(content) ?? content);
  };
  const tables: HistoryTable[] = [];
  for (const table of store.tables.all) {
    if (table.main !== table || isSecretTable(table)) continue;
    const { kind, name } = storedNameOf(table);
    hides.set(table, redact(titleOf(table)));
    places.set(table, tables.length);
    tables.push({
      kind,
      name,
      title: titleOf(table),
      isKnown: table.isKnown,
      rows: rowsOf(table).map(({ arrival, data, pk }) => [pk, shown(table, data), arrival]),
      names: [...(names.get(table) ?? [])],
    });
  }
  const tableOf = (type: EntityClass) => store.tables.for(type).main;
  const steps = commits.map(({ commit, id }) => ({
    commit: id,
    rows: commit.changes.flatMap(({ after, arrival, pk, type }) => {
      const table = tableOf(type);
      const place = places.get(table);
      return place === undefined ? [] : [[place, pk, shown(table, after), arrival] as const];
    }),
    known: commit.known.flatMap(([type, isKnown]) => {
      const place = places.get(tableOf(type));
      return place === undefined ? [] : [[place, isKnown] as const];
    }),
  }));
  return { tables, steps };
}

function titleOf({ plan }: Table): string {
  return endpointOf(plan.type)?.name ?? plan.name;
}

/** The state of a response is that of the cache which shows it. */
function contentOf({ plan }: Table, fields: Fields): Fields {
  if (!endpointOf(plan.type)) return fields;
  return 'value' in fields ? { value: fields['value'] } : {};
}

/** Leaves out fields that JSON cannot contain, such as a function. */
function asJson(fields: Fields): Fields {
  const shown = Object.entries(fields).flatMap(([name, value]) => {
    try {
      return [[name, toJson(value)]];
    } catch (error) {
      if (error instanceof NotJson) return [];
      throw error;
    }
  });
  return Object.fromEntries(shown) as Fields;
}
