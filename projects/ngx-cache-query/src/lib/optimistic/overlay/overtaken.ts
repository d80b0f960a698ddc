import { isOlder } from '../../store/merge';
import { deletes, inCallOrder, type Patch, placeOf } from './patch';
import { lastOrder, type RowOverlay, shownRow, withoutOptimistic } from './row-overlay';

/**
 * Of a class with versions: moves responses before a deletion that was called before them, where requests overtook
 * each other. So a response with an older version than one that was shown does not revive the row.
 */
export function withoutRevivals(overlay: RowOverlay): RowOverlay {
  const { patches } = overlay;
  for (let at = 0; at < patches.length - 1; at++) {
    const deletion = patches[at];
    if (!deletes(deletion)) continue;
    const known = withoutOptimistic({ ...overlay, patches: patches.slice(0, at) });
    const moved = patches.slice(at + 1).filter((patch) => isBeforeDeletion(patch, deletion, known));
    if (moved.length === 0) continue;
    // Right before the deletion; places may be equal, since the sort is stable.
    const place = Math.max(placeOf(deletion) - 0.5, ...patches.slice(0, at).map(placeOf));
    const placed = patches.map((patch) => (moved.includes(patch) ? { ...patch, place } : patch));
    return withoutRevivals({ ...overlay, patches: inCallOrder(placed) });
  }
  return overlay;
}

/**
 * Whether the server carried this out before the deletion: its response arrived before, and it was called while the
 * row was shown; or a response from before the deletion, which had not arrived when this was called, has a younger
 * version.
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
