import { type Fields, freezeData, ownField, setField } from '../util/plain-data';
import { CacheError } from '../util/cache-error';

declare const ngDevMode: unknown;

/** Describes when a row was written. */
export interface RowMeta {
  /**
   * The position of the write in the cache's write order. A higher number means a later position. The response to a
   * read gets its position when the read begins. Local writes and responses to mutations get their positions when they
   * are committed.
   */
  readonly order: number;
}

/**
 * The props of entities that user code created with `fromJS`. When such an entity is written, the cache treats it as
 * data and not as a reference.
 */
const propsByEntity = new WeakMap<Entity, Fields>();

/** Returns the props that user code passed to `fromJS`, or `undefined` for an entity that the cache created. */
export function propsOf(entity: Entity): Fields | undefined {
  return propsByEntity.get(entity);
}

/**
 * Marks an entity as created by the cache. Must be called for each entity that the cache creates with an overridden
 * `fromJS`. Otherwise, the entity would count as created by user code.
 */
export function dropProps(entity: Entity): void {
  propsByEntity.delete(entity);
}

/** Returns the record from which the cache created an entity, or `undefined` for an entity that user code created. */
export let recordOf: (entity: Entity) => Fields | undefined;

/** Sets the record of an entity. */
export let setRecord: (entity: Entity, row: Fields) => void;

/** Replaces the functions that read and set records, to support entities that are not instances of {@link Entity}. */
export function replaceRecordAccess(
  replace: (read: typeof recordOf, write: typeof setRecord) => [typeof recordOf, typeof setRecord],
): void {
  [recordOf, setRecord] = replace(recordOf, setRecord);
}

/**
 * Marks the entity classes of every copy of this package, in dev mode. A page with two copies has two classes `Entity`,
 * and each copy takes the entities of the other for plain objects.
 */
export const MARK = Symbol.for('ngx-cache-query.entity');

/**
 * The base class for your entities. An entity has an identity, and the cache stores each entity only once.
 *
 * Your class declares the name, type and default value of each field. The cache creates an instance when you first read
 * the entity. Instances are immutable. You receive the same instance until its data changes, or until an entity that it
 * references changes.
 *
 * @example
 * ```ts
 * class Todo extends Entity {
 *   readonly id: number = 0;
 *   readonly owner: User = User.fromJS({});
 *   readonly title: string = '';
 *   readonly createdAt: Date = new Date(0);
 *   static override readonly key: string = 'Todo';
 *   static override readonly schema = { owner: User, createdAt: (iso: string) => new Date(iso) };
 * }
 * ```
 */
export abstract class Entity {
  /** The record of the instance. The field is private so that copies and comparisons of instances ignore it. */
  #row: Fields | undefined;

  static {
    recordOf = (entity) => (#row in entity ? entity.#row : undefined);
    setRecord = (entity, row) => (entity.#row = row);
    if (typeof ngDevMode === 'undefined' || ngDevMode) {
      Object.defineProperty(this.prototype, MARK, { value: true });
    }
  }

  /**
   * The name of the table. Two classes that declare the same key share a table. A class without a key has its own
   * table.
   */
  declare static readonly key: string;

  /**
   * Whether entities of the class are excluded from snapshots. If `true`, they are not transferred from the server to
   * the browser, and extensions do not store them.
   */
  declare static readonly sensitive?: boolean;

  /**
   * The fields that `withHydration` transfers from the server to the browser; `false` to transfer none. By default, all
   * fields are transferred.
   */
  declare static readonly transfer?: readonly string[] | false;

  /**
   * The relations and deserializers, by field, for example `{ owner: User, tags: [Tag], createdAt: toDate }`. If a
   * class is declared later or in a file that imports this one, write a getter:
   * `static override get schema() { return { owner: User }; }`.
   */
  static readonly schema: SchemaFields = {};

  /**
   * Fields, or groups of fields, that have an index, for example `['username', ['userId', 'done']]`. With an index,
   * `select(User, { username: 'bob' })` finds the first user with that name without a search. `whereEquals` uses the
   * indexes too. An index is up to date after every commit, and costs nothing before its first use.
   */
  static readonly indexes: readonly (string | readonly string[])[] = [];

  /**
   * Returns the primary key. By default, the key is the `id` field. `this` is the processed row. The row does not
   * contain the default values of the class.
   *
   * @param _parent the object that contains the row
   * @param _key the field of `_parent` that contains the row
   * @param _args the arguments of the endpoint
   * @returns the key; `undefined`, `null`, `''` or `NaN` if the row has no key
   */
  pk(
    _parent?: unknown,
    _key?: string,
    _args?: readonly unknown[],
  ): string | number | bigint | null | undefined {
    return (this as unknown as { id?: string | number }).id;
  }

  /**
   * Creates an instance outside the cache. `props` override the default values of the class. If `props` is omitted or
   * empty, the method returns a default instance that all callers share. This instance is frozen in dev mode.
   *
   * @throws CacheError NCQ1007 if the default instance of a class contains a default instance of the same class
   */
  static fromJS<E extends Entity>(this: new () => E, props?: Partial<E>): E {
    const fields = props as unknown as Fields | undefined;
    const inherited = (this as unknown as typeof Entity).fromJS === Entity.fromJS;
    if (inherited && (fields === undefined || isEmpty(fields))) return defaultOf(this);
    const entity = new this();
    const members = membersOf(this);
    for (const name of Object.keys(fields ?? {})) {
      if (!members.has(name)) setField(entity, name, ownField(fields!, name));
    }
    propsByEntity.set(entity, fields ?? {});
    return entity;
  }

  /**
   * Converts an item of a response into the row that is stored. Override this method to rename, compute or remove
   * fields. The method must not change `input`. It also runs for inputs that contain only some of the fields, for
   * example in `set`, in streams and in optimistic updates. Therefore, compute a field only if the input contains the
   * values that you need.
   *
   * An override also receives items that are arrays, as in
   * `static override process([price, amount]: [number, number]) { return { id: price, amount }; }`. If an item is not
   * inside another entity, it can also be a string or a number.
   *
   * @returns the row; if the item is an object, `undefined` deletes the entity from the cache
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
   * Checks a processed row. If the method returns a message, the write throws error NCQ1005 with this message.
   *
   * @returns a message that describes the problem; `undefined` if the row is valid
   */
  static validate(_row: Fields): string | undefined {
    return undefined;
  }

  /** Returns the row to store when `incoming` is written over `existing`. */
  static merge(existing: Fields, incoming: Fields): Fields {
    return { ...existing, ...incoming };
  }

  /** Whether `incoming` is written. If the method returns `false`, the existing row stays unchanged. */
  static shouldUpdate(_existing: Fields, _incoming: Fields): boolean {
    return true;
  }

  /**
   * Returns the time at which responses that contain the row become stale, in milliseconds since 1970. The time affects
   * only those responses that, according to `staleTime`, would become stale after this time.
   *
   * @param _row the row after `process`, with keys in place of related entities
   * @param _meta contains `fetchedAt`, the time in milliseconds since 1970 at which the response arrived
   * @returns the time, or `undefined` if the row does not limit the expiry
   */
  static expiresAt(_row: Fields, _meta: { readonly fetchedAt: number }): number | undefined {
    return undefined;
  }

  /**
   * Whether `incoming` is older than the existing row. An older row adds only the fields that are missing from the
   * existing row.
   */
  static shouldReorder(
    existingMeta: RowMeta,
    incomingMeta: RowMeta,
    _existing: Fields,
    _incoming: Fields,
  ): boolean {
    return incomingMeta.order < existingMeta.order;
  }
}

// The types of schemas. They are declared in this file because they refer to Entity and Entity refers to them.

/**
 * A class that extends {@link Entity} and has a constructor without required arguments.
 *
 * The type has no static member that a user's class overrides, above all not `schema`. TypeScript would otherwise need
 * the type of `schema` to infer the type of `schema`, for two classes that contain each other.
 */
export interface EntityClass<E extends Entity = Entity> {
  new (): E;
  /** @see Entity.fromJS */
  readonly fromJS: (typeof Entity)['fromJS'];
}

/** An Entity class with its static members, which {@link EntityClass} omits. `planOf` finds them. */
export type EntityStatics = EntityClass & Pick<typeof Entity, keyof typeof Entity>;

/**
 * Describes which entities a value contains, and where. A schema is one of the following:
 *
 * - an {@link Entity} class
 * - an instance of a schema class, such as `schema.All`
 * - `[X]`, shorthand for `schema.Array`
 * - `{ … }`, shorthand for `schema.Object`
 * - a function that converts a raw value
 * - a literal, which is used for a field that is missing from the response
 */
export type SchemaLike =
  EntityClass | SchemaNode<unknown> | SchemaList | SchemaFields | Deserializer | SchemaLiteral;

/** `[X]`: an array of X. */
export type SchemaList = readonly SchemaLike[];

/** `{ name: X, … }`: an object with a schema for each named field. */
export interface SchemaFields {
  readonly [name: string]: SchemaLike;
}

/**
 * A function that converts a raw value from a response, such as `(iso: string) => new Date(iso)`. `Date` is a shorthand
 * for this function.
 */
export type Deserializer = (raw: never) => unknown;

/** A literal. It is the value of a field that is missing from the response. */
export type SchemaLiteral = string | number | boolean | null | undefined;

/** Converts stored values into values that contain entities. Each value that is read becomes a dependency. */
export interface Denormalizer {
  /** Whether relations are read that only {@link Lazy} resolves. */
  readonly isThorough?: boolean;
  /** Returns the instance of an entity, or `undefined` if the entity is not in the cache. */
  entity(type: EntityClass, pk: string | number): Entity | undefined;
  /** Returns all entities of `types` in insertion order, or `undefined` if the list is not known yet. */
  all(types: readonly EntityClass[]): readonly Entity[] | undefined;
  /** Returns the items of a stored array. Omits entities that are not in the cache. */
  items(item: SchemaLike, stored: readonly unknown[], last?: unknown): readonly unknown[];
  /** Converts a stored value. If the result is equal to the last one, returns the last one. */
  value(schema: SchemaLike, stored: unknown, last?: unknown): unknown;
}

/**
 * Traverses an input. At run time, schemas receive a `Normalizer`. This type declares only those members of the
 * normalizer that do not depend on schemas.
 */
export interface Walk {
  /** The arguments of the endpoint. */
  readonly args: readonly unknown[];
}

/** The interface that all schema classes implement. */
export interface SchemaNode<Value> {
  /**
   * @internal Writes the entities in `input` to the batch of `walk`, and returns the value to store in place of
   * `input`.
   */
  normalize(input: unknown, parent: unknown, key: string | undefined, walk: Walk): unknown;
  /** @internal Converts the result of {@link normalize} into a value that contains entities. */
  denormalize(stored: unknown, read: Denormalizer, last?: unknown): Value;
  /**
   * @internal Records, for each Entity class of this schema, that the input contains a list of entities of that class.
   */
  markListed?(walk: Walk): void;
  /** @internal The schemas of the fields, if this schema is an object. */
  readonly fields?: SchemaFields;
  /** @internal The schema of the entity, if the input is one entity. */
  readonly one?: SchemaLike;
  /** @internal Whether an empty response has a meaning. */
  readonly readsEmpty?: boolean;
  /** @internal Called if an empty response does not tell which entities a mutation has created. */
  skip?(walk: Walk): void;
}

const defaults = new WeakMap<new () => object, object>();
const inCreation = new Set<new () => object>();
let lastType: (new () => object) | undefined;
let lastDefault: object | undefined;

/**
 * Returns the default instance of a class, which all callers share. It is frozen in dev mode. The last result is kept,
 * because reading a list creates many instances of one class.
 *
 * @throws CacheError NCQ1007 if the default instance of a class contains a default instance of the same class
 */
export function defaultOf<T extends object>(type: new () => T): T {
  if (type === lastType) return lastDefault as T;
  let instance = defaults.get(type);
  if (instance === undefined) {
    if (inCreation.has(type)) throw selfDefaultError(type.name);
    inCreation.add(type);
    try {
      instance = new type();
    } finally {
      inCreation.delete(type);
    }
    if (typeof ngDevMode === 'undefined' || ngDevMode) {
      for (const value of Object.values(instance)) freezeData(value);
      Object.freeze(instance);
    }
    defaults.set(type, instance);
  }
  lastType = type;
  return (lastDefault = instance) as T;
}

/**
 * Whether an object has no fields. This function must not allocate memory. If a field of a class has a default value
 * such as `User.fromJS({})`, each new instance of the class calls it.
 */
function isEmpty(fields: Fields): boolean {
  for (const name in fields) if (Object.hasOwn(fields, name)) return false;
  return true;
}

const members = new WeakMap<object, ReadonlySet<string>>();

/**
 * Returns the names of the methods and accessors of a class, including inherited ones. A member takes precedence over a
 * data field with the same name.
 */
export function membersOf(type: { readonly prototype: object }): ReadonlySet<string> {
  let names = members.get(type) as Set<string> | undefined;
  if (names === undefined) {
    members.set(type, (names = new Set()));
    let at: object | null = type.prototype;
    for (
      ;
      at !== Object.prototype && at !== null;
      at = Object.getPrototypeOf(at) as object | null
    ) {
      for (const name of Object.getOwnPropertyNames(at))
        if (name !== 'constructor') names.add(name);
    }
  }
  return names;
}

/** Creates error NCQ1007, which reports a default instance that contains a default instance of its own class. */
function selfDefaultError(name: string): CacheError {
  return new CacheError(
    'NCQ1007',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `the default instance of ${name} contains a default ${name}, which contains another one, and so on. ` +
        `Use undefined or null as the default value of the field that references ${name}.`,
  );
}
