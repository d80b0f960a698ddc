import { deserializeAll } from '../reactive/deserialized';
import { Results } from '../reactive/results';
import type { Table } from '../reactive/table';
import type { Pk } from '../schema/pk';
import { Store } from '../store/store';
import { freezeData } from '../util/plain-data';
import { RecordedHistory, type HistoryContent, type PlacedRow } from './recorded-history';
import { putRows, type RowState } from './put-rows';
import type { StoredHistory } from './stored-history';
import { nameOf, type StoredName } from './stored-names';

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
    this.#contents = new Map(this.#history.tables.map((each) => [keyOf(each), each]));
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
    return this.#contents.get(keyOf(nameOf(table)));
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
  if (row) freezeData(row.fields);
  try {
    if (row) deserializeAll(table, pk, row.fields, 'time travel');
    return row;
  } catch {
    return undefined;
  }
}

function keyOf({ kind, name }: Pick<StoredName, 'kind' | 'name'>): string {
  return `${kind} ${name}`;
}
