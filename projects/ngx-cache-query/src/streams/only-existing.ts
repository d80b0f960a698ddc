import { undefinedSchemaError, undefinedText } from '../schema/misfit';
import {
  type IsKnown,
  keepOperations,
  type Normalizer,
  type Operation,
  operationsOf,
} from '../schema/normalizer';
import type { Pk } from '../schema/pk';
import type { Denormalize, Denormalizer, SchemaLike, SchemaNode } from '../schema/schema';

declare const ngDevMode: unknown;

/**
 * Returns a schema that changes existing entities but creates none, for messages that contain only some fields.
 * Entities that are not in the cache are skipped.
 *
 * @throws CacheError NCQ1009 if `definition` is undefined
 *
 * @example
 * ```ts
 * cache.connect(prices$, onlyExisting([Product])); // [{ id: 5, price: 7 }]
 * ```
 */
export function onlyExisting<S extends SchemaLike>(definition: S): SchemaNode<Denormalize<S>> {
  if (definition === undefined) {
    const dev = typeof ngDevMode === 'undefined' || !!ngDevMode;
    const source = 'onlyExisting(…)';
    throw undefinedSchemaError(dev && undefinedText(source, 'its schema'), { source, path: '' });
  }
  return new OnlyExisting<S>(definition);
}

class OnlyExisting<S extends SchemaLike> implements SchemaNode<Denormalize<S>> {
  /** @internal A stream does not keep such entities. */
  readonly isOnlyExisting = true;

  constructor(readonly item: SchemaLike) {}

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    const { last } = walk;
    const listed = [...walk.listed];
    const stored = walk.visit(this.item, input, parent, key);
    const found = new Set<Operation>();
    for (let next = last ? last.next : walk.first; next; next = next.next) {
      found.add(next);
      (walk.optional ??= new Set()).add(next);
    }
    walk.listed.clear();
    for (const plan of listed) walk.listed.add(plan);
    walk.decisions.push((isKnown) => skipUnknown(walk, found, isKnown));
    return stored;
  }

  denormalize(stored: unknown, read: Denormalizer, last?: unknown): Denormalize<S> {
    return read.value(this.item, stored, last) as Denormalize<S>;
  }
}

/** Removes the operations on rows that are neither in the cache nor created by another part of the input. */
function skipUnknown(input: Normalizer, found: ReadonlySet<Operation>, isKnown: IsKnown): void {
  const created = new Map<unknown, Set<Pk>>();
  const all = operationsOf(input);
  for (const next of all) {
    if (found.has(next)) continue;
    const { identity } = next.plan;
    created.set(identity, (created.get(identity) ?? new Set()).add(next.pk));
  }
  const stays = (each: Operation) =>
    !found.has(each) || isKnown(each) || created.get(each.plan.identity)?.has(each.pk);
  const rest = all.filter(stays);
  keepOperations(input, rest);
  input.plans.clear();
  for (const { plan } of rest) input.plans.add(plan);
}
