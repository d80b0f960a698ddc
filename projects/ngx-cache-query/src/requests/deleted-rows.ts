import type { Table } from '../reactive/table';
import type { EntityClass } from '../schema/schema';
import { type Input, keepOperations, type Operation, operationsOf } from '../schema/input';
import type { Pk } from '../schema/pk';
import type { Follow, Named } from '../store/followers';
import type { Store } from '../store/store';
import { getOrInsert } from '../util/get-or-insert';

/**
 * The position in the write order before a deletion, and whether the answer to a mutation has deleted the row, and not the
 * application or the message of a stream.
 */
type Deletion = readonly [at: number, byMutation: boolean];

/** What was deleted while mutations were in flight. */
export class DeletedRows {
  readonly #deleted = new Map<Table, Map<Pk, Deletion | undefined>>();

  constructor(private readonly store: Store) {}

  /** Notes that entities are deleted: inside the commit, or by a message, which may be written later. */
  note(type: EntityClass, pks: Iterable<Pk>, byMutation = false): void {
    const { order, tables, undos } = this.store;
    const create = () => new Map<Pk, Deletion | undefined>();
    const rows = getOrInsert(this.#deleted, tables.for(type).main, create);
    for (const pk of pks) {
      const before = rows.get(pk);
      undos.push(() => rows.set(pk, before));
      rows.set(pk, [order.last, byMutation]);
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
    const { last, own } = input;
    const isGone = (each: Operation, { plan, pk }: Named): boolean => {
      const table = this.store.tables.of(plan).main;
      const [at, byMutation] = this.#deleted.get(table)?.get(pk) ?? [-1];
      // The order of the calls decides between two mutations of one entity.
      if (at < since || (byMutation && each === own)) return false;
      // It may have been written again.
      return !table.record(pk) || this.store.known(table, pk).order <= at;
    };
    keepOperations(
      input,
      operationsOf(input).filter(
        (each) =>
          !each.row ||
          // It may have been deleted before or after it got its new key.
          !(isGone(each, inside(each)) || (each === last && old && isGone(each, old))),
      ),
    );
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
