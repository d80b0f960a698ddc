import { type Fields, freezeData, ownField, setField } from '../util/plain-data';
import { CacheError } from '../util/cache-error';
import { isOlderVersion } from './version';

declare const ngDevMode: unknown;

/** Describes when a row was written. */
export interface RowMeta {
  /**
   * The position of the write in the write order: of a read when it began, of other writes when they were committed.
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
 * The base class for your entities. Your class declares the name, type and default value of each field. Instances are
 * immutable: you receive the same instance until its data, or an entity that it references, changes.
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

  /** The name of the table. Classes with the same key share it. Without a key, a class has its own. */
  declare static readonly key: string;

  /** Whether entities of the class are excluded from snapshots, and so from hydration and persistence. */
  declare static readonly sensitive?: boolean;

  /** The fields that `withHydration` transfers; `false` for none. Default: all. */
  declare static readonly transfer?: readonly string[] | false;

  /**
   * The field with the version of a row, such as `'updatedAt'`: a number, a `Date`, or text. A row with a lower version
   * than the stored row is older, in whichever order they arrive. The values are compared as the server sends them: ISO
   * 8601 dates as times, text of digits as numbers, other text by its letters.
   */
  declare static readonly version?: string;

  /**
   * The relations and deserializers, by field, such as `{ owner: User, tags: [Tag], createdAt: Date }`. Write a getter
   * if a class is declared later: `static override get schema() { return { owner: User }; }`.
   */
  static readonly schema: SchemaFields = {};

  /**
   * Fields, or groups of fields, with an index, such as `['username', ['userId', 'done']]`. `select` and `whereEquals`
   * use it.
   */
  static readonly indexes: readonly (string | readonly string[])[] = [];

  /**
   * Returns the primary key. Default: the `id` field. `this` is the processed row, without default values.
   *
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
   * Creates an instance outside the cache. Without `props`, returns the default instance, which all callers share.
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
   * Converts an item of a response into the row that is stored. Override it to rename, compute or remove fields,
   * without changing `input`. It also runs for inputs with only some fields, as in `set`. An override also receives
   * arrays and, outside of other entities, strings and numbers.
   *
   * @returns the row; for an object, `undefined` deletes the entity
   */
  static process(
    input: unknown,
    _parent: unknown,
    _key: string | undefined,
    _args: readonly unknown[],
  ): Fields | undefined {
    return input as Fields;
  }

  /** Checks a processed row. A returned message rejects the write with NCQ1005. */
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
   * Returns the time at which responses that contain the row become stale, in milliseconds since 1970, if that is
   * before `staleTime` ends.
   *
   * @param _row the row after `process`, with keys in place of related entities
   */
  static expiresAt(_row: Fields, _meta: { readonly fetchedAt: number }): number | undefined {
    return undefined;
  }

  /**
   * Whether `incoming` is older than the existing row. It then adds only missing fields. Default: compares the fields that
   * `static version` names, or else the order of the writes.
   */
  static shouldReorder(
    existingMeta: RowMeta,
    incomingMeta: RowMeta,
    existing: Fields,
    incoming: Fields,
  ): boolean {
    const { version } = this;
    return version === undefined
      ? incomingMeta.order < existingMeta.order
      : isOlderVersion(incoming[version], existing[version]);
  }
}

// The types of schemas. They are declared in this file because they refer to Entity and Entity refers to them.

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
  /** Called by the cache: converts a stored value into one that contains entities. */
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
