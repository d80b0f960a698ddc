import { EntityList } from './entity-list';
import { dependentsOf, isFree, type Node, unlink } from './node';
import type { Results } from './results';
import { Row } from './row';
import { eachSource } from './stored';

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
  const isRecent = (node: Node) => recent.has(node) || results.recent.has(node);
  const isUnused = (node: Node) => isFree(node) && !isRecent(node);
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
      // What a dropped instance contained may be free now, link by link.
      const chain = typeof entry === 'number' ? [] : [entry];
      if (typeof entry === 'object')
        for (const row of circleAround(entry, isRecent)) dropInstance(row, chain);
      for (let row = chain.pop(); ; row = chain.pop()) {
        yield;
        if (row === undefined) break;
        if (!isUnused(row)) continue;
        if (row.value !== undefined || !row.dirty) isMore = true;
        dropInstance(row, chain);
        if (tables.order.isBuried(row, 0)) continue;
        if (row.data === undefined) row.table.forget(row);
        else if (row.table.mirrors.length === 0) row.table.sleep(row);
      }
    }
    // After each hot reload, the classes before it have tables that nothing uses.
    if (typeof ngDevMode === 'undefined' || ngDevMode) tables.dropMirror(table);
  }
  // Lists that were read outside of a computation.
  for (const node of recent) if (isFree(node)) node.left();
  return isMore;
}

/** Returns the rows that only show each other, if a row is one of them. */
function circleAround(row: Row, isRecent: (node: Node) => boolean): Iterable<Row> {
  if (row.plan.isFlat || row.value === undefined || isFree(row)) return [];
  const seen = new Set<Node>([row]);
  for (const node of seen) {
    const isLink = node instanceof Row || node instanceof EntityList;
    // Nothing shows the first link of a chain, which is dropped link by link.
    if (!isLink || isRecent(node) || isFree(node)) return [];
    if (node instanceof Row && node.table.feeds.size + node.table.lists.length > 0) return [];
    for (const dependent of dependentsOf(node)) seen.add(dependent);
  }
  return [...seen].filter((node) => node instanceof Row);
}

/**
 * Drops the instance of a row, and its edges, which it has too if the instance could not be made.
 *
 * @param freed receives the rows inside it that nothing else shows
 */
function dropInstance(row: Row, freed: Row[]): void {
  const { data } = row;
  row.dirty = true;
  row.value = undefined;
  if (data === undefined) return;
  eachSource(row, data, (source) => {
    unlink(source, row);
    if (!(source instanceof Row) || !isFree(source)) return;
    const { dirty, table, value } = source;
    const isShown = table.feeds.size + table.lists.length > 0;
    if (!isShown && (value !== undefined || !dirty)) freed.push(source);
  });
}
