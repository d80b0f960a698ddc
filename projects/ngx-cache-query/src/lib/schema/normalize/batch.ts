import { copyInside, type Fields } from '../../util/plain-data';
import type { EntityPlan } from '../entity/entity-plan';
import type { Effect } from './effect';
import type { Pk } from '../entity/pk';
import type { RowOp } from './row-op';

const NONE: readonly never[] = [];

/**
 * How much of a row was copied. `nothing`: the row is the object from the input. `fields`: the object and its relations
 * were copied, but data in other fields is shared with the input. `all`: the row shares nothing with the input.
 */
type Owned = 'nothing' | 'fields' | 'all';

/** One operation of a batch. It merges a row or removes an entity. */
export class BatchEntry {
  /** The next operation, or `undefined` for the last one. */
  next: BatchEntry | undefined = undefined;

  /** @param row the row to merge, or `undefined` to remove the entity */
  constructor(
    readonly plan: EntityPlan,
    readonly pk: Pk,
    public row: Fields | undefined,
    private owned: Owned,
  ) {}

  /** Returns the row as a record that shares nothing with the input. Copies the row if necessary. */
  own(): Fields {
    const { plan, owned } = this;
    if (owned === 'nothing') this.row = plan.copy(this.row!);
    if (owned !== 'all') copyInside(this.row!, owned === 'fields' ? plan.relationNames : undefined);
    this.owned = 'all';
    return this.row!;
  }

  /** The operation as a {@link RowOp}. */
  get op(): RowOp {
    return this.row === undefined ? { remove: true } : { put: this.own() };
  }
}

/**
 * The operations that write a normalized input, in order: rows to merge and entities to remove. A batch also stores
 * each Entity class for which the input contains a list of entities. A batch does not change the cache until it is
 * committed.
 *
 * The operations form a linked list. An array would be copied each time it grows. Also, V8 allocates large arrays
 * outside the young generation of the heap, which is slower.
 */
export class Batch {
  /** The first operation. */
  first: BatchEntry | undefined = undefined;
  /** Changes to rows outside the input. */
  readonly effects: Effect[] = [];
  #last: BatchEntry | undefined;
  #listed: Set<EntityPlan> | undefined;

  /** The plan of each Entity class for which the input contains a list, even an empty one. */
  get listedPlans(): Iterable<EntityPlan> {
    return this.#listed ?? NONE;
  }

  markListed(plan: EntityPlan): void {
    (this.#listed ??= new Set()).add(plan);
  }

  /** @param owned how much of `row` has been copied */
  put(plan: EntityPlan, pk: Pk, row: Fields, owned: 'nothing' | 'fields' = 'nothing'): void {
    this.#add(new BatchEntry(plan, pk, row, owned));
  }

  remove(plan: EntityPlan, pk: Pk): void {
    this.#add(new BatchEntry(plan, pk, undefined, 'nothing'));
  }

  /**
   * Copies the rows, because the batch will be committed later. Otherwise, the caller could change the rows by changing
   * the input before the commit.
   */
  detach(): this {
    for (let entry = this.first; entry !== undefined; entry = entry.next) {
      if (entry.row !== undefined) entry.own();
    }
    return this;
  }

  #add(entry: BatchEntry): void {
    if (this.#last === undefined) this.first = entry;
    else this.#last.next = entry;
    this.#last = entry;
  }
}
