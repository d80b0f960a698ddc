import type { Fields } from '../../util/plain-data';
import type { EntityPlan } from '../entity/entity-plan';

/** An operation on one row. */
export type RowOp = Put | Remove | RowChange;

/** Merges fields into the row, or creates the row. */
export interface Put {
  readonly put: Fields;
}

/** Removes the row. */
export interface Remove {
  readonly remove: true;
}

/**
 * Computes the new row from the current row. A row change is stored as plain data instead of a function, so that the
 * cache can replace the ids in it.
 */
export interface RowChange {
  readonly kind: ChangeKind;
}

/** Defines how row changes of one kind are applied. */
export interface ChangeKind {
  /** Whether the change is kept when the cache receives the response to a read that began before the change. */
  readonly outlivesReads: boolean;
  /**
   * Applies the changes of this kind, one after the other.
   *
   * @param row the row before the changes, or `undefined` if there is none
   * @returns the row after the changes; the same object if nothing changed
   */
  apply(
    plan: EntityPlan,
    row: Fields | undefined,
    changes: readonly RowChange[],
  ): Fields | undefined;
}

/** Whether an operation computes the new row from the current row. */
export function isChange(op: RowOp): op is RowChange {
  return 'kind' in op;
}

/**
 * Whether the operation is kept when the response to an earlier read arrives. An earlier read is a read that began
 * before the operation.
 */
export function outlivesReads(op: RowOp): op is RowChange {
  return isChange(op) && op.kind.outlivesReads;
}

/** Returns the row after a removal or a change. */
export function applyOp(
  plan: EntityPlan,
  row: Fields | undefined,
  op: Remove | RowChange,
): Fields | undefined {
  return isChange(op) ? op.kind.apply(plan, row, [op]) : undefined;
}
