import { type EntityPlan, isEntityClass, planOf } from '../schema/entity-plan';
import type { Schema } from '../schema/schema';
import { isPlainObject } from '../util/plain-data';
import { keyConflictError } from './store-errors';

/**
 * Checks that two classes of one table agree on the relations that both declare.
 *
 * @throws CacheError 203 when they do not
 */
export function checkAgreement(one: EntityPlan, other: EntityPlan): void {
  const theirs = new Map(other.relations);
  for (const [name, schema] of one.relations) {
    const their = theirs.get(name);
    if (their !== undefined && !storesAlike(schema, their)) throw keyConflictError(one.name, name);
  }
}

/** Whether two schemas store the same keys in the same places. */
function storesAlike(a: Schema, b: Schema): boolean {
  if (a === b) return true;
  if (isEntityClass(a)) return isEntityClass(b) && planOf(a).identity === planOf(b).identity;
  if (Array.isArray(a)) return Array.isArray(b) && storesAlike(a[0] as Schema, b[0] as Schema);
  if (isPlainObject(a) && isPlainObject(b)) {
    return Object.keys({ ...a, ...b }).every(
      (name) => Object.hasOwn(a, name) && Object.hasOwn(b, name) && storesAlike(a[name], b[name]),
    );
  }
  return (
    typeof a === 'object' && a !== null && typeof b === 'object' && a.constructor === b?.constructor
  );
}
