import { sameItems } from '../util/equality';
import { VersionSource } from './source';

/** The value is up to date. */
export const CURRENT = 0;
/**
 * A node inside the value has changed. The dependents are already marked too, so another change does not have to mark
 * them again.
 */
export const OUTDATED = 1;
/**
 * The value was dropped, for example because user code threw an error during its computation. The dependents may still
 * be current, so the next change must mark them.
 */
export const DROPPED = 2;

/** The nodes of a graph that do not belong to an entity type. */
export interface NodeMaps {
  readonly merged: Map<string, Node>;
  readonly endpointCells: Map<unknown, Map<string, Node>>;
}

/**
 * A value that is computed when it is read. The value is kept until a node inside the value changes. A node has edges
 * in both directions. Its children are the nodes that its value contains. Its dependents are the nodes whose values
 * contain this node.
 */
export abstract class Node extends VersionSource {
  /** The state of the value: {@link CURRENT}, {@link OUTDATED} or {@link DROPPED}. */
  state = OUTDATED;
  /**
   * A read from outside the graph sets this property to the number of the next sweep. That sweep does not drop the
   * node.
   */
  readAt = -1;
  /** The children. Most nodes have at most one child, which is stored without an array. */
  #children: Node | readonly Node[] | undefined;
  /** The dependents. Most nodes have at most one dependent, which is stored without a collection. */
  #dependents: Node | readonly Node[] | Set<Node> | undefined;

  /** Whether the value must be computed again before it is read. */
  get isDirty(): boolean {
    return this.state !== CURRENT;
  }

  /** Marks a current value as outdated. */
  outdate(): void {
    if (this.state === CURRENT) this.state = OUTDATED;
  }

  /** Whether the value of another node contains this node. */
  get hasDependents(): boolean {
    return this.#dependents !== undefined;
  }

  /** The nodes that the value contains. */
  get children(): readonly Node[] {
    const children = this.#children;
    return children instanceof Node ? [children] : (children ?? NONE);
  }

  /** The nodes whose values contain this node. */
  get dependents(): Iterable<Node> {
    const dependents = this.#dependents;
    return dependents instanceof Node ? [dependents] : (dependents ?? NONE);
  }

  /** Appends the dependents of this node to `waiting`. */
  pushDependents(waiting: Node[]): void {
    const dependents = this.#dependents;
    if (dependents === undefined) return;
    if (dependents instanceof Node) waiting.push(dependents);
    else for (const dependent of dependents) waiting.push(dependent);
  }

  /** Drops the value. The next read computes the value again. */
  abstract purge(): void;

  /** Removes the node from its graph. Called when the node is no longer needed. */
  abstract dropFrom(graph: NodeMaps): void;

  override markRead(sweep: number): void {
    this.readAt = sweep;
  }

  /** Replaces the children. Updates the dependents of the previous children and of the new children. */
  link(children: readonly Node[]): void {
    const last = this.#children;
    if (children.length === 1 ? last === children[0] : sameItems(this.children, children)) return;
    this.#relink(this.children, children);
    this.#children = children.length > 1 ? children : children.at(0);
  }

  /** Replaces all children with a single node. */
  linkTo(child: Node): void {
    const last = this.#children;
    if (last === child) return;
    if (last === undefined) child.#addDependent(this);
    else this.#relink(this.children, [child]);
    this.#children = child;
  }

  #relink(last: readonly Node[], children: readonly Node[]): void {
    const isIn = membership(children);
    const wasIn = membership(last);
    for (const child of distinct(last)) if (!isIn(child)) child.#removeDependent(this);
    for (const child of distinct(children)) if (!wasIn(child)) child.#addDependent(this);
  }

  #addDependent(node: Node): void {
    const dependents = this.#dependents;
    if (dependents === undefined) this.#dependents = node;
    else if (dependents instanceof Node) this.#dependents = [dependents, node];
    else if (dependents instanceof Set) dependents.add(node);
    else if (dependents.length < SEVERAL) this.#dependents = copyAnd(dependents, node);
    else this.#dependents = new Set(dependents).add(node);
  }

  #removeDependent(node: Node): void {
    const dependents = this.#dependents;
    if (dependents === node) this.#dependents = undefined;
    else if (dependents instanceof Set) {
      dependents.delete(node);
      if (dependents.size === 0) this.#dependents = undefined;
    } else if (dependents !== undefined && !(dependents instanceof Node)) {
      const rest = dependents.filter((dependent) => dependent !== node);
      this.#dependents = rest.length > 1 ? rest : rest.at(0);
    }
  }
}

/** Up to this number of nodes, a linear search is faster than a lookup in a set. */
const FEW = 8;

/** Up to this number of dependents, an array is used because it takes less memory than a set. */
const SEVERAL = 32;

const NONE: readonly Node[] = [];

/**
 * Returns an array of `nodes` followed by `last`. Unlike the result of `push` or a spread, the array has no spare
 * capacity.
 */
function copyAnd(nodes: readonly Node[], last: Node): readonly Node[] {
  const copy = new Array<Node>(nodes.length + 1);
  for (let i = 0; i < nodes.length; i++) copy[i] = nodes[i];
  copy[nodes.length] = last;
  return copy;
}

function distinct(nodes: readonly Node[]): Iterable<Node> {
  return nodes.length === 1 ? nodes : new Set(nodes);
}

function membership(nodes: readonly Node[]): (node: Node) => boolean {
  if (nodes.length <= FEW) return (node) => nodes.includes(node);
  const set = new Set(nodes);
  return (node) => set.has(node);
}
