import { keyFieldsOf, type Pk } from '../schema/pk';
import { type Fields, keep } from '../util/plain-data';
import type { Row } from './row';
import type { Table } from './table';
import { inheritGrave } from './write-order';

/** The further names of a row, and the one that the server knows. */
interface Known {
  readonly others: readonly Pk[];
  readonly serverKey: Pk;
}

/** The rows of a table with several names: entities that were created under a temporary id, and their lists. */
export class Names {
  readonly #known = new Map<Row, Known>();

  constructor(private readonly table: Table) {}

  /** Gives a row a second name. Returns how to undo this. */
  add(row: Row, pk: Pk, serverKey: Pk): () => void {
    const { index } = this.table;
    const before = this.table.row(pk);
    const known = this.#known.get(row);
    this.table.leave(pk);
    index.set(pk, row);
    this.#known.set(row, { others: [...(known?.others ?? []), pk], serverKey });
    return () => {
      if (known) this.#known.set(row, known);
      else this.#known.delete(row);
      index.set(pk, before);
    };
  }

  /** Notes that a row with several names is known to the server by another key. Returns how to undo this. */
  rename(row: Row, from: Pk, to: Pk): (() => void) | undefined {
    const known = this.#known.get(row);
    if (!known) return undefined;
    const others = [...known.others, row.pk].filter((name) => name !== from);
    this.#known.set(row, { others, serverKey: to });
    return () => this.#known.set(row, known);
  }

  /**
   * Ends the temporary id of a deleted row: an entity that is written with the server's id later is another one. What
   * reads the row by that id finds an empty row from now on.
   */
  end(row: Row, undos: ((error: unknown) => void)[]): void {
    const { table } = this;
    const known = this.#known.get(row);
    if (!known) return;
    this.drop(row);
    table.leave(row.pk);
    for (const pk of known.others) inheritGrave(table.tables.order, table.row(pk), row, undos);
    undos.push(() => {
      this.#known.set(row, known);
      for (const pk of known.others) table.index.set(pk, row);
    });
  }

  /** A write that names a created row by its temporary id does not take its id back. */
  served(row: Row, incoming: Fields): Fields {
    const { data } = row;
    if (!this.has(row) || !data) return incoming;
    const fields = keyFieldsOf(row.plan);
    return {
      ...incoming,
      ...keep(data, (name) => fields.includes(name) && Object.hasOwn(incoming, name)),
    };
  }

  /** Returns the first name of a row, which is the key of the row in the tables of all classes. */
  first(pk: Pk): Pk {
    const row = this.table.index.get(pk);
    return typeof row === 'object' ? row.pk : pk;
  }

  has(row: Row): boolean {
    return this.#known.has(row);
  }

  /** @see serverKeyOf */
  server(pk: Pk): Pk {
    return this.#known.get(this.table.index.get(pk) as Row)?.serverKey ?? pk;
  }

  /** Forgets the further names of a row that is dropped. */
  drop(row: Row): void {
    for (const other of this.#known.get(row)?.others ?? []) this.table.index.delete(other);
    this.#known.delete(row);
  }

  /** The rows, and their names. */
  get all(): Iterable<readonly [Row, Known]> {
    return this.#known;
  }
}

/**
 * Gives a row of a main table a second name. Returns how to undo this.
 *
 * @param serverKey the name that the server knows
 */
export function addName(table: Table, row: Row, pk: Pk, serverKey = pk): () => void {
  return (table.names ??= new Names(table)).add(row, pk, serverKey);
}

/** Returns the first name of a row, by which lists reference it. */
export function firstName({ names }: Table, pk: Pk): Pk {
  return names?.first(pk) ?? pk;
}

/** Returns the key of a row that the server knows; the temporary id if the server does not know the row yet. */
export function serverKeyOf({ main }: Table, pk: Pk): Pk {
  return main.names?.server(pk) ?? pk;
}
