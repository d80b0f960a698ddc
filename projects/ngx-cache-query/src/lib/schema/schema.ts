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

/** Entity classes by the value of an attribute that tells them apart. */
export type EntityMapping = Readonly<Record<string, EntityClass>>;

/**
 * Names the attribute that selects the schema of an item, or computes it.
 *
 * The function gets the item as it came, the object that holds the array (for a top-level array: the
 * array itself), and the name of the array on that object (at top level: `undefined`). The string that
 * it returns is a key of the mapping.
 */
export type SchemaAttribute<D = EntityMapping> = string | AttributeFunction<EntityOf<D>>;

/** A method's type, so that an item may be annotated with as much as the function looks at. */
type AttributeFunction<Item> = {
  of(value: Item, parent: unknown, key: string | undefined): string;
}['of'];

/** The entity that a class makes, or the union of what a mapping makes. */
export type EntityOf<D> =
  D extends EntityClass<infer E>
    ? E
    : D extends EntityMapping
      ? { [K in keyof D]: D[K] extends EntityClass<infer E> ? E : never }[keyof D]
      : never;

/** The value that a schema describes, with its entities in place. */
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

/** An item of `[X]`: of several types there is nothing that says which one it is. */
type DenormalizeItem<Item> =
  true extends IsSeveral<Exclude<Item, SchemaLiteral>> ? OneSchemaPerList : Denormalize<Item>;

type IsSeveral<Item, All = Item> = Item extends unknown
  ? [All] extends [Item]
    ? false
    : true
  : never;

/**
 * An item of `[A, B]`, which is a mistake: an array has one schema. Say which type an item has by an attribute:
 * `new schema.Array({ a: A, b: B }, 'type')`.
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
