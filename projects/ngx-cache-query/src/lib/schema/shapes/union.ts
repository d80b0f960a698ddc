import { pkOf } from '../denormalizer';
import type { Normalizer } from '../normalize/normalizer';
import { checkDefinition } from '../checks/undefined-schema';
import { missingAttributeError, Polymorphic } from './polymorphic';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from '../queryable';
import type {
  Denormalizer,
  EntityMapping,
  EntityOf,
  SchemaAttribute,
  SchemaNode,
  SchemaShape,
} from '../schema';

/**
 * An entity of one of several types.
 *
 * To read the entity, pass an object that has the key and the attribute (or the fields that the attribute function
 * reads). If you pass only the key, the types are tried in the order of the mapping, and you get the first entity with
 * that key.
 *
 * @example
 * ```ts
 * const item = new schema.Union({ link: Link, post: Post }, 'type');
 * cache.select(item, { id: 5, type: 'post' }); // Observable<Link | Post | undefined>
 * ```
 */
export class Union<D extends EntityMapping>
  implements SchemaNode<EntityOf<D>>, QueryableNode<EntityOf<D>, [key: string | number | object]>
{
  readonly #several: Polymorphic;

  /**
   * @param definition a mapping of Entity classes by the value of the attribute
   * @param attribute the name of the attribute, or a function that returns a key of the mapping
   * @throws CacheError NCQ1006 when `attribute` is missing
   */
  constructor(definition: D, attribute: SchemaAttribute<D>) {
    checkDefinition('Union', definition);
    if ((attribute as unknown) === undefined) throw missingAttributeError('Union');
    this.#several = new Polymorphic(definition, attribute);
  }

  /** Adds types to the mapping. */
  define(definition: EntityMapping): void {
    this.#several.define(definition);
  }

  /** @internal */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown {
    return this.#several.normalize(input, parent, key, walk);
  }

  /** @internal */
  markListed(walk: Normalizer): void {
    this.#several.markListed(walk);
  }

  /** @internal */
  shape(): SchemaShape {
    return { kind: this.#several.kind, parts: this.#several.mapping };
  }

  /** @internal */
  denormalize(stored: unknown, read: Denormalizer): EntityOf<D> {
    return this.#several.denormalize(stored, read) as EntityOf<D>;
  }

  /** @internal */
  read(reader: ReadContext, [key]: [key: string | number | object]): Known<EntityOf<D>> {
    for (const type of this.#several.typesOf(key)) {
      const pk = pkOf(type, key);
      const entity = pk === undefined ? undefined : reader.entity(type, pk);
      if (entity !== undefined) return entity as EntityOf<D>;
    }
    return UNKNOWN;
  }
}
