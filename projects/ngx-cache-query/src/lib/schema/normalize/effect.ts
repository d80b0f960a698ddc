import type { Fields } from '../../util/plain-data';
import type { EntityPlan } from '../entity/entity-plan';
import type { Pk } from '../entity/pk';
import type { RowOp } from './row-op';

/**
 * A change to rows that are not part of the input. An effect is applied in the same commit as the rows of the input,
 * after these rows.
 */
export interface Effect {
  apply(writer: EffectWriter): void;
  /**
   * Applies the effect in the transaction that writes the input.
   *
   * @param transaction the Transaction, whose class this folder does not import
   * @param order the write order of the input
   * @param isLocal whether the input was written by the application and not received from a server
   */
  commit(transaction: object, order: number, isLocal: boolean): void;
}

/** Gives an {@link Effect} access to the rows of a transaction or of an optimistic update. */
export interface EffectWriter {
  /** The plans of the classes whose rows were read or written in this cache. */
  readonly plans: Iterable<EntityPlan>;
  /** Whether the input is an optimistic response, which can be rolled back. */
  readonly isOptimistic: boolean;
  /**
   * Whether entities may have been deleted after the input was requested. If `false`, there is no need to call
   * {@link isDeleted}.
   */
  readonly hasDeletions: boolean;
  /** Whether an entity was deleted after the input was requested. */
  isDeleted(plan: EntityPlan, pk: Pk): boolean;
  /** Returns all rows of a class. */
  rows(plan: EntityPlan): Iterable<readonly [pk: Pk, record: Fields]>;
  /**
   * Returns the row that the effect reads to decide what to change. If the input is an optimistic response or a write
   * by the application, the row includes optimistic changes. If the input is a server response, the row does not
   * include optimistic changes.
   */
  row(plan: EntityPlan, pk: Pk): Fields | undefined;
  write(plan: EntityPlan, pk: Pk, op: RowOp): void;
}
