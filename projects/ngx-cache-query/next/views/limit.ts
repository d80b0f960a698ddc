import { type Member, Sorted } from './sorted';
import type { Args, Sink, ViewStep } from './step';

type Count<P extends readonly unknown[]> = number | ((...args: P) => number);

/**
 * Keeps up to `count` items, starting at `offset`.
 *
 * @param count a number, or a function that receives the arguments of the Query and returns a number
 * @param offset the number of items to skip, as a number or a function like `count`; default: 0
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
    open: ({ args, orders, next }) => {
      const from = numberOf(offset, args);
      return new LimitSink(from, from + numberOf(count, args), new Sorted(orders), next());
    },
  };
}

/** Truncates a number as `slice` does, but returns 0 for a negative number. */
function numberOf(count: unknown, args: Args): number {
  const number = (typeof count === 'function' ? count(...args) : count) as number;
  return number > 0 ? Math.trunc(number) : 0;
}

/** Keeps all members, and passes those within the limit on. */
class LimitSink implements Sink {
  /** The members that the next sink has. */
  #window: Member[] = [];
  /** The former members of those that have moved. */
  readonly #former = new Map<Member, Member>();

  constructor(
    private readonly from: number,
    private readonly to: number,
    private readonly sorted: Sorted,
    private readonly next: Sink,
  ) {}

  change(before: Member | undefined, after: Member | undefined): void {
    const at = this.sorted.change(before, after);
    if (before === undefined || after === undefined) return;
    if (at < 0) this.#former.set(after, before);
    else if (at >= this.from && at < this.to) {
      this.#window[at - this.from] = after;
      this.next.change(before, after);
    }
  }

  read(shown: unknown): unknown {
    if (this.sorted.isPending) {
      // The next sink may have received one of the members that leave now.
      this.next.read(shown);
      this.#slide();
    }
    return this.next.read(shown);
  }

  #slide(): void {
    this.sorted.settle();
    const gone = new Set(this.#window);
    this.#window = this.sorted.members.slice(this.from, this.to);
    const come = this.#window.filter((member) => !gone.delete(member));
    for (const member of come) {
      const former = this.#former.get(member);
      this.next.change(former && gone.delete(former) ? former : undefined, member);
    }
    for (const member of gone) this.next.change(member, undefined);
    this.#former.clear();
  }
}
