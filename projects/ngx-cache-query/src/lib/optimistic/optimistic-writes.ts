import type { Batch } from '../schema/normalize/batch';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { RowOp } from '../schema/normalize/row-op';
import { StoreWriter } from '../store/store-writer';
import type { Transaction } from '../store/transaction';
import type { Fields } from '../util/plain-data';
import type { Overlays } from './overlay/overlays';
import { type PendingMutation, RowSet } from './overlay/pending-mutation';

/** Shows the optimistic response of a mutation until the mutation ends. */
export function showOptimistic(
  transaction: Transaction,
  overlays: Overlays,
  mutation: PendingMutation,
  batch: Batch,
): void {
  const writer = new OptimisticWriter(transaction, overlays, mutation);
  for (const plan of batch.listedPlans) transaction.know(transaction.tables.of(plan));
  for (let entry = batch.first; entry !== undefined; entry = entry.next) {
    writer.write(entry.plan, entry.pk, entry.op);
  }
  for (const effect of batch.effects) effect.apply(writer);
}

/** Rolls back the optimistic response of a mutation, and ends the mutation. */
export function rollBack(
  transaction: Transaction,
  overlays: Overlays,
  mutation: PendingMutation,
): void {
  if (!overlays.mutations.has(mutation)) return;
  dropPatches(transaction, overlays, mutation, new RowSet());
  overlays.end(transaction, mutation);
}

/**
 * Ends a mutation whose patches cannot be rolled back one by one, because a method of an entity class throws. Its rows
 * show their known state, without any patches.
 */
export function discard(
  transaction: Transaction,
  overlays: Overlays,
  mutation: PendingMutation,
): void {
  if (!overlays.mutations.has(mutation)) return;
  for (const [table, pk] of mutation.rows) transaction.dropOverlay(table, pk);
  overlays.end(transaction, mutation);
}

/** Drops the patches of a mutation, except those over the rows in `except`. */
export function dropPatches(
  transaction: Transaction,
  overlays: Overlays,
  mutation: PendingMutation,
  except: RowSet,
): void {
  for (const [table, pk] of mutation.rows) {
    const overlay = overlays.of(table).get(pk);
    if (overlay === undefined || except.has(table, pk)) continue;
    const patches = overlay.patches.filter((patch) => patch.mutation !== mutation);
    overlays.show(transaction, table, pk, { ...overlay, patches });
  }
}

/** Writes a batch as patches of a mutation. */
class OptimisticWriter extends StoreWriter {
  override readonly isOptimistic = true;

  constructor(
    private readonly transaction: Transaction,
    private readonly overlays: Overlays,
    private readonly mutation: PendingMutation,
  ) {
    super(transaction.tables, transaction.order);
  }

  row(plan: EntityPlan, pk: Pk): Fields | undefined {
    return this.overlays.of(this.tables.of(plan)).shown(pk);
  }

  write(plan: EntityPlan, pk: Pk, op: RowOp): void {
    this.overlays.expect(this.transaction, this.mutation, plan, pk, op);
  }
}
