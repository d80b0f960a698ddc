import { checkDefined } from '../schema/misfit';
import {
  type Input,
  type IsKnown,
  keepOperations,
  type Operation,
  operationsOf,
} from '../schema/input';
import type { Normalizer } from '../schema/normalizer';
import type { Pk } from '../schema/pk';
import type { Denormalize, Denormalizer, SchemaLike, SchemaNode } from '../schema/schema';
import { getOrInsert } from '../util/get-or-insert';

/**
 * Returns a schema that changes existing entities but creates none, for messages that contain only some fields.
 * Entities that are not in the cache are skipped, also while a request that loads them is in flight.
 *
 * @throws CacheError NCQ1009 if `definition` is undefined
 *
 * @example
 * ```ts
 * cache.connect(prices$, onlyExisting([Product])); // [{ id: 5, price: 7 }]
 * ```
 */
export function onlyExisting<S extends SchemaLike>(definition: S): SchemaNode<Denormalize<S>> {
  checkDefined('onlyExisting(…)', definition);
  return new OnlyExisting<S>(definition);
}

class OnlyExisting<S extends SchemaLike> implements SchemaNode<Denormalize<S>> {
  /** @internal */
  readonly isOnlyExisting = true;

  constructor(readonly item: SchemaLike) {}

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    const { last } = walk;
    const listed = new Set(walk.listed);
    const stored = walk.visit(this.item, input, parent, key);
    // Some entities of a class are not all of them.
    for (const plan of walk.listed) if (!listed.has(plan)) walk.listed.delete(plan);
    if (!walk.optional) {
      // Once for all such parts: none may take the unknown entities of another for created ones.
      const optional = (walk.optional = new Set());
      walk.decide = (isKnown) => skipUnknown(walk, optional, isKnown);
    }
    for (let next = last ? last.next : walk.first; next; next = next.next) walk.optional.add(next);
    return stored;
  }

  denormalize(stored: unknown, read: Denormalizer, last?: unknown): Denormalize<S> {
    return read.value(this.item, stored, last) as Denormalize<S>;
  }
}

/** Removes the operations on rows that are neither in the cache nor created by another part of the input. */
function skipUnknown(input: Input, optional: ReadonlySet<Operation>, isKnown: IsKnown): void {
  const created = new Map<unknown, Set<Pk>>();
  const all = operationsOf(input);
  for (const next of all) {
    if (optional.has(next)) continue;
    const { identity } = next.plan;
    getOrInsert(created, identity, () => new Set()).add(next.pk);
  }
  const stays = (each: Operation) =>
    !optional.has(each) || isKnown(each) || created.get(each.plan.identity)?.has(each.pk);
  const rest = all.filter(stays);
  keepOperations(input, rest);
  // The classes of what stays, and of what needs no operation, such as a page.
  for (const { plan } of optional) input.plans.delete(plan);
  for (const { plan } of rest) input.plans.add(plan);
}
