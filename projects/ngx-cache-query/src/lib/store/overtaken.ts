import { isOlder } from './merge';
import {
  deletes,
  type Entry,
  inCallOrder,
  lastOrder,
  placeOf,
  type RowLog,
  shownBy,
  withoutExpectations,
} from './row-log';

/**
 * A log of a class with versions, with answers before a deletion that was called before them, where requests
 * overtook each other: so a version that is older than one that was shown brings nothing back.
 */
export function withoutRevivals(log: RowLog): RowLog {
  const { plan, entries } = log;
  if (!plan.ownShouldReorder) return log;
  for (let at = 0; at < entries.length - 1; at++) {
    const deletion = entries[at];
    if (!deletes(deletion)) continue;
    const known = withoutExpectations({ ...log, entries: entries.slice(0, at) });
    const moved = entries.slice(at + 1).filter((entry) => isBeforeDeletion(entry, deletion, known));
    if (moved.length === 0) continue;
    // Right before the deletion; places may be equal, since the sort is stable.
    const place = Math.max(placeOf(deletion) - 0.5, ...entries.slice(0, at).map(placeOf));
    const placed = entries.map((entry) => (moved.includes(entry) ? { ...entry, place } : entry));
    return withoutRevivals({ ...log, entries: inCallOrder(placed) });
  }
  return log;
}

/**
 * Whether the server did this before it deleted the row: it was answered before, and was called while the row was
 * shown; or an answer from before the deletion, that was not there yet when this was called, has a younger version.
 */
function isBeforeDeletion(entry: Entry, deletion: Entry, known: RowLog): boolean {
  const { call, order, ops } = entry;
  if (order === undefined || deletes(entry)) return false;
  if (deletion.order !== undefined && !deletion.wasExpected && order < deletion.order) return true;
  const shown = shownBy(known);
  const last = lastOrder(known);
  const put = ops.find((op) => 'put' in op)?.put;
  if (shown === undefined || put === undefined || last < call.order) return false;
  return isOlder(known.plan, last, order, shown, put);
}
