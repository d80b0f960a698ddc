import { isOlder } from '../../store/merge';
import { deletes, inCallOrder, type Patch, placeOf } from './patch';
import { lastOrder, type RowOverlay, shownRow, withoutOptimistic } from './row-overlay';

/**
 * Prevents a deleted row from appearing again when requests overtake each other. Used for classes that compare versions
 * in `shouldReorder`. The server can handle a mutation before a deletion even if the deletion was sent first. In this
 * case, the response to the mutation is moved to a position before the deletion in the overlay.
 */
export function withoutRevivals(overlay: RowOverlay): RowOverlay {
  const { patches } = overlay;
  for (let at = 0; at < patches.length - 1; at++) {
    const deletion = patches[at];
    if (!deletes(deletion)) continue;
    const known = withoutOptimistic({ ...overlay, patches: patches.slice(0, at) });
    const moved = patches.slice(at + 1).filter((patch) => isBeforeDeletion(patch, deletion, known));
    if (moved.length === 0) continue;
    // The new position is directly before the deletion. Several patches can get this position, and a stable sort keeps
    // their order.
    const place = Math.max(placeOf(deletion) - 0.5, ...patches.slice(0, at).map(placeOf));
    const placed = patches.map((patch) => (moved.includes(patch) ? { ...patch, place } : patch));
    return withoutRevivals({ ...overlay, patches: inCallOrder(placed) });
  }
  return overlay;
}

/**
 * Whether the server handled the mutation that created `patch` before it handled `deletion`. This is true in two cases:
 *
 * - The response to the mutation arrived before the response to the deletion, and the row was visible when the mutation
 *   was called.
 * - The deleted row had arrived after the mutation was called, and the version of this row is newer than the version in
 *   the response to the mutation.
 */
function isBeforeDeletion(patch: Patch, deletion: Patch, known: RowOverlay): boolean {
  const { mutation, order, ops } = patch;
  if (order === undefined || deletes(patch)) return false;
  if (deletion.order !== undefined && !deletion.wasOptimistic && order < deletion.order)
    return true;
  const shown = shownRow(known);
  const last = lastOrder(known);
  const put = ops.find((op) => 'put' in op)?.put;
  if (shown === undefined || put === undefined || last < mutation.order) return false;
  return isOlder(known.plan, last, order, shown, put);
}
