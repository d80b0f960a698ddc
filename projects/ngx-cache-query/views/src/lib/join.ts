import {
  type schema,
  type EntityClass,
  type EntityMapping,
  type EntityOf,
  ɵallNow as allNow,
  ɵcanonicalPk as canonicalPk,
  ɵisEntityClass as isEntityClass,
} from 'ngx-cache-query';
import { Row, type Sink } from './row';
import { type Args, type Flow, selecting, type Selector, type ViewStep } from './step';

/**
 * Defines how items and entities are matched. If the value is a single field or selector of the item, this field or
 * selector returns the key of the entity. If the value is a pair, it consists of a field or selector of the item and a
 * field or selector of the entity. Their values must be equal.
 */
export type JoinOn<T, E, P extends readonly unknown[]> =
  Selector<T, P> | readonly [left: Selector<T, P>, right: Selector<E, P>];

/**
 * Pairs each item with the matching entities of another class. Use this step if the classes declare no relation. An
 * item without a match is omitted. An item with several matches appears once for each match, in the insertion order of
 * the matches.
 *
 * @param all the other entities
 * @param on a field or selector of the item that provides the key of the other entity, or a pair of fields or selectors
 * (first of the item, then of the other entity) whose values must be equal
 *
 * @example
 * ```ts
 * const owned = new Query(
 *   new schema.All(Issue),
 *   view(
 *     join(new schema.All(User), 'ownerId'),
 *     mapRows(([issue, owner]) => ({ title: issue.title, owner: owner.name })),
 *   ),
 * );
 * ```
 */
export function join<T, D extends EntityClass | EntityMapping, P extends readonly unknown[] = []>(
  all: schema.All<D>,
  on: JoinOn<T, EntityOf<D>, P>,
): ViewStep<readonly T[], (readonly [T, EntityOf<D>])[], P> {
  return new Join(all, on);
}

type Key = (item: unknown) => unknown;

class Join<
  T,
  D extends EntityClass | EntityMapping,
  P extends readonly unknown[],
> implements ViewStep<readonly T[], (readonly [T, EntityOf<D>])[], P> {
  constructor(
    private readonly all: schema.All<D>,
    private readonly on: JoinOn<T, EntityOf<D>, P>,
  ) {}

  apply(input: readonly T[], args: P): (readonly [T, EntityOf<D>])[] {
    const [left, right] = this.#keys(args);
    const others = new Map<unknown, EntityOf<D>[]>();
    for (const other of allNow(this.all) as EntityOf<D>[]) {
      const key = right(other);
      const same = others.get(key);
      if (same === undefined) others.set(key, [other]);
      else same.push(other);
    }
    return input.flatMap((item) =>
      (others.get(left(item)) ?? []).map((other) => [item, other] as const),
    );
  }

  follow({ args, order, sources, next }: Flow): Sink {
    const [left, right] = this.#keys(args);
    const sink = new JoinSink(left, next(order.join()));
    sources.add(this.all.types, {
      change: (before, after) => sink.changeOther(before, after, right),
    });
    return sink;
  }

  #keys(args: Args): [left: Key, right: Key] {
    const { on } = this;
    if (Array.isArray(on)) return [selecting(on[0], args), selecting(on[1], args)];
    const select = selecting(on, args);
    const pkOf: Key = (entity) => canonicalPk((entity as { pk(): unknown }).pk());
    return [(item) => canonicalPk(keyOf(select(item))), pkOf];
  }
}

/** Returns the key of an entity. Any other value is already a key, and is returned unchanged. */
function keyOf(value: unknown): unknown {
  return isEntityClass((value as object | undefined)?.constructor)
    ? (value as { pk(): unknown }).pk()
    : value;
}

/** Groups the items and the entities of the other class by the compared values, and maintains the matching pairs. */
class JoinSink implements Sink {
  readonly #items = new Map<unknown, Set<Row>>();
  readonly #others = new Map<unknown, Set<Row>>();
  /** Maps the row of each item to the pairs of this item. The pairs are keyed by the row of the matching entity. */
  readonly #pairs = new Map<Row, Map<Row, Row>>();

  constructor(
    private readonly keyOf: Key,
    private readonly next: Sink,
  ) {}

  change(before: Row | undefined, after: Row | undefined): boolean {
    const last = before && this.#pairs.get(before);
    const pairs = new Map<Row, Row>();
    if (before !== undefined) {
      this.#pairs.delete(before);
      takeFrom(this.#items, this.keyOf(before.value), before);
    }
    if (after !== undefined) {
      const key = this.keyOf(after.value);
      putInto(this.#items, key, after);
      for (const other of this.#others.get(key) ?? []) pairs.set(other, pairOf(after, other));
      this.#pairs.set(after, pairs);
    }
    for (const [other, pair] of last ?? []) this.next.change(pair, pairs.get(other));
    for (const [other, pair] of pairs) if (!last?.has(other)) this.next.change(undefined, pair);
    return after !== undefined;
  }

  changeOther(before: Row | undefined, after: Row | undefined, keyOf: Key): boolean {
    const from = before && this.#itemsOf(before, keyOf, takeFrom);
    const to = after && this.#itemsOf(after, keyOf, putInto);
    for (const item of from ?? []) {
      const pairs = this.#pairs.get(item)!;
      const last = pairs.get(before!);
      pairs.delete(before!);
      const pair = to?.has(item) === true ? pairOf(item, after!) : undefined;
      if (pair !== undefined) pairs.set(after!, pair);
      this.next.change(last, pair);
    }
    for (const item of to ?? []) {
      if (from?.has(item) === true) continue;
      const pair = pairOf(item, after!);
      this.#pairs.get(item)!.set(after!, pair);
      this.next.change(undefined, pair);
    }
    return after !== undefined;
  }

  result(): unknown {
    return this.next.result();
  }

  #itemsOf(other: Row, keyOf: Key, update: typeof putInto): ReadonlySet<Row> | undefined {
    const key = keyOf(other.value);
    update(this.#others, key, other);
    return this.#items.get(key);
  }
}

function pairOf(item: Row, other: Row): Row {
  const positions = [item.position, other.position].flat();
  return new Row([item.value, other.value], positions, item.key);
}

function putInto(rows: Map<unknown, Set<Row>>, key: unknown, row: Row): void {
  const same = rows.get(key);
  if (same === undefined) rows.set(key, new Set([row]));
  else same.add(row);
}

function takeFrom(rows: Map<unknown, Set<Row>>, key: unknown, row: Row): void {
  const same = rows.get(key);
  same?.delete(row);
  if (same?.size === 0) rows.delete(key);
}
