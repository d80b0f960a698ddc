import { isTemporaryId } from '../optimistic/temporary-ids';
import { deserializeAll } from '../reactive/deserialized';
import { invalidate } from '../reactive/node';
import { Results } from '../reactive/results';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import { Store } from '../store/store';
import { type Fields, frozen } from '../util/plain-data';
import {
  type HistoryContent,
  type PlacedRow,
  RecordedHistory,
  type StoredHistory,
} from './recorded-history';
import { servedKey } from '../extensions/server-keys';
import { storedNameOf, textOfName } from '../extensions/stored-names';

/** A second cache with the data of a history. A table is filled when a read creates it. */
export class ShownHistory {
  readonly results: Results;
  readonly #store = new Store();
  readonly #history: RecordedHistory;
  readonly #contents: ReadonlyMap<string, HistoryContent>;
  /** The tables that show a part of the history. */
  readonly #tables = new Map<HistoryContent, Table>();

  constructor(readonly stored: StoredHistory) {
    this.#history = new RecordedHistory(stored);
    this.#contents = new Map(this.#history.tables.map((each) => [textOfName(each), each]));
    this.#store.tables.created = (table) => this.#fill(table);
    this.results = new Results(this.#store.tables, () => undefined);
  }

  /** Moves to the time after a commit. */
  to(commit: number): void {
    const changed = this.#history.to(commit);
    this.#store.batch(() => {
      const rows: RowState[] = [];
      for (const [content, pks] of changed) {
        const table = this.#tables.get(content);
        if (!table) continue;
        this.#store.setKnown(table, content.isKnown);
        for (const pk of pks) {
          const row = readable(table, pk, content.rows.get(pk));
          const { arrival } = table.peek(pk);
          rows.push({ table, pk, data: row?.fields, order: 0, arrival: row?.place ?? arrival });
        }
      }
      putRows(this.#store, rows, (table, pk) => this.#contentOf(table)?.names.get(pk));
    });
  }

  #contentOf(table: Table): HistoryContent | undefined {
    return this.#contents.get(textOfName(storedNameOf(table)));
  }

  #fill(table: Table): void {
    const content = this.#contentOf(table);
    // If two Collections have one name, it is not known to which of them the lists belong.
    if (!content || this.#tables.has(content)) return;
    this.#tables.set(content, table);
    const rows = [...content.rows]
      .filter(([pk, row]) => readable(table, pk, row))
      .sort(([, a], [, b]) => a.place - b.place);
    for (const [pk, { fields, place }] of rows) table.addRecord(pk, fields, 0, place);
    for (const [serverId, pk] of content.names)
      if (!content.rows.has(serverId)) table.index.set(serverId, table.row(pk));
    table.setKnown(content.isKnown);
  }
}

/** Returns a row, unless a deserializer does not accept one of its values, which may be redacted. */
function readable(table: Table, pk: Pk, row: PlacedRow | undefined): PlacedRow | undefined {
  try {
    if (row) deserializeAll(table, pk, frozen(row.fields), 'time travel');
    return row;
  } catch {
    return undefined;
  }
}

/** A row at another time. */
export interface RowState {
  readonly table: Table;
  readonly pk: Pk;
  /** `undefined` if there is no row. */
  readonly data: Fields | undefined;
  readonly order: number;
  readonly arrival: number;
}

/**
 * Puts rows into a store that shows another time.
 *
 * @param nameOf returns the temporary id of a created row with a server id
 */
export function putRows(
  store: Store,
  rows: readonly RowState[],
  nameOf: (table: Table, pk: Pk) => Pk | undefined,
): void {
  const put = ({ arrival, order, pk, table }: RowState, data: Fields | undefined) => {
    const named = table.index.get(pk);
    if (typeof named === 'object' && named.pk !== pk) {
      if (!data) return;
      invalidate(named, store.journal); // At this time, another row had the server id.
      table.index.delete(pk);
    }
    if (data) deserializeAll(table, pk, data, 'time travel');
    store.change(table.row(pk), data, order, arrival);
    if (data && isTemporaryId(pk)) nameServed(store, table, pk, data);
    const own = nameOf(table, pk);
    if (own !== undefined && !data) table.index.set(pk, table.row(own));
  };
  // A row that is gone, or moves, may leave its place to another one, such as the same row with another key.
  for (const row of rows)
    if (!row.data || row.table.peek(row.pk).arrival !== row.arrival) put(row, undefined);
  for (const row of rows) if (row.data) put(row, row.data);
}

/** Others reference a created row by its server id. */
function nameServed({ journal }: Store, table: Table, pk: Pk, data: Fields): void {
  const served = servedKey(table, pk, data);
  const other = table.index.get(served);
  if (served === pk || table.record(served)) return;
  if (typeof other === 'object') invalidate(other, journal); // What waits for this id finds the created row now.
  table.index.set(served, table.row(pk));
}
