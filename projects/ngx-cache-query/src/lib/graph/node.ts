import { VersionSource } from './source';

/** The value is that of now. */
export const RIGHT = 0;
/** Something that the value shows changed, and who shows it knows. */
export const OUTDATED = 1;
/** User code threw while the value was made, or it was let go; changes still go on to who shows it. */
export const DROPPED = 2;

/**
 * A value that is made when it is read and kept until something that it shows changes. Nodes know who
 * shows them, so a change finds its dependents without asking anybody else.
 */
export abstract class Node extends VersionSource {
  /** How the value is: {@link RIGHT}, {@link OUTDATED} or {@link DROPPED}. */
  state = OUTDATED;
  /** The sweep during which it was last read from outside. */
  readAt = -1;
  /** What this one shows: mostly nothing, or one node. */
  #children: Node | readonly Node[] | undefined;
  /** One node, or many: most rows are shown by none or by one. */
  #dependents: Node | readonly Node[] | Set<Node> | undefined;

  /** Whether the value must be made again before it is read. */
  get isDirty(): boolean {
    return this.state !== RIGHT;
  }

  /** The value must be made again before it is read. */
  outdate(): void {
    if (this.state === RIGHT) this.state = OUTDATED;
  }

  /** Whether another node shows this one. */
  get isShown(): boolean {
    return this.#dependents !== undefined;
  }

  /** The nodes that this one shows. */
  get children(): readonly Node[] {
    const children = this.#children;
    return children instanceof Node ? [children] : (children ?? NONE);
  }

  /** The nodes that show this one. */
  get dependents(): Iterable<Node> {
    const dependents = this.#dependents;
    return dependents instanceof Node ? [dependents] : (dependents ?? NONE);
  }

  /** Puts the nodes that show this one to those that wait. */
  pushDependents(waiting: Node[]): void {
    const dependents = this.#dependents;
    if (dependents === undefined) return;
    if (dependents instanceof Node) waiting.push(dependents);
    else for (const dependent of dependents) waiting.push(dependent);
  }

  /** Drops the value, which must be made again before it is read. */
  abstract purge(): void;

  override markRead(sweep: number): void {
    this.readAt = sweep;
  }

  /** Replaces what this node shows, and the edges with it. */
  link(children: readonly Node[]): void {
    const last = this.#children;
    if (children.length === 1 ? last === children[0] : sameNodes(this.children, children)) return;
    this.#relink(this.children, children);
    this.#children = children.length > 1 ? children : children.at(0);
  }

  /** Replaces what this node shows by one node. */
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
      const rest = dependents.filter((each) => each !== node);
      this.#dependents = rest.length > 1 ? rest : rest.at(0);
    }
  }
}

/** Up to so many nodes a search is faster than a set. */
const FEW = 8;

/** Up to so many dependents are an array, which takes less memory than a set. */
const SEVERAL = 32;

const NONE: readonly Node[] = [];

/** The nodes and one more. What is pushed or spread would leave room for many more. */
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

function sameNodes(a: readonly Node[], b: readonly Node[]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) if (a[i] !== b[i]) return false;
  return true;
}
