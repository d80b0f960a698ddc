import type { Table } from '../reactive/table';
import type { EntityClass } from '../schema/schema';
import { type Input, keepOperations, type Operation, operationsOf } from '../schema/input';
import type { Pk } from '../schema/pk';
import type { Follow, Named } from '../store/followers';
import type { Store } from '../store/store';

/** What the application has deleted while mutations were in flight. */
export class DeletedRows {
  /** The rows, with the number of mutations that were called before. */
  readonly #calls = new Map<Table, ReadonlyMap<Pk, number>>();

  constructor(private readonly store: Store) {}

  /** Notes that the application deletes entities. Called inside the commit. */
  note(type: EntityClass, pks: ReadonlySet<Pk>, calls: number): void {
    const { tables, undos } = this.store;
    const table = tables.for(type).main;
    const last = this.#calls.get(table);
    const next = new Map(last);
    for (const pk of pks) next.set(pk, calls);
    this.#calls.set(table, next);
    undos.push(() => this.#calls.set(table, new Map(last)));
  }

  /**
   * Removes what was deleted after a mutation was called from its answer, which does not bring it back.
   *
   * @param old what the last entity of the answer was when the mutation was called
   */
  removeFrom(input: Input, call: number, old: Named | undefined): void {
    if (this.#calls.size === 0) return;
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
    return (this.#calls.get(table)?.get(pk) ?? 0) >= call && table.record(pk) === undefined;
  }

  /** Forgets everything when no mutation is in flight. */
  clear(): void {
    this.#calls.clear();
  }
}

/** Returns the entity inside a row, such as the one whose values for a lens it holds; otherwise the row itself. */
function inside(operation: Operation): Named {
  const follow = operation.plan.follow as Follow | undefined;
  return follow?.within?.(operation.row!) ?? operation;
}
