import type { Table } from '../reactive/table';
import type { EntityClass } from '../schema/schema';
import { type Input, keepOperations, type Operation, operationsOf } from '../schema/input';
import type { Pk } from '../schema/pk';
import type { Follow, Named } from '../store/followers';
import type { Store } from '../store/store';
import { getOrInsert } from '../util/get-or-insert';

/** What the application and the messages of streams have deleted while mutations were in flight. */
export class DeletedRows {
  /** The rows, with the positions in the write order before their deletion. */
  readonly #deleted = new Map<Table, Map<Pk, number>>();

  constructor(private readonly store: Store) {}

  /** Notes that entities are deleted: by the application inside the commit, or by a message, which may be written later. */
  note(type: EntityClass, pks: Iterable<Pk>): void {
    const { order, tables, undos } = this.store;
    const rows = getOrInsert(this.#deleted, tables.for(type).main, () => new Map<Pk, number>());
    for (const pk of pks) {
      const before = rows.get(pk) ?? -1;
      undos.push(() => rows.set(pk, before));
      rows.set(pk, order.last);
    }
  }

  /**
   * Removes what was deleted after a mutation was called from its answer, which does not bring it back.
   *
   * @param since the position at which the mutation was called
   * @param old what the last entity of the answer was when the mutation was called
   */
  removeFrom(input: Input, since: number, old: Named | undefined): void {
    if (this.#deleted.size === 0) return;
    const { last } = input;
    const isGone = (each: Operation) =>
      each.row &&
      // It may have been deleted before or after it got its new key.
      (this.#isGone(inside(each), since) || (each === last && old && this.#isGone(old, since)));
    keepOperations(
      input,
      operationsOf(input).filter((each) => !isGone(each)),
    );
  }

  #isGone({ plan, pk }: Named, since: number): boolean {
    const table = this.store.tables.of(plan).main;
    const at = this.#deleted.get(table)?.get(pk) ?? -1;
    // It may have been written again.
    return at >= since && (!table.record(pk) || this.store.known(table, pk).order <= at);
  }

  /** Forgets everything when no mutation is in flight. */
  clear(): void {
    this.#deleted.clear();
  }
}

/** Returns the entity inside a row, such as the one whose values for a lens it holds; otherwise the row itself. */
function inside(operation: Operation): Named {
  const follow = operation.plan.follow as Follow | undefined;
  return follow?.within?.(operation.row!) ?? operation;
}
