import { type Fields, setField } from '../../util/plain-data';
import { warnOnce } from '../../util/warn';
import { membersOf } from './class-members';
import { Entity, dropProps, setRecord } from './entity';
import { defaultOf } from './entity-default';
import { deserialize } from './deserialize';
import { rowCopy } from './row-copy';
import type { Deserializer, EntityClass, SchemaLike } from '../schema';
import { checkStaticSchema } from '../checks/undefined-schema';

declare const ngDevMode: unknown;

let plansMade = 0;

/**
 * A class that can pass its key on to subclasses through `identity`. A `static key` applies only to the class that
 * declares it.
 */
interface Keyed {
  readonly identity?: string;
}

/**
 * The properties of an Entity class. They are computed once per class, so that they do not have to be looked up for
 * each row.
 */
export class EntityPlan {
  /** Identifies the plan. {@link rowCopy} derives an array index from the number. */
  readonly number = plansMade++;
  /** Returns a shallow copy of a row. */
  readonly copy = rowCopy(this.number);
  /** The name used in messages: the key that the class declares, or the name of the class if it declares no key. */
  readonly name: string;
  /** Identifies the table: the key that the class declares, or the class itself if it declares no key. */
  readonly identity: string | EntityClass;
  /**
   * The fields that reference other entities. `isInherited` means that Object.prototype has a member with the same name
   * as the field, so only an own property may be read.
   */
  readonly relations: readonly (readonly [
    name: string,
    schema: SchemaLike,
    isInherited: boolean,
  ])[];
  readonly relationNames: ReadonlySet<string>;
  readonly deserializers: readonly (readonly [name: string, make: Deserializer])[];
  /** Whether the class has no relations and no deserializers. */
  readonly isFlat: boolean;
  /** Whether the class has no deserializers and exactly one relation, which references a single entity. */
  readonly hasOneRelation: boolean;
  /** The sorted field names of each index that the class declares. */
  readonly indexes: readonly (readonly string[])[];
  readonly ownPk: boolean;
  readonly ownProcess: boolean;
  readonly ownValidate: boolean;
  readonly ownMerge: boolean;
  readonly ownShouldUpdate: boolean;
  readonly ownShouldReorder: boolean;
  readonly ownExpiresAt: boolean;
  readonly ownFromJS: boolean;

  /**
   * The plan of the related class, for each relation that was passed to {@link targetOf}. `null` if the schema is not
   * an Entity class.
   */
  readonly #targets: (EntityPlan | null)[] = [];
  readonly #reserved: ReadonlySet<string>;
  /**
   * For each position in a row, the last field name that was checked at this position. Rows often have the same fields
   * in the same order, so most names do not need a second check.
   */
  readonly #checkedNames: string[] = [];
  #sharedDefaults: readonly (readonly [name: string, value: object])[] | undefined;

  constructor(readonly type: EntityClass) {
    const ownKey = Object.hasOwn(type, 'key') ? type.key : (type as Keyed).identity;
    this.name = ownKey ?? type.name;
    this.identity = ownKey ?? type;
    const fields = Object.entries(type.schema);
    checkStaticSchema(this.name, fields);
    const deserializes = (schema: SchemaLike): schema is Deserializer =>
      typeof schema === 'function' && !isEntityClass(schema);
    this.relations = fields
      .filter(([, schema]) => !deserializes(schema))
      .map(([name, schema]) => [name, schema, name in Object.prototype]);
    this.relationNames = new Set(this.relations.map(([name]) => name));
    this.deserializers = fields
      .filter((field): field is [string, Deserializer] => deserializes(field[1]))
      .map(([name, make]) => [name, (raw) => deserialize(make, raw)]);
    this.isFlat = fields.length === 0;
    this.hasOneRelation = fields.length === 1 && isEntityClass(fields[0][1]);
    this.indexes = type.indexes.map((index) =>
      typeof index === 'string' ? [index] : [...index].sort(),
    );
    this.ownPk = type.prototype.pk !== Entity.prototype.pk;
    this.ownProcess = type.process !== Entity.process;
    this.ownValidate = type.validate !== Entity.validate;
    this.ownMerge = type.merge !== Entity.merge;
    this.ownShouldUpdate = type.shouldUpdate !== Entity.shouldUpdate;
    this.ownShouldReorder = type.shouldReorder !== Entity.shouldReorder;
    this.ownExpiresAt = type.expiresAt !== Entity.expiresAt;
    this.ownFromJS = type.fromJS !== Entity.fromJS;
    this.#reserved = membersOf(type);
  }

  /**
   * Returns the plan of a related class, or `null` if the schema of the relation is not an Entity class. The plan is
   * looked up lazily, because a class can reference a class that is defined after it.
   *
   * @param place the index in {@link relations}
   */
  targetOf(place: number): EntityPlan | null {
    const known = this.#targets[place];
    if (known !== undefined) return known;
    const [, schema] = this.relations[place];
    return (this.#targets[place] = isEntityClass(schema) ? planOf(schema) : null);
  }

  /** Whether the class has a method or accessor with this name. Such a member takes precedence over data. */
  isReserved(name: string): boolean {
    return this.#reserved.has(name);
  }

  /** Whether the class declares an index over `fields`, in any order. */
  isIndexed(fields: readonly string[]): boolean {
    return this.indexes.some(
      (index) => index.length === fields.length && index.every((name) => fields.includes(name)),
    );
  }

  /** Creates an instance with the fields of a row. The graph sets relations and deserialized fields later. */
  instantiate(row: Fields): Entity {
    const entity = this.ownFromJS ? this.type.fromJS(row) : new this.type();
    setRecord(entity, row);
    const fields = entity as unknown as Record<string, unknown>;
    if (this.ownFromJS) {
      dropProps(entity);
      return entity;
    }
    for (const [name, value] of (this.#sharedDefaults ??= this.#objectDefaults())) {
      if (!Object.hasOwn(row, name)) fields[name] = value;
    }
    const checkedNames = this.#checkedNames;
    let place = 0;
    for (const name in row) {
      const value = row[name];
      if (value === undefined) continue;
      if (checkedNames[place] === name) fields[name] = value;
      else this.#setCarefully(entity, name, value, place);
      place++;
    }
    return entity;
  }

  #setCarefully(entity: Entity, name: string, value: unknown, place: number): void {
    if (this.#reserved.has(name)) {
      if (typeof ngDevMode === 'undefined' || ngDevMode) {
        warnOnce(
          `${this.name} has a method or accessor "${name}", and its data contains a field with the same name. The class ` +
            `takes precedence, so instances do not contain the field. To keep both, rename the field in static process.`,
        );
      }
      return;
    }
    setField(entity, name, value);
    if (name !== '__proto__') this.#checkedNames[place] = name;
  }

  /**
   * Returns the default values that are objects. All instances share these objects. The shared objects replace the
   * objects that the constructor creates for each instance.
   */
  #objectDefaults(): [string, object][] {
    const filled = new Set([...this.relations, ...this.deserializers].map(([name]) => name));
    return Object.entries(defaultOf(this.type)).filter(
      (field): field is [string, object] =>
        typeof field[1] === 'object' && field[1] !== null && !filled.has(field[0]),
    );
  }
}

const plans = new WeakMap<EntityClass, EntityPlan>();

/**
 * Returns the plan of an Entity class. The plan is created on first use, because `static schema` can be incomplete
 * before that.
 */
export function planOf(type: EntityClass): EntityPlan {
  let plan = plans.get(type);
  if (plan === undefined) plans.set(type, (plan = new EntityPlan(type)));
  return plan;
}

/** Whether a value is a class that extends {@link Entity}. */
export function isEntityClass(value: unknown): value is EntityClass {
  return typeof value === 'function' && value.prototype instanceof Entity;
}
