import { checkDefined } from './misfit';
import { pkOf } from './pk';
import { isObject } from '../util/plain-data';
import type { Entity } from './entity';
import { missingAttribute } from './mistakes';
import { Polymorphic } from './polymorphic';
import { type Known, type QueryableNode, type ReadContext, UNKNOWN } from './queryable';
import type { EntityClass, EntityMapping, EntityOf, SchemaAttribute, SchemaNode } from './schema';

/** A schema for an entity of one of several classes. */
export interface AnyUnion<E = Entity> extends SchemaNode<E> {
  /** Adds classes to the mapping. */
  define(definition: EntityMapping): void;
}

// A Union extends Polymorphic, so other schemas can use its classes. Only the members above are part of its public
// type.
const UnionBase = Polymorphic as new <E>(
  definition: EntityMapping,
  attribute: SchemaAttribute,
) => AnyUnion<E>;

/**
 * An entity of one of several classes. To read it, pass an object with the key and the attribute, or the fields that
 * the attribute function reads. With the key alone, the classes are tried in the order of the mapping.
 *
 * @example
 * ```ts
 * const item = new schema.Union({ link: Link, post: Post }, 'type');
 * cache.select(item, { id: 5, type: 'post' }); // Observable<Link | Post | undefined>
 * ```
 */
export class Union<D extends EntityMapping>
  extends UnionBase<EntityOf<D>>
  implements QueryableNode<EntityOf<D>, [key: string | number | object]>
{
  /** @param attribute the name of the attribute, or a function of the item that returns a key of the mapping */
  constructor(definition: D, attribute: SchemaAttribute<D>) {
    checkDefined('new schema.Union(…)', definition);
    if ((attribute as unknown) === undefined) throw missingAttribute('Union');
    super(definition, attribute);
  }

  read(reader: ReadContext, [key]: [key: string | number | object]): Known<EntityOf<D>> {
    for (const type of this.typesOf(key)) {
      const pk = pkOf(type, key);
      const entity = pk === undefined ? undefined : reader.entity(type, pk);
      if (entity !== undefined) return entity as EntityOf<D>;
    }
    return UNKNOWN;
  }

  /** @internal Returns the possible classes of an item with the given key, in the order in which to try them. */
  typesOf(key: unknown): readonly EntityClass[] {
    const union = this as unknown as Polymorphic;
    const { types } = union;
    if (!isObject(key)) return types;
    let hasReadKey = false;
    const note = (field: PropertyKey) => (hasReadKey ||= Object.hasOwn(key, field));
    const reading = new Proxy(key, {
      get(_, field): unknown {
        note(field);
        return Reflect.get(key, field);
      },
      has(_, field) {
        note(field);
        return Reflect.has(key, field);
      },
    });
    let name: string;
    try {
      name = union.typeOf(reading, undefined, undefined);
    } catch {
      return types; // The attribute function may expect a complete item, but `key` contains only the key.
    }
    const type = union.classOf({ type: name, pk: '' });
    const own = type ? [type] : [];
    // A function that reads no field of the key returns a default, so the other classes are possible, too.
    return hasReadKey ? own : [...own, ...types];
  }
}
