import { recycle } from '../util/equality';
import { type Compare, type Member, move, Sorted } from './sorted';
import type { Sink } from './step';

/** Opens the end of a view without a total: a list of the items. */
export function listSink(compare: Compare): Sink {
  let last: unknown[] = [];
  /** The next list. It is the last one until something changes. */
  let next = last;
  /** An index at which the next list probably differs from the last one, so that most comparisons end at once. */
  let hint = 0;
  let members: readonly Member[] | undefined;
  const sorted = new Sorted(compare, (from, to, member) => {
    if (next === last) {
      next = from < 0 ? last.concat([undefined]) : last.slice();
      // Now the list has room for the new item. Otherwise, it would be copied twice.
      if (from < 0) next.pop();
    }
    move(next, from, to, member?.item);
    hint = to < 0 ? from : to;
  });
  return {
    change: (before, after) => sorted.change(before, after),
    read: (shown) => {
      if (members !== (members = sorted.settle())) next = members.map(({ item }) => item);
      const isLikelyEqual = Object.is(
        (shown as readonly unknown[] | undefined)?.[hint],
        next[hint],
      );
      return (last = next = isLikelyEqual ? recycle(shown, next) : next);
    },
  };
}
