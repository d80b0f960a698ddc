import type { Fields } from '../../util/plain-data';
import type { EntityPlan } from '../entity/entity-plan';
import type { Pk } from '../entity/pk';
import type { RowOp } from './row-op';

/** A change of rows that are not in the input itself. It is applied after the input's own rows, in the same commit. */
export interface Effect {
  apply(writer: EffectWriter): void;
}

/** Gives an {@link Effect} access to rows: those of the transaction, or those of an optimistic update. */
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
  /**
   * Returns the row on which the effect bases its decisions: with pending changes for an optimistic response or a write
   * of the application, and without them for a response of the server.
   */
  row(plan: EntityPlan, pk: Pk): Fields | undefined;
  write(plan: EntityPlan, pk: Pk, op: RowOp): void;
}
