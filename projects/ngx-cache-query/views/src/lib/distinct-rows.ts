import { type Order, Row, type Sink } from './row';
import { SortedRows } from './sorted-rows';
import { type Flow, selecting, type Selector, type ViewStep } from './step';

/**
 * Keeps only the first item for each value of a field or selector.
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

/** The rows with the same value. `out` is the copy of `first` that was passed to the next step. */
interface Duplicates {
  readonly value: unknown;
  readonly sorted: SortedRows;
  first: Row | undefined;
  out: Row | undefined;
}

/** If several rows have the same value, passes only a copy of the first of these rows to the next step. */
class DistinctSink implements Sink {
  readonly #byValue = new Map<unknown, Duplicates>();
  readonly #byRow = new Map<Row, Duplicates>();
  readonly #changed = new Set<Duplicates>();

  constructor(
    private readonly select: (item: unknown) => unknown,
    private readonly order: Order,
    private readonly next: Sink,
  ) {}

  change(before: Row | undefined, after: Row | undefined): boolean {
    if (before !== undefined) {
      const duplicates = this.#byRow.get(before)!;
      this.#byRow.delete(before);
      duplicates.sorted.remove(before);
      this.#changed.add(duplicates);
    }
    if (after === undefined) return false;
    const duplicates = this.#duplicatesOf(this.select(after.value));
    duplicates.sorted.insert(after);
    this.#byRow.set(after, duplicates);
    this.#changed.add(duplicates);
    return true;
  }

  result(): unknown {
    for (const duplicates of this.#changed) {
      const [first] = duplicates.sorted.rows as [Row?];
      if (first === undefined) this.#byValue.delete(duplicates.value);
      if (first === duplicates.first) continue;
      const out = first && new Row(first.value, first.position, first.key);
      if (duplicates.out !== undefined || out !== undefined) this.next.change(duplicates.out, out);
      duplicates.first = first;
      duplicates.out = out;
    }
    this.#changed.clear();
    return this.next.result();
  }

  #duplicatesOf(value: unknown): Duplicates {
    let duplicates = this.#byValue.get(value);
    if (duplicates === undefined) {
      duplicates = { value, sorted: new SortedRows(this.order), first: undefined, out: undefined };
      this.#byValue.set(value, duplicates);
    }
    return duplicates;
  }
}
