import { keyFieldsOf, type Pk } from '../schema/pk';
import { type Fields, keep } from '../util/plain-data';
import { invalidate, type Journal } from './node';
import type { Row } from './row';
import type { Table } from './table';
import type { WriteOrder } from './write-order';

/** The further names of a row, and the one that the server knows. */
interface Known {
  readonly others: readonly Pk[];
  readonly serverKey: Pk;
}

/** What writes rows. */
interface Written {
  readonly journal: Journal;
  readonly order: WriteOrder;
  readonly undos: ((error: unknown) => void)[];
}

/** The rows of a table with several names: entities that were created under a temporary id, and their lists. */
export class Names {
  readonly #known = new Map<Row, Known>();

  constructor(private readonly table: Table) {}

  /**
   * Gives a row a second name. Returns how to undo this.
   *
   * @param serverKey the name that the server knows
   */
  static add(table: Table, row: Row, pk: Pk, serverKey = pk): () => void {
    return (table.names ??= new Names(table)).#add(row, pk, serverKey);
  }

  #add(row: Row, pk: Pk, serverKey: Pk): () => void {
    const { index } = this.table;
    const before = index.get(pk);
    const known = this.#known.get(row);
    index.set(pk, row);
    this.#known.set(row, { others: [...(known?.others ?? []), pk], serverKey });
    return () => {
      if (known) this.#known.set(row, known);
      else this.#known.delete(row);
      if (before === undefined) index.delete(pk);
      else index.set(pk, before);
    };
  }

  /** Notes that a row with several names is known to the server by another key. Returns how to undo this. */
  rename(row: Row, from: Pk, to: Pk): () => void {
    const known = this.#known.get(row);
    if (!known) return () => {};
    const others = [...known.others, row.pk].filter((name) => name !== from);
    this.#known.set(row, { others, serverKey: to });
    return () => this.#known.set(row, known);
  }

  /**
   * Ends the temporary id of a row that was deleted and is written again: the entity with the server's id is another one.
   *
   * @returns the row to write
   */
  renewed(row: Row, pk: Pk, { journal, order, undos }: Written): Row {
    const { index } = this.table;
    if (pk === row.pk || !this.has(row)) return row;
    index.delete(pk);
    const next = this.table.row(pk);
    undos.push(() => index.set(pk, row), order.bury(next, order.buriedAt(row)));
    invalidate(row, journal); // What waits for the entity finds the new row.
    return next;
  }

  /** A write that names a created row by its temporary id does not take its id back. */
  served(row: Row, pk: Pk, incoming: Fields): Fields {
    const { data } = row;
    if (!this.has(row) || pk !== row.pk || !data) return incoming;
    const fields = keyFieldsOf(row.plan);
    return {
      ...incoming,
      ...keep(data, (name) => fields.includes(name) && Object.hasOwn(incoming, name)),
    };
  }

  has(row: Row): boolean {
    return this.#known.has(row);
  }

  /** Returns the id of a row that the server knows. */
  serverKey(row: Row): Pk {
    return this.#known.get(row)?.serverKey ?? row.pk;
  }

  /** Forgets the further names of a row that is dropped. */
  drop(row: Row): void {
    for (const other of this.#known.get(row)?.others ?? []) this.table.index.delete(other);
    this.#known.delete(row);
  }

  /** The rows, and the names that the server knows. */
  *[Symbol.iterator](): Iterator<readonly [Row, Pk]> {
    for (const [row, { serverKey }] of this.#known) yield [row, serverKey];
  }
}

/** Returns the first name of a row, by which lists reference it. */
export function firstName({ names, index }: Table, pk: Pk): Pk {
  const row = names && index.get(pk);
  return typeof row === 'object' ? row.pk : pk;
}
