import { type EntityCell, isEntityCell } from './entity-type';
import type { Graph } from './graph';
import { MergedList } from './merged-list';
import type { Node } from './node';
import { RecordCell } from './record-cell';
import { TypeList } from './type-list';

/**
 * Drops every node that nobody watches, nobody has read during a sweep, and no such node shows.
 *
 * It looks upwards from one node at a time, to those who show it. Whatever it drops at once is shown by nothing
 * else, so that between two steps anybody may read, watch or write.
 */
export class GraphSweep {
  /** Whether something was kept only because it was read. */
  more = false;

  /** Nodes that were found to be shown by one that is in use. */
  readonly #live = new Set<Node>();
  /** Whether it is asked who shows what is shown. */
  #goesUpwards = false;
  /** Nodes that perhaps nothing shows any more. */
  readonly #waiting: Node[] = [];

  /** @param sweep what was read in it, or later, is kept */
  constructor(
    private readonly graph: Graph,
    private readonly sweep: number,
  ) {}

  /** Sweeps, a node at a time: first what nothing shows, and then what is perhaps shown only by what can go. */
  *run(): Generator<void, void> {
    for (const type of this.graph.types.values()) type.sweepIndexes(this.sweep);
    yield* this.#round();
    this.#goesUpwards = true;
    yield* this.#round();
  }

  *#round(): Generator<void, void> {
    const { records, merged, types } = this.graph;
    for (const cells of records.values()) yield* this.#each(cells.values());
    yield* this.#each(merged.values());
    for (const type of types.values()) yield* this.#each([type.allList]);
    for (const type of types.values()) {
      // Who holds a list, or follows its rows, holds the cells.
      if (type.incrementalResults > 0 || type.allList.value !== undefined) continue;
      yield* this.#each(type.all());
    }
  }

  *#each(nodes: Iterable<Node>): Generator<void, void> {
    for (const node of nodes) {
      this.#visit(node);
      yield;
      for (let next = this.#waiting.pop(); next !== undefined; next = this.#waiting.pop()) {
        this.#visit(next);
        yield;
      }
    }
  }

  /** Drops a node, with all that show it, unless one of them is in use. */
  #visit(start: Node): void {
    if (this.#isInUse(start)) return;
    if (!start.isShown && !isListed(start)) {
      this.#drop(start);
      return;
    }
    if (!this.#goesUpwards) return;
    /** For each node that shows another: the one that it shows. */
    const shown = new Map<Node, Node | undefined>([[start, undefined]]);
    for (const node of shown.keys()) {
      for (const above of aboveOf(node)) {
        if (shown.has(above)) continue;
        shown.set(above, node);
        if (!this.#isInUse(above)) continue;
        for (let live: Node | undefined = node; live !== undefined; live = shown.get(live)) {
          this.#live.add(live);
        }
        return;
      }
    }
    for (const node of shown.keys()) this.#drop(node);
  }

  #isInUse(node: Node): boolean {
    if (this.#live.has(node) || node.isWatched) return true;
    if (node instanceof TypeList && node.type.isWatched) return true;
    if (isEntityCell(node) && (node.isHeld || node.type.incrementalResults > 0)) return true;
    if (node.readAt < this.sweep) return false;
    return (this.more = true);
  }

  #drop(node: Node): void {
    const { children } = node;
    node.link([]);
    if (isEntityCell(node)) node.type.drop(node);
    else if (node instanceof TypeList) node.purge();
    else if (node instanceof MergedList) dropValue(this.graph.merged, node);
    else if (node instanceof RecordCell) {
      for (const cells of this.graph.records.values()) {
        if (cells.get(node.key) === node) cells.delete(node.key);
      }
    }
    for (const child of new Set(children)) if (!child.isShown) this.#waiting.push(child);
  }
}

/** Whether a list shows a node; it shows its members without an edge. */
function isListed(node: Node): node is EntityCell {
  return isEntityCell(node) && node.type.allList.value !== undefined;
}

/** The nodes that show one. */
function* aboveOf(node: Node): Generator<Node> {
  if (isListed(node)) yield node.type.allList;
  yield* node.dependents;
}

function dropValue<K, V>(map: Map<K, V>, value: V): void {
  for (const [key, each] of map) if (each === value) map.delete(key);
}
