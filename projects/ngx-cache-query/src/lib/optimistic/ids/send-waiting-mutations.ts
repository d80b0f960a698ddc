import type { Transaction } from '../../store/transaction';
import type { IdMapping } from './replace-temporary-id';
import type { Overlays } from '../overlay/overlays';
import { inCallOrder } from '../overlay/patch';
import type { PendingMutation } from '../overlay/pending-mutation';

/**
 * Moves mutations to the end of the call order if they waited only for the given server ids. These mutations are sent
 * when the transaction is committed, so the server handles them after all mutations that were sent earlier.
 */
export function sendQueued(
  transaction: Transaction,
  overlays: Overlays,
  ids: readonly IdMapping[],
): void {
  const { journal, order } = transaction;
  const sent: PendingMutation[] = [];
  for (const mutation of overlays.mutations) {
    const { waitsFor } = mutation;
    if (waitsFor === undefined || !ids.some(({ temporary }) => waitsFor.has(temporary))) continue;
    const rest = [...waitsFor].filter((id) => ids.every(({ temporary }) => temporary !== id));
    journal.assign(mutation, 'waitsFor', rest.length > 0 ? new Set(rest) : undefined);
    if (rest.length === 0) sent.push(mutation);
  }
  sent.sort((a, b) => a.order - b.order);
  sent.forEach((mutation, i) => {
    journal.assign(mutation, 'order', order + (i + 1) / (sent.length + 1));
  });
  for (const { rows } of sent) {
    for (const [table, pk] of rows) {
      const overlay = overlays.of(table).get(pk);
      if (overlay === undefined) continue;
      overlays.show(transaction, table, pk, {
        ...overlay,
        patches: inCallOrder(overlay.patches),
      });
    }
  }
}
