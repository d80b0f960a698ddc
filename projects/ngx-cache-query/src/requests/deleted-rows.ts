import type { Table } from '../reactive/table';
import type { EntityClass } from '../schema/schema';
import { type Input, keepOperations, type Operation, operationsOf } from '../schema/input';
import type { Pk } from '../schema/pk';
import type { Follow, Named } from '../store/followers';
import type { Store } from '../store/store';

/** A deletion. */
interface Deletion {
  /** The number of mutations that were called before. */
  readonly calls: number;
  /** The position in the write order before it. */
  readonly after: number;
}

/** What the application and the messages of streams have deleted while mutations were in flight. */
export class DeletedRows {
  readonly #deletions = new Map<Table, ReadonlyMap<Pk, Deletion>>();

  constructor(private readonly store: Store) {}

  /** Notes that entities are deleted: by the application inside the commit, or by a message, which may be written later. */
  note(type: EntityClass, pks: Iterable<Pk>, calls: number): void {
    const { order, tables, undos } = this.store;
    const table = tables.for(type).main;
    const last = this.#deletions.get(table);
    const next = new Map(last);
    for (const pk of pks) next.set(pk, { calls, after: order.last });
    this.#deletions.set(table, next);
    undos.push(() => this.#deletions.set(table, new Map(last)));
  }

  /**
   * Removes what was deleted after a mutation was called from its answer, which does not bring it back.
   *
   * @param old what the last entity of the answer was when the mutation was called
   */
  removeFrom(input: Input, call: number, old: Named | undefined): void {
    if (this.#deletions.size === 0) return;
    const { last } = input;
    const isGone = (each: Operation) =>
      each.row &&
      // It may have been deleted before or after it got its new key.
      (this.#isGone(inside(each), call) || (each === last && old && this.#isGone(old, call)));
    keepOperations(
      input,
      operationsOf(input).filter((each) => !isGone(each)),
    );
  }

  #isGone({ plan, pk }: Named, call: number): boolean {
    const table = this.store.tables.of(plan).main;
    const deletion = this.#deletions.get(table)?.get(pk);
    if (!deletion || deletion.calls < call) return false;
    // It may have been written again since.
    return table.record(pk) === undefined || this.store.known(table, pk).order <= deletion.after;
  }

  /** Forgets everything when no mutation is in flight. */
  clear(): void {
    this.#deletions.clear();
  }
}

/** Returns the entity inside a row, such as the one whose values for a lens it holds; otherwise the row itself. */
function inside(operation: Operation): Named {
  const follow = operation.plan.follow as Follow | undefined;
  return follow?.within?.(operation.row!) ?? operation;
}
