import type { Entity } from '../schema/entity';
import { recycle } from '../util/equality';
import { isPlain } from '../util/plain-data';
import { freeze } from './freeze';
import { addEdge, invalidate, isFree, type Journal, Node, removeEdge } from './node';
import type { Row } from './row';

declare const SHORT_LIST: number;

/**
 * Lists up to this length are walked: a node would cost more than it saves. Models define it as 0, so that every list is
 * a node.
 */
export const SHORT = typeof SHORT_LIST === 'undefined' ? 32 : SHORT_LIST;

/** Above this number of changed items and a share of the list, all items are read again. */
const MANY = 1_000;

/** Returns the row of a reference. */
export type FindRow = (stored: unknown) => Row;

/** A stored array of references. */
export type Stored = readonly unknown[];

/** The lists of the stored arrays that were read. Nothing is kept in the records themselves. */
const lists = new WeakMap<Stored, List>();

/** Returns the list of a stored array, if it was read with this schema of its items. */
export function knownList(stored: Stored, item: unknown): List | undefined {
  let list = lists.get(stored);
  while (list !== undefined && list.item !== item) list = list.next;
  return list;
}

/** Creates the list of a stored array. */
export function createList(stored: Stored, item: unknown, find: FindRow, journal: Journal): List {
  const list = new List(stored, item, find, journal);
  list.next = lists.get(stored);
  lists.set(stored, list);
  return list;
}

/**
 * The entities of a stored array of references. An edit costs one copy of the array and no walk over the items: a
 * changed row tells the list which item became dirty.
 */
export class List extends Node {
  declare value: readonly Entity[] | undefined;
  /** The list of the same array with another schema: two classes with one key may show its items in two ways. */
  next: List | undefined;
  /** The row of each reference. */
  #rows: Row[] = [];
  /** The rows of the items, parallel to the value: those of entities that are in the cache. */
  #live: Row[] = [];
  #places: Map<Row, number> | undefined;
  #hasDoubles = false;
  #changed: Row[] = [];
  /** Whether other items may have come or left since the last read. */
  #isRegrouped = true;

  constructor(
    private stored: Stored,
    /** The schema of each item. */
    readonly item: unknown,
    private readonly find: FindRow,
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
    if (this.#changed.push(node as Row) > MANY + this.#live.length / 4) {
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
    this.stored = stored;
    if (isSame) return;
    this.#isRegrouped = true;
    invalidate(this, this.journal);
  }

  /** Drops the list if nothing shows it. */
  leave(): void {
    if (!isFree(this)) return;
    for (const row of this.#rows) removeEdge(row, this);
    this.#rows = [];
    const first = lists.get(this.stored);
    if (first === this && this.next === undefined) lists.delete(this.stored);
    else if (first === this) lists.set(this.stored, this.next!);
    else
      for (let at = first; at !== undefined; at = at.next)
        if (at.next === this) at.next = this.next;
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
      const item = node.read(); // Also if it is not in the list: a dirty row would not tell about its next change.
      let at = this.#hasDoubles ? this.#live.indexOf(node) : this.#place(node);
      if (at < 0 && item === undefined) continue;
      if (at < 0 || item === undefined) return undefined;
      do {
        if (item !== (all ?? last)[at]) (all ??= last.slice())[at] = item;
      } while (this.#hasDoubles && (at = this.#live.indexOf(node, at + 1)) > 0);
    }
    return all ?? last;
  }

  /** The place of a node. The rows of a response have often arrived in the order of the list. */
  #place(node: Row): number {
    const live = this.#live;
    const guess = live.length > 0 ? node.arrival - live[0].arrival : 0;
    if (live[guess] === node) return guess;
    if (this.#places === undefined) {
      this.#places = new Map();
      for (let i = 0; i < live.length; i++) this.#places.set(live[i], i);
    }
    return this.#places.get(node) ?? -1;
  }

  /** Finds the rows of the references. Common ends with the last references keep their edges. */
  #link(): readonly Row[] {
    const { stored, find } = this;
    const last = this.#rows;
    const rows = stored.map(find);
    const shorter = Math.min(rows.length, last.length);
    let from = 0;
    while (from < shorter && rows[from] === last[from]) from++;
    let end = 0;
    while (end < shorter - from && last[last.length - 1 - end] === rows[rows.length - 1 - end]) {
      end++;
    }
    for (let i = from; i < last.length - end; i++) removeEdge(last[i], this);
    // With an item twice, a removed edge may be one that a common end needs.
    const hadDoubles = this.#hasDoubles;
    const start = hadDoubles ? 0 : from;
    const until = rows.length - (hadDoubles ? 0 : end);
    let isDouble = false;
    for (let i = start; i < until; i++) if (!addEdge(rows[i], this)) isDouble = true;
    this.#hasDoubles = hadDoubles ? new Set(rows).size < rows.length : isDouble;
    return (this.#rows = rows);
  }

  #make(): readonly Entity[] {
    const rows = this.#link();
    const items: Entity[] = [];
    for (let i = 0; i < rows.length; i++) {
      const item = rows[i].read();
      if (item !== undefined) items.push(item);
    }
    const isWhole = items.length === rows.length;
    this.#live = isWhole ? (rows as Row[]) : rows.filter(({ data }) => data !== undefined);
    this.#places = undefined;
    return recycle(this.value, items);
  }
}

/** The record of a row is replaced: its lists follow to the new arrays. */
export function moveLists(before: unknown, after: unknown, isSame: boolean): void {
  if (before === after) return;
  if (Array.isArray(before)) {
    const first = lists.get(before);
    if (first === undefined || !Array.isArray(after) || after.length <= SHORT) return;
    if (lists.has(after)) return;
    lists.delete(before);
    lists.set(after, first);
    for (let list: List | undefined = first; list !== undefined; list = list.next) {
      list.move(after, isSame);
    }
  } else if (isPlain(before) && isPlain(after)) {
    for (const name in before) moveLists(before[name], after[name], isSame);
  }
}
