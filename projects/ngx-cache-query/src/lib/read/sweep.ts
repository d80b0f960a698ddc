import { EntityCell } from './entity-cell';
import type { Graph } from './graph';
import type { Node } from './node';
import { TypeList } from './type-list';

/**
 * Drops every node that nobody watches, nobody has read during this sweep, and no such node shows.
 *
 * @returns whether something was kept only because it was read
 */
export function sweepGraph(graph: Graph, sweep: number): boolean {
  const kept = keptNodes(graph, sweep);
  for (const type of graph.types.values()) {
    type.indexes.sweep(sweep);
    if (!kept.has(type.list)) type.list.release();
    for (const cell of [...type.all()]) if (!kept.has(cell)) type.drop(cell);
  }
  for (const [key, list] of graph.merged) {
    if (kept.has(list)) continue;
    list.link([]);
    graph.merged.delete(key);
  }
  for (const cells of graph.records.values()) {
    for (const [key, cell] of cells) {
      if (kept.has(cell)) continue;
      cell.link([]);
      cells.delete(key);
    }
  }
  return [...kept].some((node) => node.readAt === sweep && !node.isWatched);
}

function keptNodes(graph: Graph, sweep: number): Set<Node> {
  const kept = new Set<Node>();
  const waiting: Node[] = [];
  for (const node of graph.nodes()) if (node.isWatched || node.readAt === sweep) waiting.push(node);
  for (const type of graph.types.values()) {
    if (type.isWatched) waiting.push(type.list);
    if (type.followers > 0) waiting.push(...type.all());
  }
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (kept.has(node)) continue;
    kept.add(node);
    for (const child of node.children) waiting.push(child);
    if (node instanceof TypeList && node.value !== undefined) pushMembers(node, waiting);
  }
  return kept;
}

function pushMembers(list: TypeList, waiting: Node[]): void {
  for (const cell of list.type.cells) if (cell instanceof EntityCell) waiting.push(cell);
}
