import { search } from '../util/search';

/** An item on its way through the steps of a view. */
export class Member {
  /** What the next steps have made of this member. */
  out: Member | undefined = undefined;

  /**
   * @param place the place of the item in the source, or the member from which this one was made
   * @param key the sort key, or an array if there are several sort keys
   */
  constructor(
    public item: unknown,
    public place: number | Member,
    public key?: unknown,
  ) {}
}

/** Compares the positions of two members. Returns 0 only for members with equal sort keys and the same place. */
export type Compare = (a: Member, b: Member) => number;

/** Compares members of a source. */
export const byPlace: Compare = (a, b) => (a.place as number) - (b.place as number);

/** Up to this number of changes, each is applied by itself. */
const FEW = 32;

/** Members in the order of their sort keys and places, so that a binary search finds each of them. */
export class Sorted {
  #members: Member[] = [];
  #removed: Member[] = [];
  #added: Member[] = [];

  /** @param moved called when a member has moved. It comes if `from` is negative, and leaves if `to` is negative */
  constructor(
    private readonly compare: Compare,
    private readonly moved?: (from: number, to: number, member: Member) => void,
  ) {}

  /** Removes `before`, adds `after`, or replaces `before` with `after`. */
  change(before: Member | undefined, after: Member | undefined): void {
    if (before && after && this.compare(before, after) === 0) {
      const at = this.#indexOf(before);
      this.#edit(at, at, after);
      return;
    }
    if (before) this.#removed.push(before);
    if (after) this.#added.push(after);
  }

  /** Makes the changes that move members, and returns all members: another array if they were sorted again. */
  settle(): readonly Member[] {
    const removed = this.#removed;
    const added = this.#added;
    const count = Math.max(removed.length, added.length);
    if (count > FEW) {
      const gone = new Set(removed);
      const kept = this.#members.filter((member) => !gone.has(member));
      // The kept members are in order already, so that this is mostly a merge.
      this.#members = kept.concat(added).sort(this.compare);
    } else {
      for (let i = 0; i < count; i++) {
        const from = i < removed.length ? this.#indexOf(removed[i]) : -1;
        const to = i < added.length ? this.#place(added[i]) : -1;
        this.#edit(from, from >= 0 && to > from ? to - 1 : to, added[i]);
      }
    }
    this.#removed = [];
    this.#added = [];
    return this.#members;
  }

  #edit(from: number, to: number, member: Member): void {
    move(this.#members, from, to, member);
    this.moved?.(from, to, member);
  }

  /** Returns the index of a member. An inconsistent comparator can mislead the binary search. */
  #indexOf(member: Member): number {
    const at = this.#place(member);
    return this.#members[at] === member ? at : this.#members.indexOf(member);
  }

  /** Returns the number of members that come before `member`. */
  #place(member: Member): number {
    const members = this.#members;
    return search(members.length, (i) => this.compare(members[i], member));
  }
}

/** Moves an item. It comes if `from` is negative, and leaves if `to` is negative. */
export function move<T>(list: T[], from: number, to: number, item: T): void {
  if (from < 0) list.splice(to, 0, item);
  else if (to < 0) list.splice(from, 1);
  else {
    for (let i = from; i < to; i++) list[i] = list[i + 1];
    for (let i = from; i > to; i--) list[i] = list[i - 1];
    list[to] = item;
  }
}
