import { type Order, Row, type Sink } from './row';
import { SortedRows } from './sorted-rows';
import { type Flow, selecting, type Selector, type ViewStep } from './step';

/**
 * Keeps the first item of each value of a field or selector.
 *
 * @example
 * ```ts
 * const latest = view(
 *   orderBy<Post>('createdAt', 'desc'),
 *   distinctRows((post) => post.author.pk()),
 * );
 * ```
 */
export function distinctRows<T, P extends readonly unknown[] = []>(
  selector: Selector<T, P>,
): ViewStep<readonly T[], T[], P> {
  return new Distinct(selector);
}

class Distinct<T, P extends readonly unknown[]> implements ViewStep<readonly T[], T[], P> {
  constructor(private readonly selector: Selector<T, P>) {}

  apply(input: readonly T[], args: P): T[] {
    const select = selecting(this.selector, args);
    const seen = new Set<unknown>();
    return input.filter((item) => seen.size < seen.add(select(item)).size);
  }

  follow({ args, order, next }: Flow): Sink {
    return new DistinctSink(selecting(this.selector, args), order, next(order));
  }
}

/** The rows of one value, and its first one as the next step has it. */
interface Same {
  readonly value: unknown;
  readonly sorted: SortedRows;
  first: Row | undefined;
  out: Row | undefined;
}

/** Lets the next step see the first row of each value. */
class DistinctSink implements Sink {
  readonly #byValue = new Map<unknown, Same>();
  /** The value of each row that is held. */
  readonly #sames = new Map<Row, Same>();
  readonly #changed = new Set<Same>();

  constructor(
    private readonly select: (item: unknown) => unknown,
    private readonly order: Order,
    private readonly next: Sink,
  ) {}

  change(before: Row | undefined, after: Row | undefined): boolean {
    if (before !== undefined) {
      const same = this.#sames.get(before)!;
      this.#sames.delete(before);
      same.sorted.remove(before);
      this.#changed.add(same);
    }
    if (after === undefined) return false;
    const same = this.#sameAs(this.select(after.value));
    same.sorted.insert(after);
    this.#sames.set(after, same);
    this.#changed.add(same);
    return true;
  }

  result(): unknown {
    for (const same of this.#changed) {
      const [first] = same.sorted.rows as [Row?];
      if (first === undefined) this.#byValue.delete(same.value);
      if (first === same.first) continue;
      const out = first && new Row(first.value, first.arrival, first.key);
      if (same.out !== undefined || out !== undefined) this.next.change(same.out, out);
      same.first = first;
      same.out = out;
    }
    this.#changed.clear();
    return this.next.result();
  }

  #sameAs(value: unknown): Same {
    let same = this.#byValue.get(value);
    if (same === undefined) {
      same = { value, sorted: new SortedRows(this.order), first: undefined, out: undefined };
      this.#byValue.set(value, same);
    }
    return same;
  }
}
