import type { Fields } from './library';
import { sameData } from './same-data';
import { type Key, type TableName, tableNames } from './shapes';

export interface Row {
  readonly fields: Fields;
  /** The position of the last write in the write order. */
  readonly order: number;
  readonly arrival: number;
}

export interface Table {
  readonly rows: Map<Key, Row>;
  readonly tombstones: Map<Key, number>;
  known: boolean;
}

/** The last response of an endpoint for its arguments, with keys in place of entities. */
interface Result {
  readonly order: number;
  readonly stored: unknown;
}

/** The content of the naive model: plain tables. */
export class State {
  readonly tables: Readonly<Record<TableName, Table>>;
  readonly results: Map<string, Result>;
  arrivals: number;

  constructor(from?: State) {
    const copies = tableNames.map((name) => [name, copyOf(from?.tables[name])] as const);
    this.tables = Object.fromEntries(copies) as Record<TableName, Table>;
    this.results = new Map(from?.results);
    this.arrivals = from?.arrivals ?? 0;
  }

  /** Replaces the content with that of another state. */
  become(other: State): void {
    Object.assign(this, new State(other));
  }

  put(name: TableName, key: Key, incoming: Fields, order: number): void {
    const { rows, tombstones } = this.tables[name];
    const row = rows.get(key);
    const isDeleted = (tombstones.get(key) ?? 0) > order;
    if (row === undefined) {
      if (isDeleted) return;
      this.tables[name].known = true;
      rows.set(key, { fields: incoming, order, arrival: ++this.arrivals });
    } else if (order >= row.order) {
      rows.set(key, { ...row, order, fields: merged(row.fields, incoming) });
    } else if (!isDeleted) {
      rows.set(key, { ...row, fields: withMissing(row.fields, incoming) });
    }
  }

  remove(name: TableName, key: Key, order: number): void {
    const { rows, tombstones } = this.tables[name];
    if (order < (rows.get(key)?.order ?? 0)) return;
    rows.delete(key);
    tombstones.set(key, order);
  }

  /** Stores a response, unless there is already a newer one. */
  putResult(key: string, stored: unknown, order: number): void {
    const last = this.results.get(key);
    if (last === undefined || last.order <= order) this.results.set(key, { stored, order });
  }
}

function copyOf(table: Table | undefined): Table {
  const { rows, tombstones, known = false } = table ?? {};
  return { rows: new Map(rows), tombstones: new Map(tombstones), known };
}

/** Merges a newer row. Values that are equal keep their references, and so does a row without changes. */
function merged(existing: Fields, incoming: Fields): Fields {
  const changed = Object.entries(incoming).filter(
    ([name, value]) => !Object.hasOwn(existing, name) || !sameData(existing[name], value),
  );
  return changed.length === 0 ? existing : { ...existing, ...Object.fromEntries(changed) };
}

function withMissing(existing: Fields, older: Fields): Fields {
  const missing = Object.entries(older).filter(([name]) => !Object.hasOwn(existing, name));
  return missing.length === 0 ? existing : { ...existing, ...Object.fromEntries(missing) };
}
