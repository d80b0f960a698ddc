import { type Fields, ownField, setField } from '../../util/plain-data';
import { membersOf } from './class-members';
import { defaultOf } from './entity-default';

/** Describes when a row was written. */
export interface RowMeta {
  /**
   * The position of the write in the write order of the cache, a number that grows with time. A request gets its number
   * when it starts, and a local write gets its number when it commits.
   */
  readonly order: number;
}

/**
 * The props of entities that user code created with `fromJS`. When such an entity is written, it is treated as data,
 * not as a reference.
 */
const propsByEntity = new WeakMap<Entity, Fields>();

/** Returns the props that user code passed to `fromJS`, or `undefined` for an entity that the cache created. */
export function propsOf(entity: Entity): Fields | undefined {
  return propsByEntity.get(entity);
}

/**
 * Marks an entity as created by the cache. This is needed when the cache called a `fromJS` that the class overrides,
 * because the props would otherwise mark the entity as created by user code.
 */
export function dropProps(entity: Entity): void {
  propsByEntity.delete(entity);
}

/** Returns the record from which the cache created an entity, or `undefined` for an entity that user code created. */
export let recordOf: (entity: Entity) => Fields | undefined;

/** Sets the record of an entity. */
export let setRecord: (entity: Entity, row: Fields) => void;

/** How the record of an entity is read and set. */
interface RecordAccess {
  readonly recordOf: typeof recordOf;
  readonly setRecord: typeof setRecord;
}

/** Replaces how records are read and set, for entities that are not instances of {@link Entity}. */
export function replaceRecordAccess(replace: (access: RecordAccess) => RecordAccess): void {
  ({ recordOf, setRecord } = replace({ recordOf, setRecord }));
}

/**
 * The base class of your entities. An entity has an identity, and the cache stores it only once.
 *
 * The fields of your class define names, types and default values. The cache creates an instance when you first read
 * the entity. Instances are immutable. You get the same instance until its data, or an entity that it references,
 * changes.
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
  /** The record of the instance. The field is private, so that copies and comparisons of instances ignore it. */
  #row: Fields | undefined;

  static {
    recordOf = (entity) => (#row in entity ? entity.#row : undefined);
    setRecord = (entity, row) => (entity.#row = row);
  }

  /**
   * The name of the table. Two classes that declare the same key share a table. A class that declares no key has a
   * table of its own.
   */
  declare static readonly key: string;

  /**
   * Whether entities of the class never leave the cache: they are not part of snapshots, and so are neither transferred
   * from the server to the browser nor stored by an extension.
   */
  declare static readonly sensitive?: boolean;

  /**
   * The fields that a page transfers from the server to the browser, with `withHydration`; `false` for none. By
   * default, all fields are transferred.
   */
  declare static readonly transfer?: readonly string[] | false;

  /** Relations and deserializers by field: `{ userId: User, tags: [Tag], createdAt: toDate }`. */
  static readonly schema: SchemaFields = {};

  /**
   * Fields, or groups of fields, by which entities are looked up without a search: `['username', ['userId', 'done']]`.
   * `select(User, { username: 'bob' })` emits the first user with that name, and `whereEquals` uses the indexes too.
   * The indexes are up to date after every commit. An index costs nothing before its first use.
   */
  static readonly indexes: readonly (string | readonly string[])[] = [];

  /**
   * Returns the primary key, by default the field `id`. `this` is the processed row, which has only its own fields and
   * no defaults of the class.
   *
   * @param _parent the object that contains the row
   * @param _key the field of `_parent` that contains the row
   * @param _args the arguments of the endpoint
   * @returns the key; `undefined`, `null`, `''` and `NaN` mean that the row has no key
   */
  pk(
    _parent?: unknown,
    _key?: string,
    _args?: readonly unknown[],
  ): string | number | bigint | null | undefined {
    return (this as unknown as { id?: string | number }).id;
  }

  /**
   * Creates an instance outside of the cache. The instance has the defaults of the class, overridden by `props`.
   * Without `props`, the method returns one shared default instance per class, which is frozen in dev mode.
   *
   * @throws CacheError NCQ1007 when the default instance of a class contains a default instance of the same class
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
    propsByEntity.set(entity, fields ?? {});
    return entity;
  }

  /**
   * Converts an item of a response into the row that is stored. Override this method to rename, compute or drop fields.
   * It must not change `input`. It also runs for inputs that have only some of the fields: those of `set`, of streams
   * and of optimistic updates. Compute a field only if the input has what you compute it from.
   *
   * An override also receives items that are arrays, and outside of other entities those that are texts or numbers:
   * `static override process([price, amount]: [number, number]) { return { id: price, amount }; }`.
   *
   * @returns the row; for an item that is an object, `undefined` deletes the entity from the cache
   */
  static process(
    input: unknown,
    _parent: unknown,
    _key: string | undefined,
    _args: readonly unknown[],
  ): Fields | undefined {
    return input as Fields;
  }

  /**
   * Checks a processed row. If it returns a message, the write throws error NCQ1005 with that message.
   *
   * @returns a message that describes the problem; `undefined` if the row is valid
   */
  static validate(_row: Fields): string | undefined {
    return undefined;
  }

  /** Returns the row that is stored when `incoming` is written over `existing`. */
  static merge(existing: Fields, incoming: Fields): Fields {
    return { ...existing, ...incoming };
  }

  /** Whether to write `incoming`. If this method returns `false`, the existing row stays unchanged. */
  static shouldUpdate(_existing: Fields, _incoming: Fields): boolean {
    return true;
  }

  /**
   * Returns the time at which responses that contain the row become stale, in milliseconds since 1970. The time takes
   * effect only if it is earlier than the expiry of the endpoint.
   *
   * @param _row the row of the response, after `process`, with keys instead of related entities
   * @param _meta contains `fetchedAt`, the time at which the response arrived, in milliseconds since 1970
   * @returns the time, or `undefined` if the row sets no expiry
   */
  static expiresAt(_row: Fields, _meta: { readonly fetchedAt: number }): number | undefined {
    return undefined;
  }

  /** Whether `incoming` is older than the existing row. An older row only adds fields that the existing row lacks. */
  static shouldReorder(
    existingMeta: RowMeta,
    incomingMeta: RowMeta,
    _existing: Fields,
    _incoming: Fields,
  ): boolean {
    return incomingMeta.order < existingMeta.order;
  }
}

// The types of schemas. They are in this file because they refer to Entity, and Entity refers to them.

/**
 * Describes which entities a value holds, and where. A schema is one of:
 *
 * - an {@link Entity} class
 * - an instance of a class of the `schema` namespace, such as `schema.All`
 * - `[X]`, short for `schema.Array`
 * - `{ … }`, short for `schema.Object`
 * - a function that deserializes a raw value
 * - a literal, which is the value of a field that the response lacks
 */
export type SchemaLike =
  EntityClass | SchemaNode<unknown> | SchemaList | SchemaFields | Deserializer | SchemaLiteral;

/** `[X]`: an array of X. */
export type SchemaList = readonly SchemaLike[];

/** `{ name: X, … }`: an object with a schema for each named field. */
export interface SchemaFields {
  readonly [name: string]: SchemaLike;
}

/** Converts a raw value of a response: `(iso: string) => new Date(iso)`, or `Date` for short. */
export type Deserializer = (raw: never) => unknown;

/** A literal: the value of a field that the response lacks. */
export type SchemaLiteral = string | number | boolean | null | undefined;

/** A class that extends {@link Entity} and needs no arguments to be constructed. */
export type EntityClass<E extends Entity = Entity> = (new () => E) &
  Pick<
    typeof Entity,
    | 'key'
    | 'schema'
    | 'indexes'
    | 'sensitive'
    | 'transfer'
    | 'process'
    | 'validate'
    | 'merge'
    | 'shouldUpdate'
    | 'shouldReorder'
    | 'expiresAt'
    | 'fromJS'
    | 'prototype'
  >;

/** Gives a schema access to entities. */
export interface Denormalizer {
  /** Whether `schema.Lazy` relations are visited too. */
  readonly isThorough?: boolean;
  /** Returns the instance of an entity, or `undefined` when the entity is not in the cache. */
  entity(type: EntityClass, pk: string | number): Entity | undefined;
  /** Returns all entities of `types` in insertion order, or `undefined` while their list is unknown. */
  all(types: readonly EntityClass[]): readonly Entity[] | undefined;
}

/**
 * A walk over an input. At run time, schemas receive a `Normalizer`. This type declares only the members of the
 * normalizer that do not depend on schemas.
 */
export interface Walk {
  /** The arguments of the endpoint. */
  readonly args: readonly unknown[];
  /** The path from the input to the value that is being visited. */
  readonly path: readonly (string | number)[];
}

/** The interface of the classes of the `schema` namespace. */
export interface SchemaNode<Value> {
  /**
   * @internal Writes the entities of `input` into the batch of `walk`, and returns the value to store in place of
   *   `input`.
   */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Walk): unknown;
  /** @internal Converts a stored value, which {@link normalize} returned, into a value with entities. */
  denormalize(stored: unknown, read: Denormalizer): Value;
  /** @internal Adds the entity types of this schema to the set of types that have a list in the input. */
  markListed?(walk: Walk): void;
  /** @internal Describes the stored value, so that two schemas can be compared. */
  shape(): SchemaShape;
}

/** The kind of a schema, and the schemas within it. */
export interface SchemaShape {
  readonly kind: string;
  readonly parts: SchemaFields;
}

let lastType: (new () => Entity) | undefined;
let lastDefault: Entity | undefined;

/**
 * Returns the default instance of a class. The instance of the last class is cached, because reading a list creates
 * many instances of one class.
 */
function sharedDefault<E extends Entity>(type: new () => E): E {
  if (type !== lastType) {
    lastDefault = defaultOf(type);
    lastType = type;
  }
  return lastDefault as E;
}

/**
 * Whether an object has no fields. Defaults like `User.fromJS({})` run for every instance, so this function must not
 * allocate memory.
 */
function isEmpty(fields: Fields): boolean {
  for (const name in fields) if (Object.hasOwn(fields, name)) return false;
  return true;
}
