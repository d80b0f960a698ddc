import type { EntityClass, SchemaLike } from './entity';
import { isEntityClass, planOf } from './plan';
import { isSchemaNode } from './schema';
import { Values } from './values';
import { isPlain } from '../util/plain-data';

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

/** A schema of a list, and the class whose rows are the lists. */
interface ListSchema {
  readonly rows: EntityClass;
}

/** Returns the schemas of the lists in a schema. */
export function listsIn(schema: SchemaLike, seen = new Set<SchemaLike>()): ListSchema[] {
  if (isEntityClass(schema) || seen.has(schema)) return [];
  seen.add(schema);
  if (isSchemaNode(schema) && 'rows' in schema) return [schema as unknown as ListSchema];
  return Object.values(shapeOf(schema)[1]).flatMap((part) => listsIn(part, seen));
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
