import { type Fields, ownField, setField } from '../../util/plain-data';
import { membersOf } from './class-members';
import { defaultOf } from './entity-default';

/** What is known of the time of a row: the place of its write in the order of all writes. */
export interface RowMeta {
  /** Grows with time: a read takes its number when it starts, a local write when it commits. */
  readonly order: number;
}

/** Entities that user code made with `fromJS`: nested in a write they are data, not references. */
const madeByHand = new WeakMap<Entity, Fields>();

/** What `fromJS` made an entity of, which a write takes; `undefined` of an entity of the cache. */
export function propsOf(entity: Entity): Fields | undefined {
  return madeByHand.get(entity);
}

/** For an entity that the cache made through a class's own `fromJS`. */
export function forgetMadeByHand(entity: Entity): void {
  madeByHand.delete(entity);
}

/** The row that the cache made an entity of; `undefined` of one that was made by hand. */
export let recordOf: (entity: Entity) => Fields | undefined;

/** Notes which row an entity was made of. */
export let setRecord: (entity: Entity, row: Fields) => void;

/**
 * One thing with an identity: a row of a table, read as an instance of its class.
 *
 * The class's fields give names, types and defaults. Instances are made by the cache when they are
 * read; they are immutable, and the same reference until something that they show changes.
 *
 * @example
 * ```ts
 * class Todo extends Entity {
 *   readonly id: number = 0;
 *   readonly userId: User = User.fromJS({});
 *   readonly title: string = '';
 *   readonly createdAt: Date = new Date(0);
 *   static override readonly key: string = 'Todo';
 *   static override readonly schema = { userId: User, createdAt: (iso: string) => new Date(iso) };
 * }
 * ```
 */
export abstract class Entity {
  /** The row that the cache made the instance of. Private, so that copies and comparisons do not see it. */
  #row: Fields | undefined;

  static {
    recordOf = (entity) => (#row in entity ? entity.#row : undefined);
    setRecord = (entity, row) => (entity.#row = row);
  }

  /**
   * The name of the table. Without an own key a class is a table of its own; two classes with the
   * same own key share one.
   */
  declare static readonly key: string;

  /** Relations and deserializers by field: `{ userId: User, tags: [Tag], createdAt: toDate }`. */
  static readonly schema: SchemaFields = {};

  /**
   * Fields, and groups of fields, by which entities are found at once: `['username', ['userId', 'done']]`.
   * `select(User, { username: 'bob' })` reads the first one that has the value, and `whereEquals` uses
   * them. They are right after every commit, and cost nothing before they are used.
   */
  static readonly indexes: readonly (string | readonly string[])[] = [];

  /**
   * The primary key; by default the field `id`. It runs with the processed row as `this`: the row's
   * own fields, without the class's defaults.
   *
   * @param _parent the object that holds the row
   * @param _key the field of `_parent` in which the row stands
   * @param _args the arguments of the endpoint
   * @returns the key; `undefined`, `null`, `''` and `NaN` mean that there is none
   */
  pk(
    _parent?: unknown,
    _key?: string,
    _args?: readonly unknown[],
  ): string | number | bigint | null | undefined {
    return (this as unknown as { id?: string | number }).id;
  }

  /**
   * An instance outside of the cache: the defaults with `props` over them. Without props it is the
   * class's one shared default, which is frozen in development.
   *
   * @throws CacheError NCQ1007 when a class's default needs the default of the same class
   */
  static fromJS<E extends Entity>(this: new () => E, props?: Partial<E>): E {
    const fields = props as unknown as Fields | undefined;
    const inherited = (this as unknown as typeof Entity).fromJS === Entity.fromJS;
    if (inherited && (fields === undefined || isEmpty(fields))) return sharedDefault(this);
    const entity = new this();
    const members = membersOf(this);
    for (const name of Object.keys(fields ?? {})) {
      if (!members.has(name)) setField(entity, name, ownField(fields!, name));
    }
    madeByHand.set(entity, fields ?? {});
    return entity;
  }

  /**
   * Turns an item of a response into the row that is stored: rename, compute, drop. It must not
   * change `input`.
   *
   * @returns the row, or `undefined` to take the entity that `input` names out of the cache
   */
  static process(
    input: Fields,
    _parent: unknown,
    _key: string | undefined,
    _args: readonly unknown[],
  ): Fields | undefined {
    return input;
  }

  /** Says what is wrong with a processed row, or `undefined`. What it says becomes error NCQ1005. */
  static validate(_row: Fields): string | undefined {
    return undefined;
  }

  /** The row that results when `incoming` is written over `existing`. */
  static merge(existing: Fields, incoming: Fields): Fields {
    return { ...existing, ...incoming };
  }

  /** Whether `incoming` is written at all. */
  static shouldUpdate(_existing: Fields, _incoming: Fields): boolean {
    return true;
  }

  /**
   * When what shows the row is to be asked for again, in milliseconds since 1970, if that is before the
   * response itself is stale; `undefined` when the row says nothing of it.
   *
   * @param _row the row as it came
   * @param _meta when it came
   */
  static expiresAt(_row: Fields, _meta: { readonly fetchedAt: number }): number | undefined {
    return undefined;
  }

  /** Whether `incoming` is older than what is there, and so only fills fields that are missing. */
  static shouldReorder(
    existingMeta: RowMeta,
    incomingMeta: RowMeta,
    _existing: Fields,
    _incoming: Fields,
  ): boolean {
    return incomingMeta.order < existingMeta.order;
  }
}

// The types of schemas: they refer to Entity, and Entity to them.

/**
 * Describes which entities a value holds, and where.
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

/** Returns the value for a raw one: `(iso: string) => new Date(iso)`, or `Date` for short. */
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

/** What a schema reads of the cache. */
export interface Denormalizer {
  /** Whether it also visits {@link Lazy} relations. */
  readonly isThorough?: boolean;
  /** The instance of an entity, or `undefined` when it is not in the cache. */
  entity(type: EntityClass, pk: string | number): Entity | undefined;
  /** Every entity of the types in order of arrival, or `undefined` while none of the types is known. */
  all(types: readonly EntityClass[]): readonly Entity[] | undefined;
}

/** A walk over an input. A schema receives the {@link Normalizer}, whose own parts depend on schemas. */
export interface Walk {
  /** The arguments of the endpoint. */
  readonly args: readonly unknown[];
  /** The place of the walk in the input. */
  readonly path: readonly (string | number)[];
}

/** What the classes of the `schema` namespace have in common. */
export interface SchemaNode<Value> {
  /** @internal Writes the entities of `input` into the walk's batch; returns what is stored instead. */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Walk): unknown;
  /** @internal The value of what {@link normalize} stored. */
  denormalize(stored: unknown, read: Denormalizer): Value;
  /** @internal Notes that a list of it was described. */
  markListed?(walk: Walk): void;
  /** @internal What is stored, to be compared with what another schema stores. */
  shape(): SchemaShape;
}

/** The kind of a schema and the schemas that it is made of. */
export interface SchemaShape {
  readonly kind: string;
  readonly parts: SchemaFields;
}

let asked: (new () => Entity) | undefined;
let given: Entity | undefined;

/** The default of a class; many instances of one class ask for the same one, one after the other. */
function sharedDefault<E extends Entity>(type: new () => E): E {
  if (type !== asked) {
    given = defaultOf(type);
    asked = type;
  }
  return given as E;
}

/** Made for defaults like `User.fromJS({})`, which run whenever an instance is made. */
function isEmpty(fields: Fields): boolean {
  for (const name in fields) if (Object.hasOwn(fields, name)) return false;
  return true;
}
