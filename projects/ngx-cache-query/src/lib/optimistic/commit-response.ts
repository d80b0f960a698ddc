import type { Batch } from '../schema/normalize/batch';
import type { EntityPlan } from '../schema/entity/entity-plan';
import type { Pk } from '../schema/entity/pk';
import { outlivesReads, type RowOp } from '../schema/normalize/row-op';
import { StoreWriter } from '../store/effect-writer';
import type { Table } from '../store/table';
import type { Transaction } from '../store/transaction';
import type { Fields } from '../util/plain-data';
import { type IdMapping, mapId } from './ids/replace-temporary-id';
import { dropPatches } from './roll-back';
import type { Overlays } from './overlay/overlays';
import { withoutRevivals } from './overlay/overtaken-responses';
import { withPatch } from './overlay/patch';
import { type PendingMutation, RowSet } from './overlay/pending-mutation';
import { sendQueued } from './ids/send-waiting-mutations';

/**
 * Replaces the optimistic response of a mutation with the server response, and ends the mutation.
 *
 * @param ids the temporary ids in the optimistic response, and the server ids that replace them
 */
export function writeResponse(
  transaction: Transaction,
  overlays: Overlays,
  mutation: PendingMutation,
  batch: Batch,
  ids: readonly IdMapping[],
): void {
  for (const mapping of ids) mapId(transaction, overlays, mapping);
  if (ids.length > 0) sendQueued(transaction, overlays, ids);
  const writer = new ResponseWriter(transaction, overlays, mutation);
  for (const plan of batch.listedPlans) transaction.know(transaction.tables.of(plan));
  for (let entry = batch.first; entry !== undefined; entry = entry.next) {
    writer.write(entry.plan, entry.pk, entry.op);
  }
  dropPatches(transaction, overlays, mutation, writer.written);
  for (const effect of batch.effects) effect.apply(writer);
  overlays.end(transaction, mutation);
}

/**
 * Writes the rows of a response. If the response to an older request may still change a row, the row is written as a
 * patch.
 */
class ResponseWriter extends StoreWriter {
  readonly written = new RowSet();
  /** Whether this mutation was called before all other pending mutations. */
  readonly #isOldest: boolean;

  constructor(
    private readonly transaction: Transaction,
    private readonly overlays: Overlays,
    private readonly mutation: PendingMutation,
  ) {
    super(transaction.tables, transaction.order);
    this.#isOldest = overlays.oldest === mutation;
  }

  row(plan: EntityPlan, pk: Pk): Fields | undefined {
    return this.overlays.of(this.tables.of(plan)).known(pk, this.mutation);
  }

  write(plan: EntityPlan, pk: Pk, op: RowOp): void {
    const { transaction, written } = this;
    const table = this.tables.of(plan);
    const isFirst = !written.has(table, pk);
    written.add(table, pk);
    const isSeparate = this.#staysSeparate(plan, op) || table.overlay?.has(pk) === true;
    if (this.#isOldest && !isSeparate) transaction.write(plan, pk, op);
    else this.#addPatch(table, plan, pk, op, isFirst);
  }

  /**
   * Whether an operation must be kept as a separate patch. This is true in two cases:
   *
   * - The operation deletes a row of a class that overrides `shouldReorder`, and other mutations are pending. Their
   *   responses may contain an older version of the row.
   * - The operation is a list edit or another change that the response to an older read must not undo, and an older
   *   read is in flight.
   */
  #staysSeparate(plan: EntityPlan, op: RowOp): boolean {
    return (
      ('remove' in op && plan.ownShouldReorder && this.overlays.mutations.size > 1) ||
      (outlivesReads(op) && this.transaction.oldestRead < this.transaction.order)
    );
  }

  #addPatch(table: Table, plan: EntityPlan, pk: Pk, op: RowOp, isFirst: boolean): void {
    const { transaction, overlays, mutation } = this;
    const { journal, order } = transaction;
    if ('remove' in op) transaction.leaveTombstone(table, pk, order);
    const tableOverlay = overlays.of(table);
    const overlay = tableOverlay.open(plan, pk);
    const before = overlay.patches.find((patch) => patch.mutation === mutation);
    const { touchedFields, wasOptimistic } = before ?? { touchedFields: [], wasOptimistic: false };
    const others = isFirst
      ? overlay.patches.filter((patch) => patch.mutation !== mutation)
      : overlay.patches;
    const patch = { mutation, ops: [op], order, creates: true, touchedFields, wasOptimistic };
    tableOverlay.wait(journal, pk);
    const patches = withPatch(others, patch);
    const next = { ...overlay, patches };
    overlays.show(transaction, table, pk, plan.ownShouldReorder ? withoutRevivals(next) : next);
  }
}
