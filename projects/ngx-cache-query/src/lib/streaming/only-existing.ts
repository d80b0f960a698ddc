import { checkSchemaAt } from '../schema/checks/undefined-schema';
import { denormalize } from '../schema/denormalizer';
import { Batch } from '../schema/normalize/batch';
import type { Effect, EffectWriter } from '../schema/normalize/effect';
import { Normalizer } from '../schema/normalize/normalizer';
import type {
  Denormalize,
  Denormalizer,
  SchemaLike,
  SchemaNode,
  SchemaShape,
} from '../schema/schema';
import type { Transaction } from '../store/transaction';

/**
 * Returns a schema that changes existing entities but never creates new ones. Entities that are not in the cache are
 * skipped, even inside other entities. However, a relation to a skipped entity still stores the key of the entity.
 *
 * Use the returned schema for messages that contain only some fields of an entity, for example only the price of a
 * product. With the schema `[Product]`, a message for a product that is not in the cache would create a product without
 * a name.
 *
 * @param definition the schema of the messages
 * @throws CacheError NCQ1009 if `definition` is undefined
 *
 * @example
 * ```ts
 * cache.connect(prices$, onlyExisting([Product])); // [{ id: 5, price: 7 }]
 * ```
 */
export function onlyExisting<S extends SchemaLike>(definition: S): SchemaNode<Denormalize<S>> {
  checkSchemaAt({ source: 'onlyExisting(…)', path: [] }, 'its schema', definition);
  return new OnlyExisting<S>(definition);
}

class OnlyExisting<S extends SchemaLike> implements SchemaNode<Denormalize<S>> {
  readonly #definition: SchemaLike;

  constructor(definition: S) {
    this.#definition = definition;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    const inner = new Normalizer(walk.source, walk.args, walk.isMutation, walk.ids);
    inner.path.push(...walk.path);
    inner.depth = walk.depth;
    inner.arrayDepth = walk.arrayDepth;
    const stored = inner.visit(this.#definition, input, parent, key);
    walk.batch.effects.push(new ChangeEffect(inner.batch.detach()));
    return stored;
  }

  /** @internal */
  shape(): SchemaShape {
    return { kind: 'existing', parts: { item: this.#definition } };
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer): Denormalize<S> {
    return denormalize(this.#definition, stored, read) as Denormalize<S>;
  }
}

/** Applies the operations of a batch, but only to rows that are in the cache. */
class ChangeEffect implements Effect {
  constructor(private readonly batch: Batch) {}

  apply(writer: EffectWriter): void {
    for (let entry = this.batch.first; entry !== undefined; entry = entry.next) {
      const { plan, pk, op } = entry;
      if (writer.row(plan, pk) !== undefined) writer.write(plan, pk, op);
    }
    for (const effect of this.batch.effects) effect.apply(writer);
  }

  commit(transaction: Transaction, order: number, isLocal: boolean): void {
    const existing = new Batch();
    for (let entry = this.batch.first; entry !== undefined; entry = entry.next) {
      const { plan, row } = entry;
      const table = transaction.tables.of(plan);
      const pk = table.keyOf(entry.pk);
      if (!table.exists(pk)) continue;
      if (row === undefined) existing.remove(plan, pk);
      else existing.put(plan, entry.pk, row);
    }
    existing.effects.push(...this.batch.effects);
    transaction.apply(existing, order, isLocal);
  }
}
