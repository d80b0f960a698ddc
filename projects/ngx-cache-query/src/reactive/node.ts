// Everything that has a value and that something else can depend on is a node. A change marks nodes as dirty, at once
// and without running user code. A read computes a dirty node again.
import { Rounds } from './rounds';

/** When a node is remembered: by each write, by batches, whose code may read it, or never. */
export type Saved = 'always' | 'batch' | 'never';

/**
 * A node of the graph. Its value is current, or the node is dirty. If a node is dirty, every node that depends on it is
 * dirty too.
 */
export abstract class Node {
  dirty = true;
  value: unknown = undefined;
  /** The nodes whose values contain this value. One or a few of them need no Set. */
  dependents: Node | Node[] | Set<Node> | undefined = undefined;

  /** Returns the current value. Computes it if the node is dirty. */
  abstract read(): unknown;

  /** Called while another node is read during the computation of this one. */
  reads(node: Node): void {
    addEdge(node, this);
  }

  /** Called when the node becomes dirty. */
  outdated(): void {
    // Most nodes only wait to be read.
  }

  /** Called when a node that this one depends on becomes dirty, also if this one is dirty already. */
  marked(_source: Node): void {
    // Most nodes read all their sources again.
  }

  /** Called when the last node that depends on this one has gone. */
  left(): void {
    // Most nodes keep their values until a sweep.
  }

  /** When an open write remembers the state of this node, so that {@link restore} can bring it back. */
  get saved(): Saved {
    return 'never';
  }

  /** Takes back the value from before a batch, because the current value was computed inside the batch. */
  restore(before: Before): void {
    this.value = before.value;
  }
}

/** What a node was before an open write changed it. The fields after `dirty` belong to rows and results only. */
export class Before {
  readonly value: unknown;
  readonly dirty: boolean;
  readonly data: Readonly<Record<string, unknown>> | undefined;
  readonly order: number;
  readonly arrival: number;
  readonly input: unknown;

  constructor(readonly node: Node) {
    const { value, dirty, data, order, arrival, input } = node as Node & Partial<Before>;
    this.value = value;
    this.dirty = dirty;
    this.data = data;
    this.order = order!;
    this.arrival = arrival!;
    this.input = input;
  }
}

/** The state of the open write, which all nodes of one cache share. */
export class Journal {
  /** The nodes that the open write has changed, in order; `undefined` if no write is open. */
  log: Before[] | undefined;
  /** Whether the open write is a batch, so that user code may read between its changes. */
  isBatch = false;

  constructor(readonly rounds = new Rounds()) {}
}

/** The node that is being computed. It depends on all nodes that are read. */
export let active: Node | undefined;

/** Sets the node that is being computed. Returns the one before, which the caller must set again. */
export function activate(node: Node | undefined): Node | undefined {
  const outer = active;
  active = node;
  return outer;
}

/** Reads a node, on which the active node then depends. */
export function use(node: Node): unknown {
  active?.reads(node);
  return node.read();
}

/** Up to this number, dependents are an array. */
const FEW = 32;

/** Adds an edge from a node to a node that depends on it. */
export function addEdge(from: Node, to: Node): void {
  const { dependents } = from;
  if (dependents === undefined) from.dependents = to;
  else if (dependents instanceof Set) dependents.add(to);
  else if (dependents instanceof Node) {
    if (dependents !== to) from.dependents = [dependents, to];
  } else if (!dependents.includes(to)) {
    if (dependents.length < FEW) dependents.push(to);
    else from.dependents = new Set(dependents).add(to);
  }
}

/** Removes an edge, and tells the node if no other node depends on it. */
export function unlink(from: Node, to: Node): void {
  removeEdge(from, to);
  if (isFree(from)) from.left();
}

/** Removes an edge. */
export function removeEdge(from: Node, to: Node): void {
  const { dependents } = from;
  if (dependents === to) from.dependents = undefined;
  else if (dependents instanceof Set) dependents.delete(to);
  else if (Array.isArray(dependents)) {
    const at = dependents.indexOf(to);
    if (at >= 0) dependents.splice(at, 1);
  }
}

/** Returns the nodes that depend on a node. */
export function dependentsOf({ dependents }: Node): Iterable<Node> {
  return dependents === undefined ? [] : dependents instanceof Node ? [dependents] : dependents;
}

/** Whether no node depends on a node. */
export function isFree({ dependents }: Node): boolean {
  if (dependents === undefined || dependents instanceof Node) return dependents === undefined;
  return (dependents instanceof Set ? dependents.size : dependents.length) === 0;
}

/**
 * Marks a node and all nodes that depend on it as dirty.
 *
 * @param changed a row that its store has noted in the log, and whose table the store tells
 * @returns the number of instances that were marked
 */
export function invalidate(first: Node, { log, isBatch }: Journal, changed?: Node): number {
  let instances = 0;
  if (first.dirty) return instances;
  const stack = [first];
  for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
    if (node.dirty) continue;
    const { saved } = node;
    if (saved === 'always') instances++;
    const isChanged = node === changed;
    if (log && !isChanged && (saved === 'always' || (isBatch && saved === 'batch'))) {
      log.push(new Before(node));
    }
    node.dirty = true;
    if (!isChanged) node.outdated();
    const { dependents } = node;
    if (dependents === undefined) continue;
    if (dependents instanceof Node) {
      dependents.marked(node);
      stack.push(dependents);
    } else {
      for (const next of dependents) {
        next.marked(node);
        stack.push(next);
      }
    }
  }
  return instances;
}

/** Stands for code of the application that may only compute. */
class Pure extends Node {
  read(): undefined {
    return undefined;
  }

  override reads(): void {
    // Depends on nothing.
  }
}

const NOBODY = new Pure();

/** Runs code of the application that may not write, and whose reads are no dependencies. */
export function pure<T>(run: () => T): T {
  const outer = activate(NOBODY);
  try {
    return run();
  } finally {
    activate(outer);
  }
}
