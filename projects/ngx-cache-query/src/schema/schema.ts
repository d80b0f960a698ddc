// The types of schemas, and of the values that they describe.
import { isObject, isPlain } from '../util/plain-data';
import type { Entity } from './entity';
import type { Input } from './input';
import type { Normalizer } from './normalizer';

/** A class that extends {@link Entity} and has a constructor without required arguments. */
export interface EntityClass<E extends Entity = Entity> {
  new (): E;
  /** @see Entity.fromJS */
  readonly fromJS: (typeof Entity)['fromJS'];
}

/** An Entity class with its static members, which {@link EntityClass} omits. `planOf` finds them. */
export type EntityStatics = EntityClass & Pick<typeof Entity, keyof typeof Entity>;

/**
 * Describes which entities a value contains, and where: an {@link Entity} class, a schema such as `schema.All`, `[X]`,
 * `{ … }`, a function that converts a raw value, or a literal, which is the default of a field.
 */
export type SchemaLike =
  EntityClass | SchemaNode<unknown> | SchemaList | SchemaFields | Deserializer | SchemaLiteral;

/** `[X]`: an array of X. */
export type SchemaList = readonly SchemaLike[];

/** `{ name: X, … }`: an object with a schema for each named field. */
export interface SchemaFields {
  readonly [name: string]: SchemaLike;
}

/** A function that converts a raw value, such as `(iso: string) => new Date(iso)`, for which `Date` is shorthand. */
export type Deserializer = (raw: never) => unknown;

/** A literal. It is the value of a field that is missing from the response. */
export type SchemaLiteral = string | number | boolean | null | undefined;

/** Converts stored values into values that contain entities. Each value that is read becomes a dependency. */
export interface Denormalizer {
  /** @internal Whether relations are read that only {@link Lazy} resolves. */
  readonly isThorough?: boolean;
  /** @internal Returns the instance of an entity, or `undefined` if the entity is not in the cache. */
  entity(type: EntityClass, pk: string | number): Entity | undefined;
  /** @internal Returns all entities of `types` in insertion order, or `undefined` if the list is not known yet. */
  all(types: readonly EntityClass[]): readonly Entity[] | undefined;
  /** @internal Returns the items of a stored array. Omits entities that are not in the cache. */
  items(item: SchemaLike, stored: readonly unknown[], last?: unknown): readonly unknown[];
  /** @internal Converts a stored value. If the result is equal to the last one, returns the last one. */
  value(schema: SchemaLike, stored: unknown, last?: unknown): unknown;
}

/** The interface that all schema classes implement. */
export interface SchemaNode<Value> {
  /**
   * @internal Writes the entities in `input` to the batch of `walk`, and returns the value to store in place of
   * `input`.
   */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown;
  /** Called by the cache: converts a stored value into one that contains entities. */
  denormalize(stored: unknown, read: Denormalizer, last?: unknown): Value;
  /**
   * @internal Records, for each Entity class of this schema, that the input contains a list of entities of that class.
   */
  markListed?(walk: Normalizer): void;
  /** @internal The schemas of the fields, if this schema is an object. */
  readonly fields?: SchemaFields;
  /** @internal The schema of the entity, if the input is one entity. */
  readonly one?: SchemaLike;
  /** @internal Whether the schema creates no entities. */
  readonly isOnlyExisting?: boolean;
  /** @internal Whether an empty response has a meaning. */
  readonly readsEmpty?: boolean;
  /** @internal Called if an empty response does not tell which entities a mutation has created. */
  skip?(input: Input): void;
}

/** A mapping from values of an attribute to Entity classes. The attribute distinguishes the classes. */
export type EntityMapping = Readonly<Record<string, EntityClass>>;

/**
 * The name of the attribute that selects the class of an item, or a function of the raw item, the object that contains
 * the array, and the field name of the array. The function returns a key of the mapping.
 */
export type SchemaAttribute<D = EntityMapping> = string | AttributeFunction<EntityOf<D>>;

/** Derived from a method, whose parameters TypeScript checks less strictly: the item may be annotated with some fields. */
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

/** Whether a schema is an instance of a schema class, such as `schema.All`. */
export function isSchemaNode(schema: unknown): schema is SchemaNode<unknown> {
  return (
    isObject(schema) &&
    !isPlain(schema) &&
    typeof (schema as Partial<SchemaNode<unknown>>).normalize === 'function'
  );
}
