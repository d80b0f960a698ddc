import type { Pk } from '../schema/pk';
import type { Call } from './row-log';
import type { Table } from './table';

/** Rows of several tables. */
export class Rows {
  readonly #pks = new Map<Table, Set<Pk>>();

  get isEmpty(): boolean {
    return this.#pks.size === 0;
  }

  has(table: Table, pk: Pk): boolean {
    return this.#pks.get(table)?.has(pk) === true;
  }

  add(table: Table, pk: Pk): void {
    const pks = this.#pks.get(table);
    if (pks === undefined) this.#pks.set(table, new Set([pk]));
    else pks.add(pk);
  }

  delete(table: Table, pk: Pk): void {
    const pks = this.#pks.get(table);
    if (pks?.delete(pk) === true && pks.size === 0) this.#pks.delete(table);
  }

  *[Symbol.iterator](): Generator<readonly [Table, Pk]> {
    for (const [table, pks] of this.#pks) for (const pk of pks) yield [table, pk];
  }
}

/** A mutation under way, and the rows that it is expected to change. */
export class OpenCall implements Call {
  readonly rows = new Rows();
  /** The temporary keys that it waits for before it is sent. */
  waitsFor: ReadonlySet<Pk> | undefined;

  /** @param order the place of the call in the order of all calls and writes; of one that waited, of its sending */
  constructor(public order: number) {}
}
