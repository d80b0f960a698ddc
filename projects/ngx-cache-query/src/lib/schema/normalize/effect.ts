import type { Fields } from '../../util/plain-data';
import type { EntityPlan } from '../entity/entity-plan';
import type { Pk } from '../entity/pk';
import type { RowOp } from './row-op';

/** What an input does to rows that are not in it. Applied after its own rows, in the same commit. */
export interface Effect {
  apply(writer: EffectWriter): void;
}

/** Through which an {@link Effect} reads and writes: the commit itself, or an optimistic update. */
export interface EffectWriter {
  /** The classes whose rows were read or written in this cache. */
  readonly plans: Iterable<EntityPlan>;
  /** Whether the input is an optimistic response, which may be rolled back. */
  readonly isOptimistic: boolean;
  /** Whether any entity may have been deleted since the input was requested. */
  readonly hasDeletions: boolean;
  /** Whether an entity was deleted since the input was requested. */
  isDeleted(plan: EntityPlan, pk: Pk): boolean;
  /** Every row of a class. */
  rows(plan: EntityPlan): Iterable<readonly [pk: Pk, record: Fields]>;
  /** The row by which the effect decides: as the sender of the input knows it. */
  row(plan: EntityPlan, pk: Pk): Fields | undefined;
  write(plan: EntityPlan, pk: Pk, op: RowOp): void;
}
