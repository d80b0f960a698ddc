import { ItemSchema } from './item-schema';
import type { Normalizer } from './normalizer';
import type {
  Denormalize,
  Denormalizer,
  EntityMapping,
  EntityOf,
  SchemaAttribute,
  SchemaLike,
  SchemaNode,
} from './schema';

/** The type of an array item, for an array with one schema or with several Entity classes. */
export type ItemOf<D, A> = A extends string | ((...args: never) => unknown)
  ? EntityOf<D>
  : Denormalize<D>;

/**
 * An array of the items of the response. `[X]` is shorthand for `new schema.Array(X)`. It does not receive new
 * entities: for that, use `schema.All` or `Collection`.
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
   * @param attribute for a mapping: the name of the attribute, or a function of the item that returns its key
   * @throws CacheError NCQ1006 if a mapping has no attribute
   */
  constructor(definition: D, attribute?: A) {
    super('Array', definition, attribute);
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    return walk.items(this.item, input, parent, key);
  }

  denormalize(stored: unknown, read: Denormalizer, last?: unknown): ItemOf<D, A>[] {
    if (!Array.isArray(stored)) return stored as ItemOf<D, A>[];
    return read.items(this.item, stored, last) as ItemOf<D, A>[];
  }
}
