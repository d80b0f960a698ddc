import type { Table } from '../reactive/table';
import type { EntityClass } from '../schema/entity';
import type { Operation } from '../schema/normalizer';
import type { Pk } from '../schema/pk';
import { planOf } from '../schema/plan';
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
    const table = tables.of(planOf(type)).main;
    const last = this.#calls.get(table);
    const next = new Map(last);
    for (const pk of pks) next.set(pk, calls);
    this.#calls.set(table, next);
    undos.push(() => this.#calls.set(table, new Map(last)));
  }

  /**
   * Whether an entity was deleted after a mutation was called: the answer does not bring it back.
   *
   * @param old what the entity was when the mutation was called
   */
  has({ plan, pk, row }: Operation, call: number, old?: Named): boolean {
    if (!row || this.#calls.size === 0) return false;
    const follow = plan.follow as Follow | undefined;
    const of = old ?? follow?.within?.(row) ?? { plan, pk };
    const table = this.store.tables.of(of.plan).main;
    const calls = this.#calls.get(table)?.get(of.pk) ?? 0;
    return calls >= call && table.record(of.pk) === undefined;
  }

  /** Forgets everything when no mutation is in flight. */
  clear(): void {
    this.#calls.clear();
  }
}
