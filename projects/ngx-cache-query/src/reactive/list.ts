import type { Plan } from '../schema/plan';
import { getOrInsert } from '../util/get-or-insert';
import { type Fields, isPlain } from '../util/plain-data';
import { EntityList } from './entity-list';
import { addEdge, invalidate, type Journal, type Node, removeEdge } from './node';
import type { Row } from './row';

declare const SHORT_LIST: number;

/**
 * Lists up to this length are walked: a node would cost more than it saves. Models define it as 0, so that every list is
 * a node.
 */
export const SHORT = typeof SHORT_LIST === 'undefined' ? 32 : SHORT_LIST;

/** Returns the row of a reference. */
export type FindRow = (stored: unknown) => Row;

/** A stored array of references. */
export type Stored = readonly unknown[];

/**
 * The lists of the stored arrays that were read, by the schema of the items: two classes with one key may show the same
 * array in two ways. Nothing is kept in the records themselves.
 */
const lists = new WeakMap<Stored, Map<unknown, List>>();

/** Returns the list of a stored array, if it was read. */
export function knownList(stored: Stored, item: unknown): List | undefined {
  return lists.get(stored)?.get(item);
}

/** Creates the list of a stored array. */
export function createList(stored: Stored, item: unknown, find: FindRow, journal: Journal): List {
  const list = new List(stored, item, find, journal);
  getOrInsert(lists, stored, () => new Map<unknown, List>()).set(item, list);
  return list;
}

/** The entities of a stored array of references. */
export class List extends EntityList {
  /** The row of each reference. */
  #all: readonly Row[] = [];
  #places: Map<Row, number> | undefined;
  #hasDoubles = false;
  #stored: Stored;
  readonly #item: unknown;
  readonly #find: FindRow;
  readonly #journal: Journal;

  constructor(stored: Stored, item: unknown, find: FindRow, journal: Journal) {
    super();
    this.#stored = stored;
    this.#item = item;
    this.#find = find;
    this.#journal = journal;
  }

  override marked(row: Node): void {
    super.marked(row);
    if (this.#hasDoubles) this.isRegrouped = true; // An item that occurs twice has no single place.
  }

  /**
   * Takes the array that the owner shows, which stays if it is equal. After a batch that failed, this is the array from
   * before the batch.
   */
  adopt(value: unknown): void {
    if (this.value === value || !Array.isArray(value)) return;
    this.value = value as List['value'];
    this.dirty = this.isRegrouped = true;
  }

  /** Whether all items of an array have rows. An item of an unknown type has none. */
  fits(stored: Stored): boolean {
    return typeof this.#item === 'function' || stored.every(this.#find);
  }

  /** The record of the owner was replaced: the list follows to the new array. */
  move(stored: Stored, isSame: boolean): void {
    this.#stored = stored;
    if (isSame) return;
    this.isRegrouped = true;
    invalidate(this, this.#journal);
  }

  override left(): void {
    for (const row of this.#all) removeEdge(row, this);
    this.#all = [];
    const others = lists.get(this.#stored);
    others?.delete(this.#item);
    if (others?.size === 0) lists.delete(this.#stored);
  }

  /** Finds the rows of the references. Common ends with the last references keep their edges. */
  link(): void {
    if (!this.isRegrouped) return;
    const last = this.#all;
    const rows = this.#stored.map(this.#find);
    const shorter = Math.min(rows.length, last.length);
    let from = 0;
    while (from < shorter && rows[from] === last[from]) from++;
    let end = 0;
    while (end < shorter - from && last.at(-1 - end) === rows.at(-1 - end)) end++;
    for (let i = from; i < last.length - end; i++) removeEdge(last[i], this);
    // With an item twice, a removed edge may be one that a common end needs.
    if (this.#hasDoubles) from = end = 0;
    for (let i = from; i < rows.length - end; i++) addEdge(rows[i], this);
    this.#hasDoubles = new Set(rows).size < rows.length;
    this.#all = rows;
  }

  protected collect(): readonly Row[] {
    this.link();
    this.#places = undefined;
    const rows = this.#all;
    for (const row of rows) row.read();
    return rows.every(({ data }) => data) ? rows : rows.filter(({ data }) => data);
  }

  protected place(row: Row): number {
    const { rows } = this;
    const guess = this.guess(row);
    if (rows[guess] === row) return guess;
    this.#places ??= new Map(rows.map((each, i) => [each, i]));
    return this.#places.get(row) ?? -1;
  }
}

/** The record of a row is replaced: the lists of its relations follow to the new arrays. */
export function moveLists(
  { relations }: Plan,
  before: Fields,
  after: Fields,
  isSame: boolean,
): void {
  for (const { name } of relations) move(before[name], after[name], isSame);
}

function move(before: unknown, after: unknown, isSame: boolean): void {
  if (before === after) return;
  if (Array.isArray(before)) {
    const moved = lists.get(before);
    if (moved === undefined || !Array.isArray(after) || after.length <= SHORT) return;
    if (lists.has(after)) return;
    for (const list of moved.values()) if (!list.fits(after)) return;
    lists.delete(before);
    lists.set(after, moved);
    for (const list of moved.values()) list.move(after, isSame);
  } else if (isPlain(before) && isPlain(after)) {
    for (const name in before) move(before[name], after[name], isSame);
  }
}
