import type { Batch } from '../schema/normalize/batch';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import type { RowOp } from '../schema/normalize/row-op';
import { StoreWriter } from '../store/effect-writer';
import type { Transaction } from '../store/transaction';
import type { Fields } from '../util/plain-data';
import type { Overlays } from './overlay/overlays';
import type { PendingMutation } from './overlay/pending-mutation';

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

/** Writes the operations of a batch as the patches of a mutation. */
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
