import { difference, exchange } from './difference';
import { type Member, Sorted } from './sorted';
import type { Args, ViewStep } from './step';

type Count<P extends readonly unknown[]> = number | ((...args: P) => number);

/**
 * Keeps up to `count` items, starting at `offset` (default: 0). Both are numbers, or functions of the arguments.
 *
 * @example
 * ```ts
 * const page = view(
 *   orderBy<User>('name'),
 *   limit(20, ({ from }: { from: number }) => from),
 * );
 * ```
 */
export function limit<T, P extends readonly unknown[] = []>(
  count: Count<P>,
  offset: Count<P> = 0,
): ViewStep<readonly T[], T[], P> {
  return {
    open: ({ args, compare, next }) => {
      const sorted = new Sorted(compare);
      const sink = next(compare);
      const start = numberOf(offset, args);
      const end = start + numberOf(count, args);
      let last: readonly Member[] = [];
      return {
        change: (before, after) => sorted.change(before, after),
        read: (shown) => {
          const members = sorted.settle().slice(start, end);
          const [from, lastTo, to] = difference(last, members);
          const left = new Set(last.slice(from, lastTo));
          const come = members.slice(from, to).filter((member) => !left.delete(member));
          exchange([...left], come, sink);
          last = members;
          return sink.read(shown);
        },
      };
    },
  };
}

/** Truncates a number as `slice` does, but returns 0 for a negative number. */
function numberOf<P extends readonly unknown[]>(count: Count<P>, args: Args): number {
  const number = typeof count === 'function' ? count(...(args as P)) : count;
  return number > 0 ? Math.trunc(number) : 0;
}
