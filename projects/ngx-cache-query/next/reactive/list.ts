import type { Entity } from '../schema/entity';
import { recycle } from '../util/equality';
import { isPlain } from '../util/plain-data';
import { freeze } from './instance';
import { addEdge, invalidate, isFree, type Journal, Node, removeEdge } from './node';
import type { EntityNode } from './row';

declare const SHORT_LIST: number;

/**
 * Lists up to this length are walked: a node would cost more than it saves. Models define it as 0, so that every list is
 * a node.
 */
export const SHORT = typeof SHORT_LIST === 'undefined' ? 32 : SHORT_LIST;

/** Above this number of changed items and a share of the list, all items are read again. */
const MANY = 1_000;

/** Returns the node of a reference. */
export type FindNode = (stored: unknown) => EntityNode;

/** A stored array of references. */
export type Stored = readonly unknown[];

/** The lists of the stored arrays that were read. Nothing is kept in the records themselves. */
const lists = new WeakMap<Stored, List>();

/** Returns the list of a stored array, if it was read. */
export function knownList(stored: Stored): List | undefined {
  return lists.get(stored);
}

/** Returns the list of a stored array. */
export function listOf(stored: Stored, item: unknown, find: FindNode, journal: Journal): List {
  let list = lists.get(stored);
  if (list === undefined) lists.set(stored, (list = new List(stored, item, find, journal)));
  return list;
}

/**
 * The entities of a stored array of references. An edit costs one copy of the array and no walk over the items: a
 * changed row tells the list which item became dirty.
 */
export class List extends Node {
  declare value: readonly Entity[] | undefined;
  /** The node of each reference. */
  #nodes: EntityNode[] = [];
  /** The nodes of the items, parallel to the value: those of entities that are in the cache. */
  #live: EntityNode[] = [];
  #places: Map<EntityNode, number> | undefined;
  #hasDoubles = false;
  #changed: EntityNode[] = [];
  /** Whether other items may have come or left since the last read. */
  #isRegrouped = true;

  constructor(
    private stored: Stored,
    /** The schema of each item. Two classes that share a row may read the same array with different classes. */
    readonly item: unknown,
    private readonly find: FindNode,
    private readonly journal: Journal,
  ) {
    super();
  }

  override reads(): void {
    // The edges are those of the stored references.
  }

  isSaved(): boolean {
    return false;
  }

  override marked(node: Node): void {
    if (this.#isRegrouped) return;
    if (this.#changed.push(node as EntityNode) > MANY + this.#live.length / 4) {
      this.#isRegrouped = true;
    }
  }

  /**
   * Takes the array that the owner shows, which stays if it is equal. After a batch that failed, this is the array from
   * before the batch.
   */
  adopt(value: unknown): void {
    if (this.value === value || !Array.isArray(value)) return;
    this.value = value as Entity[];
    this.dirty = this.#isRegrouped = true;
  }

  /** The record of the owner was replaced: the list follows to the new array. */
  move(stored: Stored, isSame: boolean): void {
    lists.delete(this.stored);
    lists.set(stored, this);
    this.stored = stored;
    if (isSame) return;
    this.#isRegrouped = true;
    invalidate(this, this.journal);
  }

  /** Drops the list if nothing shows it. */
  leave(): void {
    if (!isFree(this)) return;
    for (const node of this.#nodes) removeEdge(node, this);
    this.#nodes = [];
    lists.delete(this.stored);
  }

  /** Adds the edges again that a batch may have removed. */
  relink(): void {
    if (this.#isRegrouped) this.#link();
  }

  read(): readonly Entity[] {
    if (this.dirty) {
      this.value = (this.#isRegrouped ? undefined : this.#patch()) ?? this.#make();
      if (this.#changed.length > 0) this.#changed = [];
      this.dirty = this.#isRegrouped = false;
      freeze(this.value);
    }
    return this.value!;
  }

  /** Replaces the items that have changed. Returns `undefined` if an item has come or left. */
  #patch(): readonly Entity[] | undefined {
    const last = this.value!;
    let all: Entity[] | undefined;
    for (const node of this.#changed) {
      let at = this.#hasDoubles ? this.#live.indexOf(node) : this.#place(node);
      if (at < 0) {
        if (node.row.data === undefined) continue;
        return undefined;
      }
      const item = node.read();
      if (item === undefined) return undefined;
      do {
        if (item !== (all ?? last)[at]) (all ??= last.slice())[at] = item;
      } while (this.#hasDoubles && (at = this.#live.indexOf(node, at + 1)) > 0);
    }
    return all ?? last;
  }

  /** The place of a node. The rows of a response have often arrived in the order of the list. */
  #place(node: EntityNode): number {
    const live = this.#live;
    const guess = live.length > 0 ? node.row.arrival - live[0].row.arrival : 0;
    if (live[guess] === node) return guess;
    if (this.#places === undefined) {
      this.#places = new Map();
      for (let i = 0; i < live.length; i++) this.#places.set(live[i], i);
    }
    return this.#places.get(node) ?? -1;
  }

  /** Finds the nodes of the references. Common ends with the last references keep their edges. */
  #link(): readonly EntityNode[] {
    const { stored, find } = this;
    const last = this.#nodes;
    const nodes = stored.map(find);
    const shorter = Math.min(nodes.length, last.length);
    let from = 0;
    while (from < shorter && nodes[from] === last[from]) from++;
    let end = 0;
    while (end < shorter - from && last[last.length - 1 - end] === nodes[nodes.length - 1 - end]) {
      end++;
    }
    for (let i = from; i < last.length - end; i++) removeEdge(last[i], this);
    // With an item twice, a removed edge may be one that a common end needs.
    const hadDoubles = this.#hasDoubles;
    const start = hadDoubles ? 0 : from;
    const until = nodes.length - (hadDoubles ? 0 : end);
    let isDouble = false;
    for (let i = start; i < until; i++) if (!addEdge(nodes[i], this)) isDouble = true;
    this.#hasDoubles = hadDoubles ? new Set(nodes).size < nodes.length : isDouble;
    return (this.#nodes = nodes);
  }

  #make(): readonly Entity[] {
    const nodes = this.#link();
    const items: Entity[] = [];
    for (let i = 0; i < nodes.length; i++) {
      const item = nodes[i].read();
      if (item !== undefined) items.push(item);
    }
    const isWhole = items.length === nodes.length;
    this.#live = isWhole
      ? (nodes as EntityNode[])
      : nodes.filter(({ row }) => row.data !== undefined);
    this.#places = undefined;
    return recycle(this.value, items);
  }
}

/** The record of a row is replaced: its lists follow to the new arrays. */
export function moveLists(before: unknown, after: unknown, isSame: boolean): void {
  if (before === after) return;
  if (Array.isArray(before)) {
    const list = lists.get(before);
    if (list === undefined || !Array.isArray(after) || after.length <= SHORT) return;
    if (!lists.has(after)) list.move(after, isSame);
  } else if (isPlain(before) && isPlain(after)) {
    for (const name in before) moveLists(before[name], after[name], isSame);
  }
}
