import { BehaviorSubject } from 'rxjs';

/** Something that a computation can depend on: a stream of versions, without values. */
export interface Source {
  /** The stream; it exists while somebody watches. */
  watch(): BehaviorSubject<number>;
  /** Called by who stopped watching. */
  unwatch(): void;
  /** Tells the stream, if there is one, that there is something new. */
  bump(): void;
}

/**
 * A value that is made when it is read and kept until something that it shows changes. Nodes know who
 * shows them, so a change finds its dependents without asking anybody else.
 */
export abstract class Node implements Source {
  /** Whether the value must be made again before it is read. */
  dirty = true;
  /** The sweep during which it was last read from outside. */
  readAt = -1;
  /** The nodes that show this one. */
  readonly dependents = new Set<Node>();
  /** The nodes that this one shows. */
  children: readonly Node[] = NONE;
  #versions: BehaviorSubject<number> | undefined;

  watch(): BehaviorSubject<number> {
    return (this.#versions ??= new BehaviorSubject(0));
  }

  unwatch(): void {
    if (this.#versions?.observed === false) this.#versions = undefined;
  }

  get isWatched(): boolean {
    return this.#versions !== undefined;
  }

  /** Tells the stream, if there is one, that there is something new. */
  bump(): void {
    this.#versions?.next(this.#versions.value + 1);
  }

  /** Replaces what this node shows, and the edges with it. */
  link(children: readonly Node[]): void {
    if (sameNodes(this.children, children)) return;
    const next = new Set(children);
    for (const child of this.children) if (!next.has(child)) child.dependents.delete(this);
    for (const child of next) child.dependents.add(this);
    this.children = children.length === 0 ? NONE : children;
  }
}

const NONE: readonly Node[] = [];

function sameNodes(a: readonly Node[], b: readonly Node[]): boolean {
  return a.length === b.length && a.every((node, i) => node === b[i]);
}
