import { checkDefined } from './checks';
import type { Denormalizer, SchemaLike, SchemaShape } from './entity';
import { checkAttribute } from './mistakes';
import type { Normalizer } from './normalizer';
import { itemSchema, partsOf, Polymorphic, redefined } from './polymorphic';
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
> implements SchemaNode<ItemOf<D, A>[]> {
  #item: SchemaLike;

  /**
   * @param definition the schema of every item, or a mapping from values of an attribute to Entity classes
   * @param attribute required for a mapping: the name of the attribute, or a function that returns a key of the mapping
   * @throws CacheError NCQ1006 if a mapping has no attribute
   */
  constructor(definition: D, attribute?: A) {
    checkDefined('new schema.Array(…)', definition);
    checkAttribute('Array', definition, attribute);
    this.#item = itemSchema(definition, attribute);
  }

  /**
   * Adds classes to the mapping, or sets the schema of the items. Use this method for schemas that reference each
   * other.
   */
  define(definition: SchemaLike | EntityMapping): void {
    this.#item = redefined(this.#item, definition);
  }

  /** @internal The schema of each item. */
  get item(): SchemaLike {
    return this.#item;
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    return walk.items(this.#item, input, parent, key);
  }

  /** @internal */
  shape(): SchemaShape {
    return {
      kind: this.#item instanceof Polymorphic ? 'array of several' : 'array',
      parts: partsOf(this.#item),
    };
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer, last?: unknown): ItemOf<D, A>[] {
    if (!Array.isArray(stored)) return stored as ItemOf<D, A>[];
    return read.items(this.#item, stored, last) as ItemOf<D, A>[];
  }
}
