import { isFree, type Node } from './node';
import type { Row } from './row';
import type { Results } from './results';
import { leaveSources } from './stored';

declare const ngDevMode: unknown;

/**
 * Drops the results that have no subscribers and were not read since the last sweep, and then the lists and instances
 * that nothing shows any more. Rows with data stay. Yields after each step, so that the work can be interrupted.
 *
 * @returns whether there may be more to drop: something was kept only because it was read since the last sweep, or what
 * was dropped may have freed something else
 */
export function* sweepSteps(results: Results): Generator<void, boolean> {
  const sweep = results.sweeps++;
  const { recent, tables } = results;
  let isMore = recent.size > 0;
  results.recent = new Set();
  // Also what is read while the work is interrupted.
  const isUnused = (node: Node) => isFree(node) && !recent.has(node) && !results.recent.has(node);
  for (const result of results) {
    yield;
    if (!result.isUnused) continue;
    // What it depended on may be free now.
    if (result.readAt >= sweep || results.drop(result)) isMore = true;
  }
  for (const table of [...tables.all]) {
    for (const index of table.indexes.values()) index.sweep();
    for (const list of [...table.lists]) if (isUnused(list)) list.drop();
    if (table.feeds.size + table.lists.length > 0) continue;
    for (const entry of [...table.index.values()]) {
      yield;
      if (typeof entry === 'number' || !isUnused(entry)) continue;
      if (entry.value !== undefined || !entry.dirty) isMore = true;
      dropInstance(entry);
      if (tables.order.isBuried(entry, 0)) continue;
      if (entry.data === undefined) table.forget(entry);
      else if (table.mirrors.length === 0) table.sleep(entry);
    }
    // After each hot reload, the classes before it have tables that nothing uses.
    if (typeof ngDevMode === 'undefined' || ngDevMode) tables.dropMirror(table);
  }
  // Lists that were read outside of a computation.
  for (const node of recent) if (isFree(node)) node.left();
  return isMore;
}

/** Drops the instance of a row, and its edges, which it has too if the instance could not be made. */
function dropInstance(row: Row): void {
  const { data } = row;
  row.dirty = true;
  row.value = undefined;
  if (data !== undefined) leaveSources(row, data);
}
