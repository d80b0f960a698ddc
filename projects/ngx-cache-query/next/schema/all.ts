import { checkDefined } from './checks';
import type { Denormalizer, EntityClass, SchemaLike, SchemaShape } from './entity';
import { missingAttribute } from './mistakes';
import type { Normalizer } from './normalizer';
import { isEntityClass } from './plan';
import { itemSchema, partsOf, Polymorphic, redefined } from './polymorphic';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from './queryable';
import type { EntityMapping, EntityOf, SchemaAttribute, SchemaNode } from './schema';
import type { AnyUnion } from './union';

/** The stored value of an entity field with the schema `schema.All`: every such field has the same list as its value. */
const SHARED = true;

/** The entity type of a class, a mapping or a `schema.Union`. */
type ItemOf<D> = D extends SchemaNode<infer E> ? E : EntityOf<D>;

/**
 * The list of all entities of one or more classes, in the order in which the cache first stored them.
 *
 * You can read it with `select` or a `Query`. As the schema of an endpoint, it describes a response that is an
 * array. The value of the endpoint contains the items of the response first, and then all other entities of these
 * classes in the cache.
 *
 * @example
 * ```ts
 * new schema.All(User);
 * new schema.All({ link: Link, post: Post }, 'type');
 * new schema.All(new schema.Union({ link: Link, post: Post }, 'type'));
 * new schema.All({ links: Link, posts: Post }, (item: { type: string }) => `${item.type}s`);
 * ```
 */
export class All<D extends EntityClass | EntityMapping | AnyUnion>
  implements SchemaNode<ItemOf<D>[]>, QueryableNode<ItemOf<D>[], []>
{
  #item: SchemaLike;
  #types: readonly EntityClass[] | undefined;

  /**
   * @param definition an Entity class, a `schema.Union`, or a mapping from values of an attribute to Entity classes
   * @param attribute required for a mapping. It is the name of the attribute, or a function that receives
   * `(value, parent, key)` and returns a key of the mapping. The function is called once for each item that is written.
   * @throws CacheError NCQ1006 if a mapping has no attribute
   */
  constructor(
    definition: D,
    ...attribute: D extends EntityClass | AnyUnion ? [] : [schemaAttribute: SchemaAttribute<D>]
  );
  constructor(definition: D, attribute?: SchemaAttribute<D>) {
    checkDefined('new schema.All(…)', definition);
    this.#item = itemSchema(definition, attribute);
    if (!isEntityClass(this.#item) && !(this.#item instanceof Polymorphic)) {
      throw missingAttribute('All');
    }
  }

  /** Adds classes to the mapping. Use this method for schemas that reference each other. */
  define(definition: EntityClass | EntityMapping): void {
    this.#item = redefined(this.#item, definition);
    this.#types = undefined;
  }

  /** The Entity classes whose entities the list contains. */
  get types(): readonly EntityClass[] {
    const item = this.#item;
    return (this.#types ??= item instanceof Polymorphic ? item.types : [item as EntityClass]);
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    const stored = walk.items(this.#item, input, parent, key);
    return walk.depth > 0 ? SHARED : stored;
  }

  /** @internal */
  markListed(walk: Normalizer): void {
    walk.list(this.#item);
  }

  /** @internal */
  shape(): SchemaShape {
    return { kind: 'all', parts: partsOf(this.#item) };
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer): ItemOf<D>[] {
    const all = read.all(this.types);
    if (!Array.isArray(stored)) return all as ItemOf<D>[];
    return [...new Set([...read.items(this.#item, stored), ...(all ?? [])])] as ItemOf<D>[];
  }

  /** @internal */
  read(reader: ReadContext, _args: []): Known<ItemOf<D>[]> {
    return (reader.all(this.types) as ItemOf<D>[] | undefined) ?? UNKNOWN;
  }
}
