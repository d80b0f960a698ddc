import type { CompareValues } from './order-by';
import type { Sink } from './step';

/** The place of an item in the source of a view. A joined item has a place for each of its entities. */
export type Place = number | readonly number[];

/** An item on its way through the steps of a view. */
export class Member {
  /** What the next steps have made of this member. */
  out: Member | undefined = undefined;

  /** @param key the sort key, or an array if there are several sort keys */
  constructor(
    public item: unknown,
    readonly place: Place,
    public key?: unknown,
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

  /** Removes `before`, adds `after`, or replaces `before` with `after`. */
  change(before: Member | undefined, after: Member | undefined): void {
    if (before && after && this.compare(before, after) === 0) {
      const at = this.#indexOf(before);
      this.edit(at, at, after);
      return;
    }
    if (before) this.#removed.push(before);
    if (after) this.#added.push(after);
  }

  /** Makes the changes that move members. */
  settle(): void {
    const removed = this.#removed;
    const added = this.#added;
    if (Math.max(removed.length, added.length) > FEW) {
      const gone = new Set(removed);
      const kept = this.members.filter((member) => !gone.has(member));
      // The kept members are in order already, so that this is mostly a merge.
      this.replace(kept.concat(added).sort(this.compare));
    } else {
      for (let i = 0; i < removed.length || i < added.length; i++) {
        const from = i < removed.length ? this.#indexOf(removed[i]) : -1;
        const to = i < added.length ? this.#place(added[i]) : -1;
        this.edit(from, from >= 0 && to > from ? to - 1 : to, added[i]);
      }
    }
    this.#removed = [];
    this.#added = [];
  }

  /** Moves a member. It comes if `from` is negative, and leaves if `to` is negative. */
  protected edit(from: number, to: number, member: Member): void {
    edit(this.members, from, to, member);
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
  #last: readonly unknown[] = [];
  /** The next list, if it may differ from the last one. */
  #next: unknown[] | undefined;
  /** Before this index, the next list has the items of the last one. */
  #same = Infinity;

  read(shown: unknown): unknown {
    this.settle();
    const made = this.#next ?? this.#last;
    const from = shown === this.#last ? this.#same : 0;
    this.#last = Array.isArray(shown) && isSame(shown, made, from) ? shown : made;
    this.#next = undefined;
    this.#same = Infinity;
    return this.#last;
  }

  protected override edit(from: number, to: number, member: Member): void {
    super.edit(from, to, member);
    const last = this.#next ?? this.#last;
    if (from === to && Object.is(last[from], member.item)) return;
    if (this.#next === undefined) {
      this.#next = last.concat(from < 0 ? [undefined] : []);
      // Now the list has room for one more item. Otherwise, it would be copied twice.
      if (from < 0) this.#next.pop();
    }
    edit(this.#next, from, to, member?.item);
    this.#same = Math.min(this.#same, from < 0 || (to >= 0 && to < from) ? to : from);
  }

  protected override replace(members: Member[]): void {
    super.replace(members);
    this.#next = members.map(({ item }) => item);
    this.#same = 0;
  }
}

/** Moves an item. It comes if `from` is negative, and leaves if `to` is negative. */
function edit<T>(list: T[], from: number, to: number, item: T): void {
  if (from < 0) list.splice(to, 0, item);
  else if (to < 0) list.splice(from, 1);
  else {
    for (let i = from; i < to; i++) list[i] = list[i + 1];
    for (let i = from; i > to; i--) list[i] = list[i - 1];
    list[to] = item;
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
  if (orders.length === 1) {
    const [order] = orders;
    return (a, b) => order(a.key, b.key) || byPlace(a, b);
  }
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
