import { CacheError, CacheErrorCode } from '../../util/cache-error';
import { isPlainObject } from '../../util/plain-data';
import { isEntityClass, planOf } from '../entity/entity-plan';
import { type Place, showPath } from '../normalize/normalize-errors';
import type { SchemaLike } from '../schema';

declare const ngDevMode: unknown;

/** Refuses `[A, B]`: nothing says which item is of which type. */
export function checkOneSchema(schema: SchemaLike, { source, path: at }: Place): void {
  if (!Array.isArray(schema) || schema.length < 2) return;
  const path = showPath(at);
  throw new CacheError(
    CacheErrorCode.MissingAttribute,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: ${path === '' ? '' : `at ${path}: `}an array of ${schema.length} schemas does not define which ` +
        `item has which type. Name an attribute of the items that does: new schema.Array({ ${namesOf(schema)} }, 'type').`,
    { source, path },
  );
}

/**
 * Refuses a mapping of Entity classes without an attribute. Items that are objects with such fields and no others are
 * rare, and the items of a mapping would be stored as data without entities.
 */
export function checkAttribute(name: string, definition: unknown, attribute: unknown): void {
  if (attribute !== undefined || !isPlainObject(definition)) return;
  const schemas = Object.values(definition);
  if (schemas.length === 0 || !schemas.every(isEntityClass)) return;
  throw new CacheError(
    CacheErrorCode.MissingAttribute,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `new schema.${name}({ … }) maps several types and needs a second argument: the name of the attribute that ` +
        `distinguishes them, or a function that returns a key of the mapping. For objects with these fields, write ` +
        `new schema.${name}(new schema.Object({ … })).`,
    { source: `new schema.${name}(…)` },
  );
}

/** A mapping, as one might write it. */
function namesOf(schemas: readonly unknown[]): string {
  return schemas
    .map((each) => (isEntityClass(each) ? planOf(each).name : '…'))
    .map((name) => `${name[0].toLowerCase()}${name.slice(1)}: ${name}`)
    .join(', ');
}
