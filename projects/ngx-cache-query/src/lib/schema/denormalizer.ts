import { deserialize } from './entity/deserialize';
import type { Entity } from './entity/entity';
import { isEntityClass, planOf } from './entity/entity-plan';
import type { Denormalizer, EntityClass, SchemaLike, SchemaFields, SchemaNode } from './schema';
import { canonicalPk } from './entity/pk';
import { isPlainObject, ownField, setField } from '../util/plain-data';

/** The value that `stored` stands for, with its entities in place. */
export function denormalize(schema: SchemaLike, stored: unknown, read: Denormalizer): unknown {
  if (isEntityClass(schema)) return denormalizeEntity(schema, stored, read);
  if (stored === null) return null;
  if (isSchemaNode(schema)) return schema.denormalize(stored, read);
  if (stored === undefined) return isLiteral(schema) ? schema : undefined;
  if (Array.isArray(schema)) {
    return Array.isArray(stored) ? denormalizeItems(schema[0] as SchemaLike, stored, read) : stored;
  }
  if (typeof schema === 'function') return deserialize(schema, stored);
  return isPlainObject(schema) ? denormalizeFields(schema, stored, read) : stored;
}

function denormalizeEntity(type: EntityClass, stored: unknown, read: Denormalizer): unknown {
  if (typeof stored === 'number' || typeof stored === 'string') return read.entity(type, stored);
  return stored;
}

/** The items of a stored array; entities that are not in the cache are left out. */
export function denormalizeItems(
  item: SchemaLike,
  stored: readonly unknown[],
  read: Denormalizer,
): unknown[] {
  const values: unknown[] = [];
  for (const each of stored) {
    const value = denormalize(item, each, read);
    if (value !== undefined) values.push(value);
  }
  return values;
}

/**
 * A stored object with the named fields in place; a literal in the schema stands for a missing field, and an
 * object with literals for a missing object.
 *
 * @param within the objects that are filled although they are missing: one of them is filled no further
 */
export function denormalizeFields(
  fields: SchemaFields,
  stored: unknown,
  read: Denormalizer,
  within: readonly SchemaFields[] = [],
): unknown {
  if (!isPlainObject(stored)) return stored;
  const value: Record<string, unknown> = { ...stored };
  for (const name of Object.keys(fields)) {
    const given = ownField(stored, name);
    let field = denormalize(fields[name], given, read);
    if (field === undefined && given === undefined) {
      field = filled(fields[name], read, [...within, fields]);
    }
    if (field !== undefined || Object.hasOwn(stored, name)) setField(value, name, field);
  }
  return value;
}

/** What stands for an object that is missing, if anything does. */
function filled(schema: SchemaLike, read: Denormalizer, within: readonly SchemaFields[]): unknown {
  const shape = isSchemaNode(schema) ? schema.shape() : undefined;
  const fields = shape?.kind === 'object' ? shape.parts : schema;
  if (!isPlainObject(fields) || within.includes(fields)) return undefined;
  const value = denormalizeFields(fields, {}, read, within) as object;
  return Object.keys(value).length === 0 ? undefined : value;
}

/** Whether a schema is one of the classes of the `schema` namespace. */
export function isSchemaNode(schema: unknown): schema is SchemaNode<unknown> {
  return (
    typeof schema === 'object' &&
    schema !== null &&
    !isPlainObject(schema) &&
    typeof (schema as Partial<SchemaNode<unknown>>).normalize === 'function'
  );
}

function isLiteral(schema: SchemaLike): boolean {
  return typeof schema !== 'object' && typeof schema !== 'function';
}

/** The key of an entity as its table holds it: from a key, or from an object that has the key's fields. */
export function pkOf(type: EntityClass, key: unknown): string | number | undefined {
  if (typeof key !== 'object' || key === null) return canonicalPk(key);
  const plan = planOf(type);
  return canonicalPk(
    plan.ownPk
      ? type.prototype.pk.call(key as Entity, undefined, undefined, [])
      : ownField(key as never, 'id'),
  );
}
