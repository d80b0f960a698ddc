import { BehaviorSubject } from 'rxjs';

/** Something that a computation can depend on: a stream of versions, without values. */
export interface Source {
  /** Grows with each commit that may have changed it. */
  readonly version: number;
  /** The stream; it exists while somebody watches. */
  watch(): BehaviorSubject<number>;
  /** Called by who stopped watching. */
  unwatch(): void;
  /** Tells the stream, if there is one, that there is something new. */
  bump(): void;
  /** Keeps it through a sweep, as if it had been read during it. */
  keep(sweep: number): void;
}

/**
 * A value that is made when it is read and kept until something that it shows changes. Nodes know who
 * shows them, so a change finds its dependents without asking anybody else.
 */
export abstract class Node implements Source {
  /** Whether the value must be made again before it is read. */
  dirty = true;
  /** Whether user code threw while the value was made: then changes go on to who shows it. */
  failed = false;
  /** The sweep during which it was last read from outside. */
  readAt = -1;
  version = 0;
  /** The nodes that this one shows. */
  children: readonly Node[] = NONE;
  #versions: BehaviorSubject<number> | undefined;
  /** One node, or many: most rows are shown by none or by one. */
  #dependents: Node | Set<Node> | undefined;

  /** The nodes that show this one. */
  get dependents(): Iterable<Node> {
    const dependents = this.#dependents;
    return dependents instanceof Node ? [dependents] : (dependents ?? NONE);
  }

  watch(): BehaviorSubject<number> {
    return (this.#versions ??= new BehaviorSubject(this.version));
  }

  unwatch(): void {
    if (this.#versions?.observed === false) this.#versions = undefined;
  }

  get isWatched(): boolean {
    return this.#versions !== undefined;
  }

  bump(): void {
    this.#versions?.next(this.version);
  }

  keep(sweep: number): void {
    this.readAt = sweep;
  }

  /** Replaces what this node shows, and the edges with it. */
  link(children: readonly Node[]): void {
    if (sameNodes(this.children, children)) return;
    const kept = children.length > FEW ? new Set(children) : undefined;
    for (const child of this.children) {
      if (!(kept?.has(child) ?? children.includes(child))) child.#removeDependent(this);
    }
    for (const child of children) child.#addDependent(this);
    this.children = children.length === 0 ? NONE : children;
  }

  #addDependent(node: Node): void {
    const dependents = this.#dependents;
    if (dependents === undefined) this.#dependents = node;
    else if (dependents instanceof Set) dependents.add(node);
    else if (dependents !== node) this.#dependents = new Set([dependents, node]);
  }

  #removeDependent(node: Node): void {
    const dependents = this.#dependents;
    if (dependents === node) this.#dependents = undefined;
    else if (dependents instanceof Set) {
      dependents.delete(node);
      if (dependents.size === 0) this.#dependents = undefined;
    }
  }
}

/** Up to so many nodes a search is faster than a set. */
const FEW = 8;

const NONE: readonly Node[] = [];

function sameNodes(a: readonly Node[], b: readonly Node[]): boolean {
  return a.length === b.length && a.every((node, i) => node === b[i]);
}
