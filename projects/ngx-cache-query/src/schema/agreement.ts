import { ArraySchema } from './array';
import type { SchemaFields, SchemaLike, SchemaNode } from './entity';
import { ObjectSchema } from './object';
import { isEntityClass, type Plan, planOf } from './plan';
import { Polymorphic } from './polymorphic';
import { isSchemaNode } from './schema';
import { isPlain } from '../util/plain-data';
import { CacheError } from '../util/cache-error';

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
  const ours = shapeOf(a);
  const theirs = shapeOf(b);
  return (
    ours.kind === theirs.kind &&
    Object.keys({ ...ours.parts, ...theirs.parts }).every(
      (name) =>
        Object.hasOwn(ours.parts, name) &&
        Object.hasOwn(theirs.parts, name) &&
        storesAlike(ours.parts[name], theirs.parts[name], [...within, a]),
    )
  );
}

interface Shape {
  /** The class of the schema, or what it stands for. */
  readonly kind: unknown;
  readonly parts: SchemaFields;
}

/** Returns the form in which a schema stores values. The shape of a value that is stored unchanged has no parts. */
function shapeOf(schema: SchemaLike): Shape {
  if (Array.isArray(schema)) return { kind: ArraySchema, parts: { item: schema[0] as SchemaLike } };
  if (schema instanceof Polymorphic) return { kind: Polymorphic, parts: schema.mapping };
  if (isPlain(schema)) return { kind: ObjectSchema, parts: schema };
  if (!isSchemaNode(schema)) return { kind: 'raw', parts: {} };
  const { fields, item } = schema as SchemaNode<unknown> & { readonly item?: SchemaLike };
  return { kind: schema.constructor, parts: fields ?? (item === undefined ? {} : { item }) };
}

/** Creates error NCQ2003 for two classes that share a table but declare the same relation differently. */
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
