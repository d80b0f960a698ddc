import type { Fields } from '../../util/plain-data';
import type { EntityPlan } from '../entity/entity-plan';
import type { Pk } from '../entity/pk';
import type { RowOp } from './row-op';

/**
 * A change to rows that are not in the input itself. An effect is applied in the same commit as the rows of the input,
 * and after these rows.
 */
export interface Effect {
  apply(writer: EffectWriter): void;
  /**
   * Applies the effect in the transaction that writes its input.
   *
   * @param transaction the Transaction, a class that this folder does not import
   * @param order the write order of the input
   * @param isLocal whether the input is a write by the application, not by a server
   */
  commit(transaction: object, order: number, isLocal: boolean): void;
}

/** Gives an {@link Effect} access to the rows of a transaction, or to the rows of an optimistic update. */
export interface EffectWriter {
  /** The plans of the classes whose rows were read or written in this cache. */
  readonly plans: Iterable<EntityPlan>;
  /** Whether the input is an optimistic response, which may be rolled back. */
  readonly isOptimistic: boolean;
  /**
   * Whether entities may have been deleted since the input was requested. If not, {@link isDeleted} need not be called.
   */
  readonly hasDeletions: boolean;
  /** Whether an entity was deleted since the input was requested. */
  isDeleted(plan: EntityPlan, pk: Pk): boolean;
  /** Returns all rows of a class. */
  rows(plan: EntityPlan): Iterable<readonly [pk: Pk, record: Fields]>;
  /**
   * Returns the row on which the effect bases its decisions. For an optimistic response or a write by the application,
   * the row includes pending changes. For a server response, it does not.
   */
  row(plan: EntityPlan, pk: Pk): Fields | undefined;
  write(plan: EntityPlan, pk: Pk, op: RowOp): void;
}
