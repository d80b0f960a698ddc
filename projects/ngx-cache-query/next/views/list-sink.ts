import { recycle } from '../util/equality';
import { type Member, move, Sorted } from './sorted';
import type { Sink } from './step';

/** The end of a view without a total: a list of the items. */
export class ListSink extends Sorted implements Sink {
  #last: unknown[] = [];
  /** The next list. It is the last one until something changes. */
  #next = this.#last;
  /** An index at which the next list probably differs from the last one. */
  #hint = 0;

  read(shown: unknown): unknown {
    if (this.settle()) this.#next = this.members.map(({ item }) => item);
    const next = this.#next;
    const isLikelyEqual = Object.is((shown as Items)?.[this.#hint], next[this.#hint]);
    this.#next = isLikelyEqual ? recycle(shown, next) : next;
    return (this.#last = this.#next);
  }

  protected override edit(from: number, to: number, member: Member): void {
    super.edit(from, to, member);
    if (this.#next === this.#last) {
      this.#next = this.#last.concat([undefined]);
      // Now the list has room for one more item. Otherwise, it would be copied twice.
      this.#next.pop();
    }
    move(this.#next, from, to, member?.item);
    this.#hint = to < 0 ? from : to;
  }
}

type Items = readonly unknown[] | undefined;
