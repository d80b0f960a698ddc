import type { SchemaLike, SchemaShape } from '../schema/entity';
import { isEntityClass, type Plan, planOf } from '../schema/plan';
import { isSchemaNode } from '../schema/schema';
import { isPlain } from '../util/plain-data';
import { keyConflict } from './store-errors';

/**
 * Checks that two classes that share a table declare their common relations in the same way.
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

/** Returns the shape of the values that a schema stores. The shape of a value that is stored unchanged has no parts. */
export function shapeOf(schema: SchemaLike): SchemaShape {
  if (isSchemaNode(schema)) return schema.shape();
  if (Array.isArray(schema)) return { kind: 'array', parts: { item: schema[0] as SchemaLike } };
  return isPlain(schema)
    ? { kind: 'object', parts: schema as SchemaShape['parts'] }
    : { kind: 'raw', parts: {} };
}
