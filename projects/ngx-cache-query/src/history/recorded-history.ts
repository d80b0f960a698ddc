import { canonicalPk, type Pk } from '../schema/pk';
import { getOrInsert } from '../util/get-or-insert';
import type { Fields } from '../util/plain-data';
import { fromJson } from '../snapshot/json-data';
import type { StoredName } from '../extensions/stored-names';

/** What a cache contained at a time, and what its commits have changed since, as JSON. */
export interface StoredHistory {
  /** The tables, as they were before the first step. */
  readonly tables: readonly HistoryTable[];
  readonly steps: readonly HistoryStep[];
}

/** A row: its key, its fields, or `null` if there is none, and its place in the order of arrival. */
export type HistoryRow = readonly [pk: Pk, fields: Fields | null, place: number];

/** The rows of a table. */
export interface HistoryTable extends Pick<StoredName, 'kind' | 'name'> {
  /** The name of the table in the cache that was recorded. */
  readonly title: string;
  /** Whether a read of all entities in the table returns a list. */
  readonly isKnown: boolean;
  readonly rows: readonly HistoryRow[];
  /** The server ids of entities that were created optimistically, with their temporary ids, which are the keys of the rows. */
  readonly names: readonly (readonly [serverId: Pk, pk: Pk])[];
}

/** What a commit changed. */
export interface HistoryStep {
  /** The number of the commit. Steps that only changed responses have the number of the commit before. */
  readonly commit: number;
  /** The rows as they are after the commit, each with the number of its table. */
  readonly rows: readonly (readonly [table: number, ...row: HistoryRow])[];
  /** The tables that became known, or unknown again. */
  readonly known: readonly (readonly [table: number, isKnown: boolean])[];
}

/** A row at the time at which a history is. */
export interface PlacedRow {
  readonly fields: Fields;
  /** The position in the order of arrival. */
  readonly place: number;
}

/** A table at the time at which a history is. */
export interface HistoryContent extends Pick<HistoryTable, 'kind' | 'name' | 'title'> {
  readonly isKnown: boolean;
  readonly rows: ReadonlyMap<Pk, PlacedRow>;
  /** The temporary ids of created rows, which are their keys, by their server ids. */
  readonly names: ReadonlyMap<Pk, Pk>;
}

interface Content extends HistoryContent {
  isKnown: boolean;
  readonly rows: Map<Pk, PlacedRow>;
}

/** Rows and tables before or after a step. */
interface State {
  readonly rows: readonly (readonly [table: Content, pk: Pk, row: PlacedRow | undefined])[];
  readonly known: readonly (readonly [table: Content, isKnown: boolean])[];
}

/**
 * A recorded history at one time, which can be moved. It needs no Entity classes.
 *
 * @example
 * ```ts
 * const recorded = new RecordedHistory(travel.history(0));
 * recorded.to(1);
 * const sizes = recorded.tables.map(({ rows, title }) => `${title}: ${rows.size}`); // after commit 1
 * ```
 */
export class RecordedHistory {
  readonly #tables: readonly Content[];
  readonly #steps: readonly HistoryStep[];
  /** What takes back the steps that were made. */
  readonly #undos: State[] = [];

  /** The history is before its first step at the beginning. */
  constructor({ steps, tables }: StoredHistory) {
    this.#steps = steps;
    this.#tables = tables.map(({ isKnown, kind, name, names, rows, title }) => ({
      kind,
      name,
      title,
      isKnown,
      names: new Map(names),
      rows: new Map(rows.map(([pk, fields, place]) => [pk, placed(fields!, place)])),
    }));
  }

  get tables(): readonly HistoryContent[] {
    return this.#tables;
  }

  /** Returns a row by its key, or by the server id of a created row. */
  row({ names, rows }: HistoryContent, key: string): PlacedRow | undefined {
    const pk = canonicalPk(key)!;
    return rows.get(pk) ?? rows.get(names.get(pk)!);
  }

  /** Moves to the time after a commit. Returns the keys of the rows that may differ now. */
  to(commit: number): ReadonlyMap<HistoryContent, ReadonlySet<Pk>> {
    const changed = new Map<HistoryContent, Set<Pk>>();
    const move = (state: State): State => {
      const keysIn = (table: HistoryContent) => getOrInsert(changed, table, () => new Set<Pk>());
      for (const [table] of state.known) keysIn(table);
      for (const [table, pk] of state.rows) keysIn(table).add(pk);
      return put(state);
    };
    const steps = this.#steps;
    const undos = this.#undos;
    while (undos.length > 0 && steps[undos.length - 1].commit > commit) move(undos.pop()!);
    while (undos.length < steps.length && steps[undos.length].commit <= commit)
      undos.push(move(this.#stateAfter(steps[undos.length])));
    return changed;
  }

  #stateAfter({ known, rows }: HistoryStep): State {
    const tables = this.#tables;
    return {
      rows: rows.map(([table, pk, fields, place]) => {
        return [tables[table], pk, fields ? placed(fields, place) : undefined];
      }),
      known: known.map(([table, isKnown]) => [tables[table], isKnown]),
    };
  }
}

/** Puts rows and tables into a state. Returns the state that they had. */
function put({ known, rows }: State): State {
  const before: State = {
    rows: rows.map(([table, pk]) => [table, pk, table.rows.get(pk)]),
    known: known.map(([table]) => [table, table.isKnown]),
  };
  for (const [table, pk, row] of rows) {
    if (row) table.rows.set(pk, row);
    else table.rows.delete(pk);
  }
  for (const [table, isKnown] of known) table.isKnown = isKnown;
  return before;
}

function placed(fields: Fields, place: number): PlacedRow {
  return { fields: fromJson(fields) as Fields, place };
}
