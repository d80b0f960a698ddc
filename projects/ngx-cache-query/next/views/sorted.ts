import type { CompareValues } from './order-by';
import type { Sink } from './step';

/** The place of an item in the source of a view. A joined item has a place for each of its entities. */
export type Place = number | readonly number[];

/** An item on its way through the steps of a view. */
export class Member {
  /** The member that later steps have made of this one. */
  out: Member | undefined = undefined;

  /** @param key the sort key, or an array if there are several sort keys */
  constructor(
    public item: unknown,
    readonly place: Place,
    public key: unknown = undefined,
  ) {}
}

/** Up to this number of changes, each is applied by itself. */
const FEW = 32;

/** Members in the order of their sort keys and places, so that a binary search finds each of them. */
export class Sorted {
  members: Member[] = [];
  /** Returns 0 only for members with equal sort keys and the same place. */
  readonly compare: (a: Member, b: Member) => number;
  #removed: Member[] = [];
  #added: Member[] = [];

  constructor(orders: readonly CompareValues[]) {
    this.compare = comparing(orders);
  }

  /** Whether {@link settle} has something to do. */
  get isPending(): boolean {
    return this.#removed.length + this.#added.length > 0;
  }

  /**
   * Removes `before` and adds `after`. If `after` takes the place of `before`, returns the index. Otherwise, returns -1,
   * and {@link settle} makes the change.
   */
  change(before: Member | undefined, after: Member | undefined): number {
    if (before !== undefined && after !== undefined && this.compare(before, after) === 0) {
      const at = this.#indexOf(before);
      this.set(at, after);
      return at;
    }
    if (before !== undefined) this.#removed.push(before);
    if (after !== undefined) this.#added.push(after);
    return -1;
  }

  settle(): void {
    const removed = this.#removed;
    const added = this.#added;
    if (removed.length + added.length > FEW) {
      const gone = new Set(removed);
      const kept = this.members.filter((member) => !gone.has(member));
      // The kept members are in order already, so that this is mostly a merge.
      this.replace(kept.concat(added).sort(this.compare));
    } else {
      for (const member of removed) this.remove(this.#indexOf(member));
      for (const member of added) this.insert(this.#place(member), member);
    }
    if (removed.length > 0) this.#removed = [];
    if (added.length > 0) this.#added = [];
  }

  protected set(at: number, member: Member): void {
    this.members[at] = member;
  }

  protected insert(at: number, member: Member): void {
    this.members.splice(at, 0, member);
  }

  protected remove(at: number): void {
    this.members.splice(at, 1);
  }

  protected replace(members: Member[]): void {
    this.members = members;
  }

  /** Returns the index of a member. An inconsistent comparator can mislead the binary search. */
  #indexOf(member: Member): number {
    const at = this.#place(member);
    return this.members[at] === member ? at : this.members.indexOf(member);
  }

  /** Returns the number of members that come before `member`. */
  #place(member: Member): number {
    const { members, compare } = this;
    let from = 0;
    let to = members.length;
    while (from < to) {
      const middle = (from + to) >> 1;
      if (compare(members[middle], member) < 0) from = middle + 1;
      else to = middle;
    }
    return from;
  }
}

/** The end of a view without a total: a list of the items. */
export class ListSink extends Sorted implements Sink {
  /** The items of the members, in the same order. */
  #items: unknown[] = [];
  /** Before this index, the items are those of the last list. */
  #same = 0;
  #last: unknown = this;

  read(shown: unknown): unknown {
    this.settle();
    const items = this.#items;
    if (shown !== this.#last) this.#same = 0;
    else if (this.#same === Infinity) return shown;
    this.#last = Array.isArray(shown) && isSame(shown, items, this.#same) ? shown : items.slice();
    this.#same = Infinity;
    return this.#last;
  }

  protected override set(at: number, member: Member): void {
    super.set(at, member);
    if (Object.is(this.#items[at], member.item)) return;
    this.#items[at] = member.item;
    this.#touch(at);
  }

  protected override insert(at: number, member: Member): void {
    super.insert(at, member);
    this.#items.splice(at, 0, member.item);
    this.#touch(at);
  }

  protected override remove(at: number): void {
    super.remove(at);
    this.#items.splice(at, 1);
    this.#touch(at);
  }

  protected override replace(members: Member[]): void {
    super.replace(members);
    this.#items = members.map(({ item }) => item);
    this.#same = 0;
  }

  #touch(at: number): void {
    if (at < this.#same) this.#same = at;
  }
}

/** Whether two lists have the same items, from an index on. */
function isSame(a: readonly unknown[], b: readonly unknown[], from: number): boolean {
  if (a.length !== b.length) return false;
  for (let i = from; i < a.length; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

/** Returns a function that compares members by their sort keys, and then by their places. */
export function comparing(orders: readonly CompareValues[]): (a: Member, b: Member) => number {
  if (orders.length === 0) return byPlace;
  const [first] = orders;
  if (orders.length === 1) return (a, b) => first(a.key, b.key) || byPlace(a, b);
  return (a, b) => {
    for (let i = 0; i < orders.length; i++) {
      const way = orders[i]((a.key as unknown[])[i], (b.key as unknown[])[i]);
      if (way !== 0) return way;
    }
    return byPlace(a, b);
  };
}

function byPlace({ place: a }: Member, { place: b }: Member): number {
  if (typeof a === 'number') return a - (b as number);
  const i = a.findIndex((each, at) => each !== (b as readonly number[])[at]);
  return i < 0 ? 0 : a[i] - (b as readonly number[])[i];
}
