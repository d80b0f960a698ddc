import { type Compare, type Member, Sorted } from './sorted';
import { getOrInsert } from '../util/get-or-insert';
import { type Flow, selecting, type Selector, type Sink, type ViewStep } from './step';

/**
 * Groups the items by the value of a field or selector, as a Map in the order of the first items. The next steps apply
 * to each group.
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
export function groupRows(
  selector: unknown,
): ViewStep<readonly never[], Map<never, never[]>, never> {
  return { open: (flow) => new GroupSink(selector, flow) };
}

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
  return { open: (flow) => new DistinctSink(selector, flow) };
}

/** The members with the same value. */
class Group {
  readonly sorted: Sorted;
  /** The first member when the result was read last. */
  first: Member | undefined;
  /** What the next steps make of the members. */
  value: unknown;

  constructor(
    readonly key: unknown,
    compare: Compare,
    readonly sink?: Sink,
  ) {
    this.sorted = new Sorted(compare);
  }

  change(before: Member | undefined, after: Member | undefined): void {
    this.sorted.change(before, after);
    this.sink?.change(before, after);
  }
}

/** Keeps the groups, and which of them have changed. */
abstract class Grouping implements Sink {
  protected groups = new Map<unknown, Group>();
  protected readonly changed = new Set<Group>();
  readonly #places = new Map<Member, Group>();
  readonly #select: (item: unknown) => unknown;

  constructor(
    selector: unknown,
    protected readonly flow: Flow,
  ) {
    this.#select = selecting(selector, flow.args);
  }

  abstract read(shown: unknown): unknown;

  /** Returns the sink of the members of one group, if each group needs one. */
  protected abstract open(): Sink | undefined;

  change(before: Member | undefined, after: Member | undefined): void {
    const to = after && this.#groupOf(this.#select(after.item));
    const from = before && this.#places.get(before)!;
    if (before) this.#places.delete(before);
    if (after) this.#places.set(after, to!);
    if (from === to) from?.change(before, after);
    else {
      from?.change(before, undefined);
      to?.change(undefined, after);
    }
    if (from) this.changed.add(from);
    if (to) this.changed.add(to);
  }

  #groupOf(key: unknown): Group {
    return getOrInsert(this.groups, key, () => new Group(key, this.flow.compare, this.open()));
  }
}

class GroupSink extends Grouping {
  #last: unknown;

  protected override open(): Sink {
    return this.flow.next(this.flow.compare);
  }

  override read(shown: unknown): unknown {
    const isShown = shown instanceof Map && shown === this.#last;
    if (isShown && this.changed.size === 0) return shown;
    const values = shown instanceof Map ? (shown as ReadonlyMap<unknown, unknown>) : undefined;
    let isMoved = false;
    for (const group of isShown ? this.changed : this.groups.values()) {
      const [first] = group.sorted.settle() as [Member?];
      if (first === undefined) this.groups.delete(group.key);
      else group.value = group.sink!.read(values?.get(group.key));
      isMoved ||= first !== group.first;
      group.first = first;
    }
    this.changed.clear();
    if (isMoved) this.#reorder();
    const made = new Map([...this.groups.values()].map(({ key, value }) => [key, value]));
    return (this.#last = values !== undefined && isSame(values, made) ? values : made);
  }

  #reorder(): void {
    const { compare } = this.flow;
    this.groups = new Map([...this.groups].sort(([, a], [, b]) => compare(a.first!, b.first!)));
  }
}

/** Passes only the first member of each group on. */
class DistinctSink extends Grouping {
  readonly #next = this.flow.next(this.flow.compare);

  protected override open(): undefined {
    return undefined;
  }

  override read(shown: unknown): unknown {
    for (const group of this.changed) {
      const [first] = group.sorted.settle() as [Member?];
      if (first === undefined) this.groups.delete(group.key);
      if (first !== group.first) this.#next.change(group.first, first);
      group.first = first;
    }
    this.changed.clear();
    return this.#next.read(shown);
  }
}

/** Whether two Maps have the same entries in the same order. */
function isSame(a: ReadonlyMap<unknown, unknown>, b: ReadonlyMap<unknown, unknown>): boolean {
  const entries = [...b];
  let i = 0;
  for (const [key, value] of a) {
    const entry = entries[i++];
    if (!entry || !Object.is(entry[0], key) || !Object.is(entry[1], value)) return false;
  }
  return i === entries.length;
}
