import type { Denormalizer, SchemaLike } from './entity';
import { ItemSchema } from './item-schema';
import type { Normalizer } from './normalizer';
import type { Denormalize, EntityMapping, EntityOf, SchemaAttribute, SchemaNode } from './schema';

/** The type of an array item, for an array with one schema or with several Entity classes. */
export type ItemOf<D, A> = A extends string | ((...args: never) => unknown)
  ? EntityOf<D>
  : Denormalize<D>;

/**
 * An array that contains the items of the response in the order of the response. `[X]` is shorthand for
 * `new schema.Array(X)`. The array does not change when new entities are created. For a list that includes new
 * entities, use `schema.All` or `Collection`.
 *
 * @example
 * ```ts
 * new schema.Array(User); // or [User]
 * new schema.Array({ link: Link, post: Post }, 'type');
 * ```
 */
export class ArraySchema<
  D extends SchemaLike | EntityMapping,
  A extends SchemaAttribute<D> | undefined = undefined,
>
  extends ItemSchema
  implements SchemaNode<ItemOf<D, A>[]>
{
  /**
   * @param definition the schema of every item, or a mapping from values of an attribute to Entity classes
   * @param attribute required for a mapping: the name of the attribute, or a function that returns a key of the mapping
   * @throws CacheError NCQ1006 if a mapping has no attribute
   */
  constructor(definition: D, attribute?: A) {
    super('Array', definition, attribute);
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    return walk.items(this.item, input, parent, key);
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer, last?: unknown): ItemOf<D, A>[] {
    if (!Array.isArray(stored)) return stored as ItemOf<D, A>[];
    return read.items(this.item, stored, last) as ItemOf<D, A>[];
  }
}
