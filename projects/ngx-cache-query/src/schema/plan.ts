import { type Fields, isObject, setField } from '../util/plain-data';
import { warnOnce } from '../util/warn';
import { defaultOf } from './default-of';
import { dropProps, Entity, membersOf, setRecord } from './entity';
import type { Deserializer, EntityClass, EntityStatics, SchemaLike } from './schema';
import { showPath, undefinedIn, undefinedSchemaError } from './misfit';

declare const ngDevMode: unknown;

/** The static member of a class whose rows follow the writes of other rows, as lists do. */
export const FOLLOW: unique symbol = Symbol();

/** A field of an Entity class that references other entities. */
export interface Relation {
  readonly name: string;
  readonly schema: SchemaLike;
  /** The plan of the related class; `null` if the schema is not an Entity class. Set when it is first needed. */
  target: Plan | null | undefined;
}

type RowCopy = (row: Fields) => Record<string, unknown>;

/**
 * Several copies of one function. For each spread in the source code, a JavaScript engine caches the shapes of the
 * objects that it has copied. Copying takes five times as long when one spread copies more than a few shapes, so the
 * classes are distributed over several.
 */
const copies: readonly RowCopy[] = [
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
  (row) => ({ ...row }),
];
let count = 0;

/** A class that passes its key on to subclasses through `identity`. */
interface Keyed {
  readonly identity?: string;
}

/** What the cache has to know about an Entity class. Computed once per class, when the class is first used. */
export class Plan {
  /** The place of the class in arrays that belong to all classes. */
  readonly number = count++;
  /** Returns a shallow copy of a row. */
  readonly copy = copies[this.number % copies.length];
  /** The name in messages: the key that the class declares, or the name of the class. */
  readonly name: string;
  /** Identifies the table: the key that the class declares, or the class itself. */
  readonly identity: string | EntityClass;
  readonly relations: readonly Relation[];
  readonly relationNames: ReadonlySet<string>;
  readonly deserializers: readonly (readonly [name: string, make: Deserializer])[];
  /** Whether the class has no relations and no deserializers. */
  readonly isFlat: boolean;
  readonly ownPk: boolean;
  readonly ownProcess: boolean;
  readonly ownMerge: boolean;
  readonly ownFromJS: boolean;
  /** Whether the class decides itself how rows are merged: `merge`, `shouldUpdate`, `shouldReorder` or `version`. */
  readonly decides: boolean;
  /** How the rows follow the writes of other rows, if they do. */
  readonly follow: unknown;
  /** Whether the class compares versions of a row. */
  readonly hasVersions: boolean;
  /** The methods and accessors of the class, which take precedence over data. */
  readonly members: ReadonlySet<string>;
  /** The name that was last checked at each position of a row. Most rows have the same fields in the same order. */
  readonly #checked: string[] = [];
  #objects: readonly (readonly [name: string, value: object])[] | undefined;

  constructor(readonly type: EntityStatics) {
    const key = Object.hasOwn(type, 'key') ? type.key : (type as Keyed).identity;
    this.name = key ?? type.name;
    this.identity = key ?? type;
    const relations: Relation[] = [];
    const deserializers: [string, Deserializer][] = [];
    const fields = Object.entries<SchemaLike>(type.schema);
    for (const [name, schema] of fields) {
      const path = undefinedIn(schema, [name]);
      if (path) throw staticSchemaError(this.name, showPath(path));
      if (typeof schema !== 'function' || isEntityClass(schema)) {
        relations.push({ name, schema, target: undefined });
      } else deserializers.push([name, makerOf(schema)]);
    }
    this.relations = relations;
    this.deserializers = deserializers;
    this.relationNames = new Set(relations.map(({ name }) => name));
    this.isFlat = fields.length === 0;
    const { merge, shouldUpdate, shouldReorder } = type;
    this.ownPk = type.prototype.pk !== Entity.prototype.pk;
    this.ownProcess = type.process !== Entity.process;
    this.ownMerge = merge !== Entity.merge;
    this.ownFromJS = type.fromJS !== Entity.fromJS;
    this.hasVersions = shouldReorder !== Entity.shouldReorder || type.version !== undefined;
    this.decides = this.ownMerge || this.hasVersions || shouldUpdate !== Entity.shouldUpdate;
    this.follow = (type as { readonly [FOLLOW]?: unknown })[FOLLOW];
    this.members = membersOf(type);
  }

  /** The default values of the fields. */
  get defaults(): Fields {
    return defaultOf(this.type) as unknown as Fields;
  }

  /** Creates an instance with the fields of a record. Relations and deserialized fields are set later. */
  make(record: Fields): Entity {
    const { type } = this;
    const entity = this.ownFromJS ? type.fromJS(record) : new type();
    setRecord(entity, record);
    if (this.ownFromJS) {
      dropProps(entity);
      return entity;
    }
    const fields = entity as unknown as Record<string, unknown>;
    for (const each of (this.#objects ??= this.#objectDefaults())) {
      if (!Object.hasOwn(record, each[0])) fields[each[0]] = each[1];
    }
    const checked = this.#checked;
    let place = 0;
    for (const name in record) {
      const value = record[name];
      if (value === undefined) continue;
      if (checked[place] === name) fields[name] = value;
      else this.#setCarefully(entity, name, value, place);
      place++;
    }
    return entity;
  }

  #setCarefully(entity: Entity, name: string, value: unknown, place: number): void {
    if (this.members.has(name)) {
      if (typeof ngDevMode === 'undefined' || ngDevMode) {
        warnOnce(
          `${this.name} has a method or accessor "${name}", and its data contains a field with the same name. The class ` +
            `takes precedence, so instances do not contain the field. To keep both, rename the field in static process.`,
        );
      }
      return;
    }
    setField(entity, name, value);
    if (name !== '__proto__') this.#checked[place] = name;
  }

  /** The default values that are objects. All instances share them, so that an unchanged default stays identical. */
  #objectDefaults(): [string, object][] {
    const { schema } = this.type;
    return Object.entries(this.defaults).filter(
      (field): field is [string, object] => isObject(field[1]) && !Object.hasOwn(schema, field[0]),
    );
  }
}

/** Returns the function that converts a raw value. `Date` is a shorthand for `(raw) => new Date(raw)`. */
export function makerOf(schema: Deserializer): Deserializer {
  return (schema as unknown) === Date ? (raw: string) => new Date(raw) : schema;
}

const plans = new WeakMap<EntityClass, Plan>();

/** Returns the plan of a class. It is created late, because `static schema` can be incomplete before. */
export function planOf(type: EntityClass): Plan {
  let plan = plans.get(type);
  if (!plan) plans.set(type, (plan = new Plan(type as EntityStatics)));
  return plan;
}

/** Returns the name of the table of an Entity class. */
export function tableNameOf(type: EntityClass): string {
  return planOf(type).name;
}

/** Whether a value is a class that extends {@link Entity}. */
export function isEntityClass(value: unknown): value is EntityClass {
  return typeof value === 'function' && value.prototype instanceof Entity;
}

function staticSchemaError(name: string, path: string): Error {
  return undefinedSchemaError(
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `schema.${path} of ${name} is undefined, most likely because of a circular import. ` +
        `Use \`static override get schema()\`, which is read when the class is first used.`,
    { source: name, path },
  );
}
