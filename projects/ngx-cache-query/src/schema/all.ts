import { recycle } from '../util/equality';
import { ItemSchema } from './item-schema';
import type { Normalizer } from './normalizer';
import { Polymorphic } from './polymorphic';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from './queryable';
import type {
  Denormalizer,
  EntityClass,
  EntityMapping,
  EntityOf,
  SchemaAttribute,
  SchemaNode,
} from './schema';
import type { AnyUnion } from './union';

/** The stored value of an entity field with the schema `schema.All`: every such field has the same list as its value. */
const SHARED = true;

/** The entity type of a class, a mapping or a `schema.Union`. */
type ItemOf<D> = D extends SchemaNode<infer E> ? E : EntityOf<D>;

/**
 * All entities of one or more classes, in the order in which the cache first stored them. As the schema of an endpoint,
 * it describes an array; the value contains its items first, and then all other entities.
 *
 * @example
 * ```ts
 * new schema.All(User);
 * new schema.All({ link: Link, post: Post }, 'type');
 * new schema.All(new schema.Union({ link: Link, post: Post }, 'type'));
 * ```
 */
export class All<D extends EntityClass | EntityMapping | AnyUnion>
  extends ItemSchema
  implements SchemaNode<ItemOf<D>[]>, QueryableNode<ItemOf<D>[], []>
{
  #types: readonly EntityClass[] | undefined;

  /**
   * @param attribute for a mapping: the name of the attribute, or a function of the item that returns its key
   * @throws CacheError NCQ1006 if a mapping has no attribute
   */
  constructor(
    definition: D,
    ...attribute: D extends EntityClass | AnyUnion ? [] : [schemaAttribute: SchemaAttribute<D>]
  );
  constructor(definition: D, attribute?: SchemaAttribute<D>) {
    super('All', definition, attribute, true);
  }

  /** Adds classes to the mapping. Use this method for schemas that reference each other. */
  override define(definition: EntityClass | EntityMapping): void {
    super.define(definition);
    this.#types = undefined;
  }

  /** The Entity classes whose entities the list contains. */
  get types(): readonly EntityClass[] {
    const { item } = this;
    return (this.#types ??= item instanceof Polymorphic ? item.types : [item as EntityClass]);
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    const stored = walk.items(this.item, input, parent, key);
    return walk.depth > 0 ? SHARED : stored;
  }

  denormalize(stored: unknown, read: Denormalizer, last?: unknown): ItemOf<D>[] {
    const all = read.all(this.types);
    if (!Array.isArray(stored)) return all as ItemOf<D>[];
    const items = new Set([...read.items(this.item, stored), ...(all ?? [])]);
    return recycle(last, [...items]) as ItemOf<D>[]; // A long list, too.
  }

  read(reader: ReadContext, _args: []): Known<ItemOf<D>[]> {
    return (reader.all(this.types) as ItemOf<D>[] | undefined) ?? UNKNOWN;
  }
}
