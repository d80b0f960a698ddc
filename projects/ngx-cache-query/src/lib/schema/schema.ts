// Schemas describe which entities a value holds, and where. entity/ defines entity classes, shapes/ the classes of the
// `schema` namespace. normalize/ splits an input into rows; denormalizer.ts puts entities back in place of their keys.
// query.ts and queryable.ts define what `select` and `get` can read. All of it is pure: it stores and requests no data.
//
// Users enter this folder through the classes of the `schema` namespace, `Entity` and `Query`. Seam offered: Effect and
// EffectWriter, for changes to rows that are not in the input itself.
import type { Entity, EntityClass, SchemaLiteral, SchemaNode } from './entity/entity';

export type {
  Denormalizer,
  Deserializer,
  EntityClass,
  SchemaFields,
  SchemaLike,
  SchemaList,
  SchemaLiteral,
  SchemaNode,
  SchemaShape,
} from './entity/entity';

/** A mapping of Entity classes by the value of the attribute that distinguishes them. */
export type EntityMapping = Readonly<Record<string, EntityClass>>;

/**
 * The name of the attribute that selects the schema of an item, or a function that computes the value of the attribute.
 *
 * The function receives the item before `static process` runs, the object that holds the array (the array itself if it
 * is at the top level), and the name of the field that holds the array (`undefined` at the top level). It returns a key
 * of the mapping.
 */
export type SchemaAttribute<D = EntityMapping> = string | AttributeFunction<EntityOf<D>>;

/**
 * The type is taken from a method, because TypeScript checks the parameters of methods less strictly. You may then
 * annotate the item with only the fields that the function reads.
 */
type AttributeFunction<Item> = {
  of(value: Item, parent: unknown, key: string | undefined): string;
}['of'];

/** The entity type of a class, or the union of the entity types of a mapping. */
export type EntityOf<D> =
  D extends EntityClass<infer E>
    ? E
    : D extends EntityMapping
      ? { [K in keyof D]: D[K] extends EntityClass<infer E> ? E : never }[keyof D]
      : never;

/** The value that a schema describes, with entity instances in place of their keys. */
export type Denormalize<S> =
  S extends EntityClass<infer E>
    ? E
    : S extends SchemaNode<infer Value>
      ? Value
      : S extends DateConstructor
        ? Date
        : S extends (raw: never) => infer Value
          ? Value
          : S extends readonly (infer Item)[]
            ? DenormalizeItem<Item>[]
            : S extends SchemaLiteral
              ? Widen<S>
              : S extends object
                ? { -readonly [K in keyof S]: Denormalize<S[K]> }
                : never;

/**
 * An item of `[X]`. For `[A, B]` the type is {@link OneSchemaPerList}, since nothing defines which item has which type.
 */
type DenormalizeItem<Item> =
  true extends IsSeveral<Exclude<Item, SchemaLiteral>> ? OneSchemaPerList : Denormalize<Item>;

type IsSeveral<Item, All = Item> = Item extends unknown
  ? [All] extends [Item]
    ? false
    : true
  : never;

/**
 * The type of an item of `[A, B]`. This schema is a mistake, because an array has only one schema. To distinguish
 * several types, name an attribute of the items: `new schema.Array({ a: A, b: B }, 'type')`.
 */
export interface OneSchemaPerList extends Entity {
  readonly 'use new schema.Array({ … }, attribute)': never;
}

type Widen<L> = L extends string
  ? string
  : L extends number
    ? number
    : L extends boolean
      ? boolean
      : L;
