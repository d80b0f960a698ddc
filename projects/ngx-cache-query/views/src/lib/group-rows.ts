import { type Order, Row, type Sink } from './row';
import { SortedRows } from './sorted-rows';
import { type Flow, selecting, type Selector, type ViewStep } from './step';

/**
 * Groups the items by the value of a field or selector. The result is a Map that maps each value to the list of items
 * with this value. The groups are in the order in which their first items appear. If the items of a group stay the
 * same, its list remains the same array. The next steps apply to each group.
 *
 * @example
 * ```ts
 * const sizes = view(
 *   groupRows((issue: Issue) => issue.status),
 *   countRows(),
 * ); // Map { 'open' => 12, 'done' => 30 }
 * ```
 */
export function groupRows<T, Key, P extends readonly unknown[] = []>(
  selector: (item: T, ...args: P) => Key,
): ViewStep<readonly T[], Map<Key, T[]>, P>;
export function groupRows<T, Name extends keyof T>(
  field: Name,
): ViewStep<readonly T[], Map<T[Name], T[]>, []>;
export function groupRows<T, P extends readonly unknown[]>(
  selector: Selector<T, P>,
): ViewStep<readonly T[], Map<unknown, T[]>, P> {
  return new GroupBy(selector);
}

class GroupBy<T, P extends readonly unknown[]> implements ViewStep<
  readonly T[],
  Map<unknown, T[]>,
  P
> {
  constructor(private readonly selector: Selector<T, P>) {}

  apply(input: readonly T[], args: P): Map<unknown, T[]> {
    const select = selecting(this.selector, args);
    const groups = new Map<unknown, T[]>();
    for (const item of input) {
      const key = select(item);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, [item]);
      else group.push(item);
    }
    return groups;
  }

  follow({ args, order, next }: Flow): Sink {
    return new GroupSink(selecting(this.selector, args), order, () => next(order));
  }
}

/** The rows of one group, and the result of the next steps for these rows. */
interface Group {
  readonly key: unknown;
  readonly sorted: SortedRows;
  readonly sink: Sink;
  /** The first row. It determines the position of the group. */
  first: Row | undefined;
  result: unknown;
}

/** The group of an incoming row, and the copy of the row that was passed to the next steps. */
interface Place {
  readonly group: Group;
  readonly out: Row;
}

/** For each group, creates a sink that runs the next steps. Collects the results of all groups in a Map. */
class GroupSink implements Sink {
  readonly #byKey = new Map<unknown, Group>();
  readonly #places = new Map<Row, Place>();
  readonly #changed = new Set<Group>();
  #last = new Map<unknown, unknown>();

  constructor(
    private readonly select: (item: unknown) => unknown,
    private readonly order: Order,
    private readonly next: () => Sink,
  ) {}

  change(before: Row | undefined, after: Row | undefined): boolean {
    const from = before && this.#places.get(before);
    const to = after && this.#placeOf(after);
    if (from !== undefined) {
      this.#places.delete(before!);
      from.group.sorted.remove(before!);
      this.#changed.add(from.group);
    }
    if (to !== undefined) {
      this.#places.set(after!, to);
      to.group.sorted.insert(after!);
      this.#changed.add(to.group);
    }
    if (from?.group === to?.group) from?.group.sink.change(from.out, to!.out);
    else {
      from?.group.sink.change(from.out, undefined);
      to?.group.sink.change(undefined, to.out);
    }
    return after !== undefined;
  }

  result(): unknown {
    let isSame = true;
    let isMoved = false;
    for (const group of this.#changed) {
      const [first] = group.sorted.rows as [Row?];
      const result = group.sink.result();
      if (first === undefined) this.#byKey.delete(group.key);
      isMoved ||= first !== group.first;
      isSame &&= Object.is(result, group.result) && first !== undefined;
      group.first = first;
      group.result = result;
    }
    this.#changed.clear();
    if (isSame && !isMoved) return this.#last;
    const groups = [...this.#byKey.values()];
    if (isMoved) groups.sort((a, b) => this.order.compare(a.first!, b.first!));
    const isInPlace = isSame && this.#hasSameKeys(groups);
    this.#reorder(groups);
    if (isInPlace) return this.#last;
    return (this.#last = new Map(groups.map(({ key, result }) => [key, result])));
  }

  #hasSameKeys(groups: readonly Group[]): boolean {
    let place = 0;
    for (const key of this.#last.keys()) if (!Object.is(groups[place++]?.key, key)) return false;
    return place === groups.length;
  }

  /**
   * Stores the groups in the given order. They do not have to be sorted again until the first row of a group changes.
   */
  #reorder(groups: readonly Group[]): void {
    this.#byKey.clear();
    for (const group of groups) this.#byKey.set(group.key, group);
  }

  #placeOf(row: Row): Place {
    const group = this.#groupOf(this.select(row.value));
    return { group, out: new Row(row.value, row.position, row.key) };
  }

  #groupOf(key: unknown): Group {
    let group = this.#byKey.get(key);
    if (group === undefined) {
      const nothing = { first: undefined, result: undefined };
      group = { key, sorted: new SortedRows(this.order), sink: this.next(), ...nothing };
      this.#byKey.set(key, group);
    }
    return group;
  }
}
