import { isOlder } from '../../store/merge';
import { deletes, inCallOrder, type Patch, placeOf } from './patch';
import { lastOrder, type RowOverlay, shownRow, withoutOptimistic } from './row-overlay';

/**
 * Prevents that a deleted row reappears when requests overtake each other, in classes with versions. It moves responses
 * before a deletion that was called earlier, if the server handled them before the deletion.
 */
export function withoutRevivals(overlay: RowOverlay): RowOverlay {
  const { patches } = overlay;
  for (let at = 0; at < patches.length - 1; at++) {
    const deletion = patches[at];
    if (!deletes(deletion)) continue;
    const known = withoutOptimistic({ ...overlay, patches: patches.slice(0, at) });
    const moved = patches.slice(at + 1).filter((patch) => isBeforeDeletion(patch, deletion, known));
    if (moved.length === 0) continue;
    // The place is right before the deletion. Several patches may share it, because the sort is stable.
    const place = Math.max(placeOf(deletion) - 0.5, ...patches.slice(0, at).map(placeOf));
    const placed = patches.map((patch) => (moved.includes(patch) ? { ...patch, place } : patch));
    return withoutRevivals({ ...overlay, patches: inCallOrder(placed) });
  }
  return overlay;
}

/**
 * Whether the server handled a mutation before the deletion. There are two signs of it:
 *
 * - Its response arrived before that of the deletion, and the row was visible when the mutation was called.
 * - Its version is older than that of a response before the deletion, which arrived after the mutation was called.
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
