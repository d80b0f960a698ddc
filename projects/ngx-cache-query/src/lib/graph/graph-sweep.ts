import { type EntityCell, isEntityCell } from './entity-type';
import type { Graph } from './graph';
import type { Node } from './node';
import { TypeList } from './type-list';

/**
 * Drops unused nodes. A node is in use if it has subscribers, if it has been read since the previous sweep began, or if
 * another node in use contains it.
 *
 * Each step of the sweep visits one node and its direct and indirect dependents. A step drops only nodes that no
 * remaining node contains. The graph is therefore consistent after each step, and reads, subscriptions and writes can
 * happen between two steps.
 */
export class GraphSweep {
  /** Whether a node was kept only because of a recent read. The next sweep can drop such a node. */
  more = false;

  /** Visited nodes that must be kept because a node in use contains them. */
  readonly #live = new Set<Node>();
  /** Whether the current round also tries to drop nodes that have dependents. */
  #goesUpwards = false;
  /** The children of dropped nodes. They are visited next, because they may now be unused too. */
  readonly #waiting: Node[] = [];

  /** @param sweep the number of the sweep; nodes whose `readAt` is at least this number are kept */
  constructor(
    private readonly graph: Graph,
    private readonly sweep: number,
  ) {}

  /**
   * Visits one node per step. The first round drops nodes without dependents. The second round drops nodes whose
   * dependents are all unused.
   */
  *run(): Generator<void, void> {
    for (const type of this.graph.types.values()) type.sweepIndexes(this.sweep);
    yield* this.#round();
    this.#goesUpwards = true;
    yield* this.#round();
  }

  *#round(): Generator<void, void> {
    const { endpointCells, merged, types } = this.graph;
    for (const cells of endpointCells.values()) yield* this.#each(cells.values());
    yield* this.#each(merged.values());
    for (const type of types.values()) yield* this.#each([type.allList]);
    for (const type of types.values()) {
      // The cells are kept if the list of the type or an incremental result uses them.
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

  /** Drops a node and all its transitive dependents. If one of these nodes is in use, nothing is dropped. */
  #visit(start: Node): void {
    if (this.#isInUse(start)) return;
    if (!start.hasDependents && !isListed(start)) {
      this.#drop(start);
      return;
    }
    if (!this.#goesUpwards) return;
    /** The visited nodes, each with the child from which it was reached. */
    const visited = new Map<Node, Node | undefined>([[start, undefined]]);
    for (const node of visited.keys()) {
      for (const above of aboveOf(node)) {
        if (visited.has(above)) continue;
        visited.set(above, node);
        if (!this.#isInUse(above)) continue;
        for (let live: Node | undefined = node; live !== undefined; live = visited.get(live)) {
          this.#live.add(live);
        }
        return;
      }
    }
    for (const node of visited.keys()) this.#drop(node);
  }

  #isInUse(node: Node): boolean {
    if (this.#live.has(node) || node.isWatched) return true;
    if (node instanceof TypeList && node.type.isWatched) return true;
    if (isEntityCell(node) && (node.held !== undefined || node.type.incrementalResults > 0))
      return true;
    if (node.readAt < this.sweep) return false;
    return (this.more = true);
  }

  #drop(node: Node): void {
    const { children } = node;
    node.link([]);
    node.dropFrom(this.graph);
    for (const child of new Set(children)) if (!child.hasDependents) this.#waiting.push(child);
  }
}

/** Whether a node is in the list of its type. This check is necessary because such a list has no edges to its items. */
function isListed(node: Node): node is EntityCell {
  return isEntityCell(node) && node.type.allList.value !== undefined;
}

/** Yields the dependents of a node. If the node is in the list of its type, yields that list first. */
function* aboveOf(node: Node): Generator<Node> {
  if (isListed(node)) yield node.type.allList;
  yield* node.dependents;
}
