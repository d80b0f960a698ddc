import { CacheError } from '../../util/cache-error';
import { isPlainObject } from '../../util/plain-data';
import { isEntityClass, planOf } from '../entity/entity-plan';
import { type Place, showPath } from '../normalize/normalize-errors';
import type { SchemaLike } from '../schema';

declare const ngDevMode: unknown;

/**
 * Rejects a schema such as `[A, B]`, because it does not define the type of each item.
 *
 * @throws CacheError NCQ1006
 */
export function checkOneSchema(schema: SchemaLike, { source, path: at }: Place): void {
  if (!Array.isArray(schema) || schema.length < 2) return;
  const path = showPath(at);
  throw new CacheError(
    'NCQ1006',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: ${path === '' ? '' : `at ${path}: `}an array of ${schema.length} schemas does not define which ` +
        `item has which type. Name the attribute of the items that defines their type: ` +
        `new schema.Array({ ${namesOf(schema)} }, 'type').`,
    { source, path },
  );
}

/**
 * Rejects an object that contains only Entity classes, such as `{ a: A, b: B }`, if the attribute is missing. The
 * object is probably a mapping of types, although it can also describe items with an entity in each field. Without the
 * attribute, the cache would store the items of a mapping as plain data.
 *
 * @throws CacheError NCQ1006
 */
export function checkAttribute(name: string, definition: unknown, attribute: unknown): void {
  if (attribute !== undefined || !isPlainObject(definition)) return;
  const schemas = Object.values(definition);
  if (schemas.length === 0 || !schemas.every(isEntityClass)) return;
  throw new CacheError(
    'NCQ1006',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `new schema.${name}({ … }) maps several types and needs a second argument: the name of the attribute that ` +
        `distinguishes them, or a function that returns a key of the mapping. If { … } contains the fields of one ` +
        `item instead, write new schema.${name}(new schema.Object({ … })).`,
    { source: `new schema.${name}(…)` },
  );
}

/** Formats the mapping that the error message suggests. */
function namesOf(schemas: readonly unknown[]): string {
  return schemas
    .map((schema) => (isEntityClass(schema) ? planOf(schema).name : '…'))
    .map((name) => `${name[0].toLowerCase()}${name.slice(1)}: ${name}`)
    .join(', ');
}
