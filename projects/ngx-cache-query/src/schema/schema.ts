// The types of schemas, and of the values that they describe.
import { isObject, isPlain } from '../util/plain-data';
import type { Entity, EntityClass, SchemaLiteral, SchemaNode } from './entity';

export type {
  Denormalizer,
  Deserializer,
  EntityClass,
  SchemaFields,
  SchemaLike,
  SchemaList,
  SchemaLiteral,
  SchemaNode,
} from './entity';

/** A mapping from values of an attribute to Entity classes. The attribute distinguishes the classes. */
export type EntityMapping = Readonly<Record<string, EntityClass>>;

/**
 * The name of the attribute that selects the class of an item, or a function of the raw item, the object that contains
 * the array, and the field name of the array. The function returns a key of the mapping.
 */
export type SchemaAttribute<D = EntityMapping> = string | AttributeFunction<EntityOf<D>>;

/**
 * A function that selects the schema of an item. The type is derived from a method, because TypeScript checks method
 * parameters less strictly than function parameters. This allows you to annotate the item with only those fields that
 * the function reads.
 */
type AttributeFunction<Item> = {
  of(value: Item, parent: unknown, key: string | undefined): string;
}['of'];

/** The entity type of a class, or the union of all entity types of a mapping. */
export type EntityOf<D> =
  D extends EntityClass<infer E>
    ? E
    : D extends EntityMapping
      ? { [K in keyof D]: D[K] extends EntityClass<infer E> ? E : never }[keyof D]
      : never;

/** The value that a schema describes, with entity instances in place of keys. */
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
 * The type of an item of `[X]`. For `[A, B]`, the type is {@link OneSchemaPerList}, because the schema does not define
 * the type of each item.
 */
type DenormalizeItem<Item> =
  true extends IsSeveral<Exclude<Item, SchemaLiteral>> ? OneSchemaPerList : Denormalize<Item>;

type IsSeveral<Item, All = Item> = Item extends unknown
  ? [All] extends [Item]
    ? false
    : true
  : never;

/**
 * The type of an item of `[A, B]`. This schema is a mistake, because an array has only one schema for all its items. If
 * the items have several types, use an attribute to distinguish them: `new schema.Array({ a: A, b: B }, 'type')`.
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

/** Whether a schema is an instance of one of the schema classes, such as `schema.All`. */
export function isSchemaNode(schema: unknown): schema is SchemaNode<unknown> {
  return (
    isObject(schema) &&
    !isPlain(schema) &&
    typeof (schema as Partial<SchemaNode<unknown>>).normalize === 'function'
  );
}
