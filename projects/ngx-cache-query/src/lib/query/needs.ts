import { isEntityClass } from '../schema/entity/entity-plan';
import type { EntityClass, SchemaLike } from '../schema/schema';
import { shapeOf } from '../store/agreement';
import { isPlainObject, ownField } from '../util/plain-data';

/**
 * Whether a stored value is incomplete without an entity: it is that entity, or an object that has it in a field. A
 * list is complete without it.
 *
 * @param isIt whether a key of a class is that of the entity
 */
export function needs(
  schema: SchemaLike,
  stored: unknown,
  isIt: (type: EntityClass, pk: unknown) => boolean,
): boolean {
  if (isEntityClass(schema)) return isIt(schema, stored);
  if (!isPlainObject(stored)) return false;
  const { kind, parts } = shapeOf(schema);
  if (kind === 'object') {
    return Object.entries(parts).some(([name, part]) => needs(part, ownField(stored, name), isIt));
  }
  if (kind !== 'several') return false;
  const { type, pk } = stored;
  return Object.hasOwn(parts, type as string) && isIt(parts[type as string] as EntityClass, pk);
}
