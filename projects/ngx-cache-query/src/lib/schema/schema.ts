import type { Denormalizer } from './denormalizer';
import type { Entity } from './entity';
import type { Normalizer } from './normalizer';

/**
 * Data about data: says which entities a value holds, and where.
 *
 * An {@link Entity} class; `schema.All`, `schema.Array`, `schema.Object`, `schema.Values`,
 * `schema.Union`, `schema.Invalidate`; `[X]` for `schema.Array`, `{ … }` for `schema.Object`; a
 * function that deserializes a raw value; a literal that stands for itself when the field is missing.
 */
export type SchemaLike =
  EntityClass | SchemaNode<unknown> | SchemaList | SchemaFields | Deserializer | SchemaLiteral;

/** `[X]`: an array of X. */
export type SchemaList = readonly SchemaLike[];

/** `{ name: X, … }`: an object whose named fields have schemas. */
export interface SchemaFields {
  readonly [name: string]: SchemaLike;
}

/** Makes a value out of the raw one: `(iso: string) => new Date(iso)`, or `Date` for short. */
export type Deserializer = (raw: never) => unknown;

/** A field without a schema, given by its default. */
export type SchemaLiteral = string | number | boolean | null | undefined;

/** A class that extends {@link Entity} and needs no arguments to be constructed. */
export type EntityClass<E extends Entity = Entity> = (new () => E) &
  Pick<
    typeof Entity,
    | 'key'
    | 'schema'
    | 'indexes'
    | 'process'
    | 'validate'
    | 'merge'
    | 'shouldUpdate'
    | 'shouldReorder'
    | 'expiresAt'
    | 'fromJS'
    | 'prototype'
  >;

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

/** What the classes of the `schema` namespace have in common. */
export interface SchemaNode<Value> {
  /** @internal Writes the entities of `input` into the walk's batch; returns what is stored instead. */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Normalizer): unknown;
  /** @internal The value of what {@link normalize} stored. */
  denormalize(stored: unknown, read: Denormalizer): Value;
  /** @internal Notes that a list of it was described. */
  list?(walk: Normalizer): void;
  /** @internal What is stored, to be compared with what another schema stores. */
  shape(): SchemaShape;
}

/** The kind of a schema and the schemas that it is made of. */
export interface SchemaShape {
  readonly kind: string;
  readonly parts: SchemaFields;
}

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
