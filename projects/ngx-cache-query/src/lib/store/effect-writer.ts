import type { EffectWriter } from '../schema/normalize/effect';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { RowOp } from '../schema/normalize/row-op';
import type { Fields } from '../util/plain-data';
import type { Tables } from './tables';

/** The base class of effect writers. It finds the rows that effects change. */
export abstract class StoreWriter implements EffectWriter {
  readonly isOptimistic: boolean = false;

  /**
   * @param order the position of the input in the write order; for the response to a read, the position at which the
   * read began
   */
  constructor(
    protected readonly tables: Tables,
    protected readonly order: number,
  ) {}

  get plans(): Iterable<EntityPlan> {
    return [...this.tables.ofEntities].flatMap(({ plans }) => plans);
  }

  get hasDeletions(): boolean {
    return this.tables.hasTombstones;
  }

  isDeleted(plan: EntityPlan, pk: Pk): boolean {
    const table = this.tables.of(plan);
    return !table.index.has(pk) && table.isDeletedAfter(pk, this.order);
  }

  *rows(plan: EntityPlan): Generator<readonly [Pk, Fields]> {
    const { index, records } = this.tables.of(plan);
    for (const [pk, slot] of index) yield [pk, records[slot]!];
  }

  abstract row(plan: EntityPlan, pk: Pk): Fields | undefined;

  abstract write(plan: EntityPlan, pk: Pk, op: RowOp): void;
}
