import { deserialize } from './entity/deserialize';
import type { Entity } from './entity/entity';
import { isEntityClass, planOf } from './entity/entity-plan';
import type { Denormalizer, EntityClass, SchemaLike, SchemaFields, SchemaNode } from './schema';
import { canonicalPk } from './entity/pk';
import { isPlainObject, ownField, setField } from '../util/plain-data';

/** Replaces the entity keys in a stored value with entity instances, and returns the result. */
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

/** Returns the items of a stored array. Omits entities that are not in the cache. */
export function denormalizeItems(
  item: SchemaLike,
  stored: readonly unknown[],
  read: Denormalizer,
): unknown[] {
  const values: unknown[] = [];
  for (const key of stored) {
    const value = denormalize(item, key, read);
    if (value !== undefined) values.push(value);
  }
  return values;
}

/**
 * Returns a stored object in which every field with a schema is denormalized. A missing field whose schema is a literal
 * gets that literal as its value. A missing nested object becomes an object with the literals from its schema.
 *
 * @param within the schemas of the enclosing objects; a schema that contains itself is not expanded again
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
    const raw = ownField(stored, name);
    let field = denormalize(fields[name], raw, read);
    if (field === undefined && raw === undefined) {
      field = missingObject(fields[name], read, [...within, fields]);
    }
    if (field !== undefined || Object.hasOwn(stored, name)) setField(value, name, field);
  }
  return value;
}

/**
 * Returns the object that replaces a missing object. It contains the literals of the schema. Returns `undefined` if the
 * schema has no literals.
 */
function missingObject(
  schema: SchemaLike,
  read: Denormalizer,
  within: readonly SchemaFields[],
): unknown {
  const shape = isSchemaNode(schema) ? schema.shape() : undefined;
  const fields = shape?.kind === 'object' ? shape.parts : schema;
  if (!isPlainObject(fields) || within.includes(fields)) return undefined;
  const value = denormalizeFields(fields, {}, read, within) as object;
  return Object.keys(value).length === 0 ? undefined : value;
}

/** Whether a schema is an instance of one of the schema classes, such as `schema.All`. */
export function isSchemaNode(schema: unknown): schema is SchemaNode<unknown> {
  return (
    typeof schema === 'object' &&
    !isPlainObject(schema) &&
    typeof (schema as Partial<SchemaNode<unknown>> | null)?.normalize === 'function'
  );
}

function isLiteral(schema: SchemaLike): boolean {
  return typeof schema !== 'object' && typeof schema !== 'function';
}

/** Returns the canonical key of an entity. `key` is a key in any form or an object with the key fields. */
export function pkOf(type: EntityClass, key: unknown): string | number | undefined {
  if (typeof key !== 'object' || key === null) return canonicalPk(key);
  const plan = planOf(type);
  return canonicalPk(
    plan.ownPk
      ? type.prototype.pk.call(key as Entity, undefined, undefined, [])
      : ownField(key as never, 'id'),
  );
}
