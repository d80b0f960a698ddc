import { copyFields, type Fields } from '../util/plain-data';
import type { EntityPlan } from './entity-plan';
import type { Pk } from './pk';

const NONE: readonly never[] = [];

/**
 * What a normalized input asks of the store, in order: rows to merge, entities to remove, and types
 * of which a list was described. A value; it changes nothing by itself.
 *
 * Held as columns, since an object per row would double what ingesting a long list costs.
 */
export class Batch {
  readonly plans: EntityPlan[] = [];
  readonly pks: Pk[] = [];
  /** The row to merge at that place, or `undefined` to remove the entity. */
  readonly rows: (Fields | undefined)[] = [];
  #listed: Set<EntityPlan> | undefined;

  /** Types that a response described a list of, empty or not. */
  get listed(): Iterable<EntityPlan> {
    return this.#listed ?? NONE;
  }

  get size(): number {
    return this.pks.length;
  }

  list(plan: EntityPlan): void {
    (this.#listed ??= new Set()).add(plan);
  }

  put(plan: EntityPlan, pk: Pk, row: Fields): void {
    this.plans.push(plan);
    this.pks.push(pk);
    this.rows.push(row);
  }

  remove(plan: EntityPlan, pk: Pk): void {
    this.plans.push(plan);
    this.pks.push(pk);
    this.rows.push(undefined);
  }

  /** Copies the rows, for a batch that is committed later than it was made. */
  detach(): this {
    this.rows.forEach((row, i) => {
      if (row !== undefined) this.rows[i] = copyFields(row);
    });
    return this;
  }
}
