import { copyInside, type Fields } from '../../util/plain-data';
import type { EntityPlan } from '../entity/entity-plan';
import type { Effect } from './effect';
import type { Pk } from '../entity/pk';
import type { RowOp } from './row-op';

const NONE: readonly never[] = [];

/** How much of a row is ours: nothing, it is the input; its fields and relations, but not the data in others; or all of it. */
type Owned = 'nothing' | 'fields' | 'all';

/** One thing that is asked of the store: a row to merge, or an entity to remove. */
export class BatchEntry {
  /** What is asked for after it. */
  next: BatchEntry | undefined;

  /** @param row the row to merge, or `undefined` to remove the entity */
  constructor(
    readonly plan: EntityPlan,
    readonly pk: Pk,
    public row: Fields | undefined,
    private owned: Owned,
  ) {}

  /** The row as a record of ours, which shares nothing with the input. */
  own(): Fields {
    const { plan, owned } = this;
    if (owned === 'nothing') this.row = plan.copy(this.row!);
    if (owned !== 'all') copyInside(this.row!, owned === 'fields' ? plan.relationNames : undefined);
    this.owned = 'all';
    return this.row!;
  }

  /** The same as an operation on its row. */
  get op(): RowOp {
    return this.row === undefined ? { remove: true } : { put: this.own() };
  }
}

/**
 * What a normalized input asks of the store, in order: rows to merge, entities to remove, and types
 * of which a list was described. A value; it changes nothing by itself.
 *
 * Held as a chain: arrays as long as a long list would grow by being copied, and outside of where
 * young objects are cheap.
 */
export class Batch {
  /** What is asked for first. */
  first: BatchEntry | undefined;
  /** What the input does to rows that are not in it. */
  readonly effects: Effect[] = [];
  #last: BatchEntry | undefined;
  #listed: Set<EntityPlan> | undefined;

  /** Types that a response described a list of, empty or not. */
  get listedPlans(): Iterable<EntityPlan> {
    return this.#listed ?? NONE;
  }

  markListed(plan: EntityPlan): void {
    (this.#listed ??= new Set()).add(plan);
  }

  /** @param owned how much of the row was made here */
  put(plan: EntityPlan, pk: Pk, row: Fields, owned: 'nothing' | 'fields' = 'nothing'): void {
    this.#add(new BatchEntry(plan, pk, row, owned));
  }

  remove(plan: EntityPlan, pk: Pk): void {
    this.#add(new BatchEntry(plan, pk, undefined, 'nothing'));
  }

  /** Copies the rows, for a batch that is committed later than it was made. */
  detach(): this {
    for (let each = this.first; each !== undefined; each = each.next) {
      if (each.row !== undefined) each.own();
    }
    return this;
  }

  #add(entry: BatchEntry): void {
    if (this.#last === undefined) this.first = entry;
    else this.#last.next = entry;
    this.#last = entry;
  }
}
