import { type Fields, ownField, setField } from '../util/plain-data';
import { getOrInsert } from '../util/get-or-insert';
import { defaultOf } from './default-of';
import type { SchemaFields } from './schema';
import { isOlderVersion } from './version';

declare const ngDevMode: unknown;

/** Describes when a row was written. */
export interface RowMeta {
  /**
   * The position of the write in the write order: of a read when it began, of other writes when they were committed.
   */
  readonly order: number;
}

/** The props of entities that user code created with `fromJS`: such an entity is data, and no reference. */
const propsByEntity = new WeakMap<Entity, Fields>();

export function propsOf(entity: Entity): Fields | undefined {
  return propsByEntity.get(entity);
}

/** Marks an entity as created by the cache, although it was created with an overridden `fromJS`. */
export function dropProps(entity: Entity): void {
  propsByEntity.delete(entity);
}

/** Returns the record from which the cache created an entity, or `undefined` for an entity that user code created. */
export let recordOf: (entity: Entity) => Fields | undefined;

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
   * `static version` names; without them, or if they are equal, the order of the writes.
   */
  static shouldReorder(
    existingMeta: RowMeta,
    incomingMeta: RowMeta,
    existing: Fields,
    incoming: Fields,
  ): boolean {
    const { version } = this;
    if (version !== undefined) {
      const [before, after] = [existing[version], incoming[version]];
      if (isOlderVersion(after, before)) return true;
      if (isOlderVersion(before, after)) return false;
    }
    return incomingMeta.order < existingMeta.order;
  }
}

/** Must not allocate: a default value such as `User.fromJS({})` calls it for each instance. */
function isEmpty(fields: Fields): boolean {
  for (const _ in fields) return false;
  return true;
}

const members = new WeakMap<object, ReadonlySet<string>>();

/** Returns the names of the methods and accessors of a class, which take precedence over data fields. */
export function membersOf(type: { readonly prototype: object }): ReadonlySet<string> {
  return getOrInsert(members, type, () => {
    const names = new Set<string>();
    let at: object | null = type.prototype;
    while (at && at !== Object.prototype) {
      for (const name of Object.getOwnPropertyNames(at))
        if (name !== 'constructor') names.add(name);
      at = Object.getPrototypeOf(at) as object | null;
    }
    return names;
  });
}
