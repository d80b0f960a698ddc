import { isFree } from './node';
import type { Row } from './row';
import type { Results } from './results';
import { leaveSources } from './stored';

declare const ngDevMode: unknown;

/**
 * Drops the results that have no subscribers and were not read since the last sweep, and then the lists and instances
 * that nothing shows any more. Rows with data stay. Yields after each step, so that the work can be interrupted.
 *
 * @returns whether something was kept only because it was read since the last sweep
 */
export function* sweepSteps(results: Results): Generator<void, boolean> {
  const sweep = results.sweeps++;
  const { recent } = results;
  let isMore = recent.size > 0;
  results.recent = new Set();
  for (const result of results) {
    yield;
    if (!result.isUnused) continue;
    if (result.readAt === sweep) isMore = true;
    else results.drop(result);
  }
  const { tables } = results;
  const { order } = tables;
  for (const table of [...tables.all]) {
    for (const index of table.indexes.values()) index.leave();
    for (const list of [...table.lists]) if (isFree(list) && !recent.has(list)) list.drop();
    if (table.feeds.size + table.lists.length > 0) continue;
    for (const entry of [...table.index.values()]) {
      yield;
      if (typeof entry === 'number') continue;
      if (!isFree(entry) || recent.has(entry)) continue;
      if (entry.value !== undefined) dropInstance(entry);
      if (entry.data === undefined && entry.order === 0) table.forget(entry);
      else if (table.mirrors.length === 0 && !order.isBuried(entry, 0)) table.sleep(entry);
    }
    // After each hot reload, the classes before it have tables that nothing uses.
    if (typeof ngDevMode === 'undefined' || ngDevMode) tables.dropMirror(table);
  }
  return isMore;
}

function dropInstance(row: Row): void {
  const { data } = row;
  row.dirty = true;
  row.value = undefined;
  if (data === undefined) return;
  leaveSources(row, data);
}
