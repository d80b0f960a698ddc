import type { Batch } from '../schema/normalize/batch';

/**
 * Returns the earliest time at which an entity in a batch becomes stale according to `static expiresAt`, in
 * milliseconds since 1970. Returns `undefined` if no entity becomes stale.
 */
export function expiryOf(batch: Batch, fetchedAt: number): number | undefined {
  let first: number | undefined;
  for (let entry = batch.first; entry !== undefined; entry = entry.next) {
    const { plan, row } = entry;
    if (!plan.ownExpiresAt || row === undefined) continue;
    const at = plan.type.expiresAt(row, { fetchedAt });
    if (at !== undefined && (first === undefined || at < first)) first = at;
  }
  return first;
}
