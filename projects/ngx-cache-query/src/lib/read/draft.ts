import type { Change } from '../store/change-set';
import type { Store } from '../store/store';
import { type EntityCell } from './entity-cell';
import { Graph } from './graph';
import type { Node } from './node';

/**
 * A graph of what the tables hold while a batch is open: what the batch does not touch is taken over
 * from the committed graph, the rest is made anew and thrown away.
 */
export function draftOf(graph: Graph, store: Store, changes: readonly Change[]): Graph {
  const stale = new Set<Node>();
  for (const { table, pk, from, to } of changes) {
    for (const type of graph.byTable.get(table) ?? []) {
      mark(type.list, stale);
      for (const slot of [from, to]) if (slot !== -1) mark(type.cells[slot], stale);
      mark(type.absent.get(pk), stale);
    }
  }
  const usable = (cell: EntityCell | undefined) =>
    cell !== undefined && !cell.dirty && !stale.has(cell) ? cell : undefined;
  return new Graph(store, {
    cell: (plan, pk) => usable(graph.types.get(plan)?.peek(pk)),
    list: (plan) => graph.types.get(plan)?.list.value,
  });
}

function mark(first: Node | undefined, stale: Set<Node>): void {
  const waiting = first === undefined ? [] : [first];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (stale.has(node)) continue;
    stale.add(node);
    waiting.push(...node.dependents);
  }
}
