import { isEntityClass } from '../entity/entity-plan';
import type { Normalizer } from '../normalize/normalizer';
import { checkDefinition } from '../checks/undefined-schema';
import { denormalizeItems } from '../denormalizer';
import { missingAttributeError, partsOf, Polymorphic, polymorphic } from './polymorphic';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from '../queryable';
import type {
  Denormalizer,
  EntityClass,
  EntityMapping,
  EntityOf,
  SchemaAttribute,
  SchemaNode,
  SchemaShape,
} from '../schema';
import type { AnyUnion } from './union';

/**
 * The stored value of an entity field with the schema `schema.All`. The field stores no keys, because the value of
 * every such field is the same list of all entities.
 */
const SHARED = true;

/** The entity type of a class, a mapping or a `schema.Union`. */
type ItemOf<D> = D extends SchemaNode<infer E> ? E : EntityOf<D>;

/**
 * The list of all entities of one or more classes, in the order in which the cache first stored them.
 *
 * You can read it with `select` or a {@link Query}. As the schema of an endpoint, it describes a response that is an
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
  #item: EntityClass | Polymorphic;
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
    checkDefinition('All', definition);
    const item = isEntityClass(definition) ? definition : polymorphic(definition, attribute);
    if (item === undefined) throw missingAttributeError('All');
    this.#item = item;
  }

  /** Adds classes to the mapping. Use this method for schemas that reference each other. */
  define(definition: EntityClass | EntityMapping): void {
    if (isEntityClass(definition)) this.#item = definition;
    else if (this.#item instanceof Polymorphic) this.#item.define(definition);
    this.#types = undefined;
  }

  /** The Entity classes whose entities the list contains. */
  get types(): readonly EntityClass[] {
    return (this.#types ??= this.#item instanceof Polymorphic ? this.#item.types : [this.#item]);
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    const stored = walk.items(this.#item, input, parent, key);
    return walk.depth > 0 ? SHARED : stored;
  }

  /** @internal */
  shape(): SchemaShape {
    return { kind: 'all', parts: partsOf(this.#item) };
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer): ItemOf<D>[] {
    const all = read.all(this.types);
    if (!Array.isArray(stored)) return all as ItemOf<D>[];
    const own = denormalizeItems(this.#item, stored, read);
    return [...new Set([...own, ...(all ?? [])])] as ItemOf<D>[];
  }

  /** @internal */
  read(reader: ReadContext): Known<ItemOf<D>[]> {
    return (reader.all(this.types) as ItemOf<D>[] | undefined) ?? UNKNOWN;
  }
}
