import type { Pk } from '../../schema/entity/pk';
import type { Table } from '../../store/table';
import type { MutationRef } from './patch';

/** A set of rows from several tables. */
export class RowSet {
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

/** A mutation in flight and the rows that its optimistic response changes. */
export class PendingMutation implements MutationRef {
  readonly rows = new RowSet();

  /**
   * @param order the position of the mutation in the order of all calls and writes; a mutation that waited for ids has
   * the position at which it was sent
   * @param waitsFor the temporary ids that need a server id before the mutation can be sent
   */
  constructor(
    public order: number,
    public waitsFor: ReadonlySet<Pk> | undefined,
  ) {}
}
