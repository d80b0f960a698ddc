import { CacheError } from '../util/cache-error';
import { type Fields, isPlain } from '../util/plain-data';
import { ArraySchema } from './array';
import { ObjectSchema } from './object';
import { isEntityClass, type Plan, planOf } from './plan';
import { Polymorphic } from './polymorphic';
import { isSchemaNode, type EntityClass, type SchemaLike } from './schema';
import { Values } from './values';

type Parts = Readonly<Record<string, SchemaLike>>;

/** The members of schemas that describe their parts. */
interface Described {
  readonly item?: SchemaLike;
  readonly fields?: Parts;
  readonly mapping?: Parts;
  readonly kind?: { readonly content: SchemaLike };
  /** The class of a Scalar. */
  readonly lensOf?: EntityClass;
}

/**
 * Describes a schema as text. If the text is different, stored values must not be read with the schema. The names of
 * the classes of schemas are not used, because each build may change them.
 */
export function shapeText(schema: SchemaLike): string {
  if (schema === undefined) return '';
  if (isEntityClass(schema)) return planOf(schema).name;
  const [kind, parts] = shapeOf(schema);
  const texts = Object.entries(parts).map(([name, part]) => `${name}:${shapeText(part)}`);
  return texts.length === 0 ? kind : `${kind}(${texts.join()})`;
}

/** Returns the Entity classes in a schema. Does not follow the relations of these classes. */
export function classesIn(schema: SchemaLike, seen = new Set<SchemaLike>()): EntityClass[] {
  if (isEntityClass(schema)) return [schema];
  if (seen.has(schema)) return []; // A schema may contain itself.
  seen.add(schema);
  return Object.values(shapeOf(schema)[1]).flatMap((part) => classesIn(part, seen));
}

/** A schema of a list. */
interface ListSchema {
  /** The class whose rows are the lists. */
  readonly rows: EntityClass;
  readonly argsOf: (call: readonly unknown[]) => Fields;
}

/** Returns the schemas of the lists in a schema. */
export function listsIn(schema: SchemaLike, seen = new Set<SchemaLike>()): ListSchema[] {
  if (isEntityClass(schema) || seen.has(schema)) return [];
  seen.add(schema);
  if (isListSchema(schema)) return [schema];
  return Object.values(shapeOf(schema)[1]).flatMap((part) => listsIn(part, seen));
}

/** A list in an object, and the names of the fields that contain it. */
export interface PlacedList {
  readonly list: ListSchema;
  readonly path: readonly string[];
}

/** Returns the schemas of the lists in the fields of objects, or the schema itself. */
export function listPathsIn(
  schema: SchemaLike,
  path: PlacedList['path'] = [],
  above: readonly SchemaLike[] = [],
): PlacedList[] {
  if (isListSchema(schema)) return [{ list: schema, path }];
  if (above.includes(schema)) return []; // A schema may contain itself.
  return Object.entries(fieldsOf(schema)).flatMap(([name, part]) =>
    listPathsIn(part, [...path, name], [...above, schema]),
  );
}

/** Returns the schemas of the fields of an object. Other schemas have none. */
export function fieldsOf(schema: SchemaLike): Parts {
  const fields = isSchemaNode(schema) ? (schema as Described).fields : schema;
  return isPlain(fields) ? fields : {};
}

function isListSchema(schema: SchemaLike): schema is SchemaLike & ListSchema {
  return isSchemaNode(schema) && 'rows' in schema;
}

/** Whether a schema contains a class that passes a test, directly or through relations. */
export function reaches(
  schema: SchemaLike,
  test: (type: EntityClass) => boolean,
  seen = new Set<EntityClass>(),
): boolean {
  return classesIn(schema).some((type) => {
    if (seen.has(type)) return false;
    seen.add(type);
    return test(type) || planOf(type).relations.some((each) => reaches(each.schema, test, seen));
  });
}

function shapeOf(schema: SchemaLike): [kind: string, parts: Parts] {
  if (Array.isArray(schema)) return ['array', { item: schema[0] as SchemaLike }];
  if (isPlain(schema)) return ['object', schema];
  if (!isSchemaNode(schema)) return ['raw', {}];
  const { item, fields, kind, lensOf, mapping } = schema as unknown as Described;
  if (kind) return ['collection', { items: kind.content }];
  if (lensOf) return ['lens', { item: lensOf }];
  if (mapping) return ['several', mapping];
  if (fields) return ['object', fields];
  if (!item) return ['node', {}];
  return [schema instanceof Values ? 'values' : 'array', { item }];
}

/**
 * Checks that two classes that share a table declare their common relations in the same way. Called only in dev mode.
 *
 * @throws CacheError NCQ2003 if the classes do not agree
 */
export function checkAgreement(one: Plan, other: Plan): void {
  const theirs = other.type.schema;
  for (const [name, schema] of Object.entries(one.type.schema)) {
    if (Object.hasOwn(theirs, name) && !storesAlike(schema, theirs[name])) {
      throw keyConflict(one.name, name, [one.type.name, other.type.name]);
    }
  }
}

/** Whether two schemas have the same structure and reference the same tables. */
function storesAlike(a: SchemaLike, b: SchemaLike, within: readonly unknown[] = []): boolean {
  if (a === b || within.includes(a)) return true;
  if (isEntityClass(a) || isEntityClass(b)) {
    return isEntityClass(a) && isEntityClass(b) && planOf(a).identity === planOf(b).identity;
  }
  if (kindOf(a) !== kindOf(b)) return false;
  const [[, ours], [, theirs]] = [shapeOf(a), shapeOf(b)];
  return Object.keys({ ...ours, ...theirs }).every(
    (name) =>
      Object.hasOwn(ours, name) &&
      Object.hasOwn(theirs, name) &&
      storesAlike(ours[name], theirs[name], [...within, a]),
  );
}

/** Returns the class of a schema, or the one for which a shorthand stands. */
function kindOf(schema: SchemaLike): unknown {
  if (Array.isArray(schema)) return ArraySchema;
  if (schema instanceof Polymorphic) return Polymorphic;
  if (isPlain(schema)) return ObjectSchema;
  return isSchemaNode(schema) ? schema.constructor : 'raw';
}

/** Error NCQ2003. */
function keyConflict(
  key: string,
  relation: string,
  classes: readonly [string, string],
): CacheError {
  return new CacheError(
    'NCQ2003',
    `the entity classes ${classes.join(' and ')} share the key "${key}", but have different schemas for ` +
      `"${relation}". Classes that share a key must use equal schemas for the same relation. Use the same schema ` +
      `in both classes, or give one class another key.`,
  );
}
