import { Result } from '../reactive/result';
import { active } from '../reactive/node';
import type { Tables } from '../reactive/tables';
import type { All } from '../schema/all';
import { isEntityClass } from '../schema/plan';
import { canonicalPk } from '../schema/pk';
import { UNKNOWN } from '../schema/queryable';
import type { EntityClass, EntityMapping, EntityOf } from '../schema/schema';
import { CacheError } from '../util/cache-error';
import { recycle } from '../util/equality';
import { getOrInsert } from '../util/get-or-insert';
import { rowSource } from './row-source';
import { byPlace, type Compare, Member } from './sorted';
import {
  type Args,
  type Changes,
  selecting,
  type Selector,
  type Sink,
  type ViewStep,
} from './step';

declare const ngDevMode: unknown;

/**
 * A field or selector of the item that returns the key of the entity, or a pair of fields or selectors, of the item and
 * of the entity, whose values are equal.
 */
export type JoinOn<T, E, P extends readonly unknown[]> =
  Selector<T, P> | readonly [left: Selector<T, P>, right: Selector<E, P>];

/**
 * Pairs each item with the matching entities of another class. An item without a match is omitted, and one with several
 * appears once for each.
 *
 * @param on a field or selector of the item that returns the key of the entity, or a pair (of the item, of the entity)
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
  all: All<D>,
  on: JoinOn<T, EntityOf<D>, P>,
): ViewStep<readonly T[], (readonly [T, EntityOf<D>])[], P> {
  return {
    open: ({ args, compare, live, next }) => {
      const byItem: Compare = (a, b) =>
        compare(a.key as Member, b.key as Member) || byPlace(a.place as Member, b.place as Member);
      const sink = new JoinSink(...keysOf(on, args), next(byItem));
      const change: Changes['change'] = (...others) => sink.changeOther(...others);
      const settle = live
        ? rowSource(live, all.types, { change })
        : readOnce(all.types, { change });
      return {
        change: (before, after) => sink.change(before, after),
        read: (shown) => {
          settle();
          // What is missing was evicted, and may be loaded again.
          return isPartial(all.types, live?.tables ?? (active as Result).owner.tables)
            ? UNKNOWN
            : sink.read(shown);
        },
      };
    },
  };
}

type Key = (item: unknown) => unknown;

/** Returns the functions that derive the compared value from an item and from an entity of the other class. */
function keysOf(on: unknown, args: Args): [left: Key, right: Key] {
  if (Array.isArray(on)) return [selecting(on[0], args), selecting(on[1], args)];
  const select = selecting(on, args);
  const pkOf: Key = (value) =>
    canonicalPk(
      isEntityClass((value as object | undefined)?.constructor)
        ? (value as { pk(): unknown }).pk()
        : value,
    );
  return [(item) => pkOf(select(item)), pkOf];
}

/**
 * Reads all entities for the running `process`, which then depends on them.
 *
 * @throws CacheError NCQ3003 if no `process` is running
 */
const readOnce = (types: readonly EntityClass[], sink: Changes) => () => {
  if (!(active instanceof Result)) throw outsideOfCache();
  const others = active.owner.all(types) ?? [];
  others.forEach((other, place) => sink.change(undefined, new Member(other, place)));
};

function isPartial(types: readonly EntityClass[], tables: Tables): boolean {
  return types.some((type) => tables.for(type).isPartial);
}

function outsideOfCache(): CacheError {
  return new CacheError(
    'NCQ3003',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `a view with join() was called outside of a cache, so it has no data to join. ` +
        `Use the view in a Query, and read the Query with select or get.`,
  );
}

type Change = readonly [before: Member | undefined, after: Member | undefined];

/** The pairs of an item, by the other entity. There is none for `undefined`. */
type Pairs = Map<Member | undefined, Member>;

/**
 * Keeps the matching pairs of items and entities of the other class. Both sides only collect changes until the result is
 * read, so that no pair contains a current item and an outdated entity.
 */
class JoinSink implements Sink {
  readonly #items = new Map<unknown, Set<Member>>();
  readonly #others = new Map<unknown, Set<Member>>();
  readonly #pairs = new Map<Member, Pairs>();
  #changes: Change[] = [];
  #otherChanges: Change[] = [];

  constructor(
    private readonly left: Key,
    private readonly right: Key,
    private readonly next: Sink,
  ) {}

  change(...change: Change): void {
    this.#changes.push(change);
  }

  changeOther(...change: Change): void {
    this.#otherChanges.push(change);
  }

  read(shown: unknown): unknown {
    const changes = this.#changes;
    for (const [before] of changes) {
      if (before) takeFrom(this.#items, this.left(before.item), before);
    }
    for (const change of this.#otherChanges) this.#updateOther(...change);
    for (const change of changes) this.#update(...change);
    this.#changes = [];
    this.#otherChanges = [];
    return this.next.read(shown);
  }

  #update(before: Member | undefined, after: Member | undefined): void {
    const last = before && this.#pairs.get(before);
    const pairs: Pairs = new Map();
    if (before) this.#pairs.delete(before);
    if (after) {
      const key = this.left(after.item);
      putInto(this.#items, key, after);
      for (const other of this.#others.get(key) ?? []) {
        pairs.set(other, pairOf(after, other, last?.get(other)));
      }
      this.#pairs.set(after, pairs);
    }
    for (const [other, pair] of last ?? []) this.next.change(pair, pairs.get(other));
    for (const [other, pair] of pairs) if (!last?.has(other)) this.next.change(undefined, pair);
  }

  #updateOther(before: Member | undefined, after: Member | undefined): void {
    const from = before && this.#matching(before, takeFrom);
    const to = after && this.#matching(after, putInto);
    for (const item of new Set([...(from ?? []), ...(to ?? [])])) {
      const pairs = this.#pairs.get(item)!;
      const last = pairs.get(before);
      const pair = to?.has(item) ? pairOf(item, after!, last) : undefined;
      pairs.delete(before);
      if (pair) pairs.set(after, pair);
      this.next.change(last, pair);
    }
  }

  /** Puts an entity of the other class into its place, or takes it out. Returns the matching items. */
  #matching(other: Member, update: typeof putInto): ReadonlySet<Member> | undefined {
    const key = this.right(other.item);
    update(this.#others, key, other);
    return this.#items.get(key);
  }
}

/** An equal pair keeps the reference of the last one. */
function pairOf(item: Member, other: Member, last: Member | undefined): Member {
  return new Member(recycle(last?.item, [item.item, other.item]), other, item);
}

function putInto(members: Map<unknown, Set<Member>>, key: unknown, member: Member): void {
  getOrInsert(members, key, () => new Set<Member>()).add(member);
}

function takeFrom(members: Map<unknown, Set<Member>>, key: unknown, member: Member): void {
  const same = members.get(key);
  same?.delete(member);
  if (same?.size === 0) members.delete(key);
}
