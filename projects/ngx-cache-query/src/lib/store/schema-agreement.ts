import type { EntityPlan } from '../schema/entity/entity-plan';
import { isEntityClass, planOf } from '../schema/entity/entity-plan';
import { isSchemaNode } from '../schema/denormalizer';
import type { EntityClass, SchemaLike, SchemaShape } from '../schema/schema';
import { isPlainObject } from '../util/plain-data';
import { keyConflictError } from './store-errors';

/**
 * Checks that two classes that share a table declare their common relations in the same way.
 *
 * @throws CacheError NCQ2003 if the classes do not agree
 */
export function checkAgreement(one: EntityPlan, other: EntityPlan): void {
  const theirs = other.type.schema;
  for (const [name, schema] of Object.entries(one.type.schema)) {
    if (Object.hasOwn(theirs, name) && !storesAlike(schema, theirs[name])) {
      throw keyConflictError(one.name, name, [one.type.name, other.type.name]);
    }
  }
}

/** Whether two schemas have the same structure and reference the same tables. */
function storesAlike(a: SchemaLike, b: SchemaLike, within: readonly unknown[] = []): boolean {
  if (a === b || within.includes(a)) return true;
  if (isEntityClass(a) || isEntityClass(b)) {
    return isEntityClass(a) && isEntityClass(b) && planOf(a).identity === planOf(b).identity;
  }
  const [ours, theirs] = [shapeOf(a), shapeOf(b)];
  const names = Object.keys({ ...ours.parts, ...theirs.parts });
  return (
    ours.kind === theirs.kind &&
    names.every(
      (name) =>
        Object.hasOwn(ours.parts, name) &&
        Object.hasOwn(theirs.parts, name) &&
        storesAlike(ours.parts[name], theirs.parts[name], [...within, a]),
    )
  );
}

/** Whether a schema references, directly or through relations, a class for which `isMeant` returns `true`. */
export function references(
  schema: SchemaLike,
  isMeant: (plan: EntityPlan) => boolean,
  seen = new Set<unknown>(),
): boolean {
  if (seen.has(schema)) return false;
  seen.add(schema);
  if (!isEntityClass(schema)) {
    return Object.values(shapeOf(schema).parts).some((each) => references(each, isMeant, seen));
  }
  const plan = planOf(schema);
  return isMeant(plan) || plan.relations.some(([, each]) => references(each, isMeant, seen));
}

/** Returns the Entity classes that a schema contains, without the classes of their relations. */
export function classesIn(schema: SchemaLike): EntityClass[] {
  return isEntityClass(schema)
    ? [schema]
    : Object.values(shapeOf(schema).parts).flatMap((each) => classesIn(each));
}

/** Returns the shape of the values that a schema stores. The shape of a value that is stored unchanged has no parts. */
export function shapeOf(schema: SchemaLike): SchemaShape {
  if (isSchemaNode(schema)) return schema.shape();
  if (Array.isArray(schema)) return { kind: 'array', parts: { item: schema[0] as SchemaLike } };
  return isPlainObject(schema) ? { kind: 'object', parts: schema } : { kind: 'raw', parts: {} };
}
