import type { Transaction } from '../store/transaction';
import type { Overlays } from './overlay/overlays';
import { type PendingMutation, RowSet } from './overlay/pending-mutation';

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
 * Ends a mutation whose rollback failed because a method of an Entity class threw an error. Removes the patches of all
 * mutations from the rows that this mutation changes, so that only the base of these rows remains.
 */
export function discard(
  transaction: Transaction,
  overlays: Overlays,
  mutation: PendingMutation,
): void {
  if (!overlays.mutations.has(mutation)) return;
  for (const [table, pk] of mutation.rows) table.overlay?.drop(transaction, pk);
  overlays.end(transaction, mutation);
}

/** Drops the patches of a mutation from all rows that are not in `except`. */
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
