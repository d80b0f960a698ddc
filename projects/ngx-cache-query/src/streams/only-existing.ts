import type { Table } from '../reactive/table';
import { checkDefined } from '../schema/misfit';
import { Input, keepOperations, type Operation, operationsOf } from '../schema/input';
import type { Normalizer } from '../schema/normalizer';
import type { Pk } from '../schema/pk';
import type { Denormalize, Denormalizer, SchemaLike, SchemaNode } from '../schema/schema';
import type { Witness } from '../store/commit';
import { recordFrom } from '../store/merge';
import type { Store } from '../store/store';
import { getOrInsert } from '../util/get-or-insert';
import type { Fields } from '../util/plain-data';
import { callAll } from '../util/report-uncaught';

/**
 * Returns a schema that changes existing entities but creates none, for messages that contain only some fields.
 * Entities that are not in the cache are skipped. If a request in flight brings them, what was skipped is written then.
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
      walk.decide = (store: Store) => skipUnknown(walk, optional, store);
    }
    for (let next = last ? last.next : walk.first; next; next = next.next) walk.optional.add(next);
    return stored;
  }

  denormalize(stored: unknown, read: Denormalizer, last?: unknown): Denormalize<S> {
    return read.value(this.item, stored, last) as Denormalize<S>;
  }
}

/** Removes the operations on rows that are neither in the cache nor created by another part of the input. */
function skipUnknown(input: Input, optional: ReadonlySet<Operation>, store: Store): void {
  const created = new Map<unknown, Set<Pk>>();
  const all = operationsOf(input);
  for (const next of all) {
    if (optional.has(next)) continue;
    const { identity } = next.plan;
    getOrInsert(created, identity, () => new Set()).add(next.pk);
  }
  const [rest, skipped]: [Operation[], Operation[]] = [[], []];
  for (const each of all) {
    const { plan, pk } = each;
    const isKnown = store.tables.of(plan).record(pk) ?? created.get(plan.identity)?.has(pk);
    (optional.has(each) && !isKnown ? skipped : rest).push(each);
  }
  keepOperations(input, rest);
  // The classes of what stays, and of what needs no operation, such as a page.
  for (const { plan } of optional) input.plans.delete(plan);
  for (const { plan } of rest) input.plans.add(plan);
  if (skipped.length === 0 || store.cause.kind !== 'stream' || !store.order.hasReads) return;
  const late = getOrInsert(lateIn, store, () => new LateRows(store));
  late.add(skipped);
}

/** The operations on a row, and the position of the last one in the write order. */
type Late = readonly [input: Input, order: number];

const lateIn = /* @__PURE__ */ new WeakMap<Store, LateRows>();

/** What messages say about rows that a request in flight may bring. */
class LateRows implements Witness {
  readonly #rows = new Map<Table, Map<Pk, Late>>();

  constructor(private readonly store: Store) {
    store.witnesses.push(this);
  }

  add(operations: readonly Operation[]): void {
    const { order, tables } = this.store;
    for (const each of operations) {
      const { plan, pk, row } = each;
      const rows = getOrInsert(this.#rows, tables.of(plan).main, () => new Map<Pk, Late>());
      const input = rows.get(pk)?.[0] ?? new Input('connect');
      input.put(plan, pk, row && recordFrom(each)); // The caller may change the value.
      rows.set(pk, [input, order.last]);
    }
    // The frame in which the message was written may be the only thing that was in flight.
    queueMicrotask(() => order.hasReads || this.#rows.clear());
  }

  /** @see Witness */
  touch(table: Table, pk?: Pk, before?: Fields): void {
    const [input, order] = this.#rows.get(table)?.get(pk!) ?? [];
    if (!input || before) return;
    const { store } = this;
    const write = () => store.as({ kind: 'stream' }, () => store.write(input, order));
    store.onCommit(() => {
      const { data, order: last } = store.known(table, pk!);
      // Otherwise, it is newer, or the batch has failed.
      if (data && last <= order!) callAll([write]);
    });
  }
}
