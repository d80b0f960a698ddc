import { CacheError, CacheErrorCode } from '../util/cache-error';
import { isEntityClass, planOf } from './entity-plan';
import { type Place, showPath } from './normalize-errors';
import type { SchemaLike } from './schema';

declare const ngDevMode: unknown;

/** Refuses `[A, B]`: nothing says which item is of which type. */
export function checkOneSchema(schema: SchemaLike, { source, path: at }: Place): void {
  if (!Array.isArray(schema) || schema.length < 2) return;
  const path = showPath(at);
  throw new CacheError(
    CacheErrorCode.MissingAttribute,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: ${path === '' ? '' : `at ${path}: `}an array of ${schema.length} schemas does not say which item ` +
        `is of which type. Use an attribute of the items: new schema.Array({ ${namesOf(schema)} }, 'type').`,
    { source, path },
  );
}

/** A mapping, as one might write it. */
function namesOf(schemas: readonly unknown[]): string {
  return schemas
    .map((each) => (isEntityClass(each) ? planOf(each).name : '…'))
    .map((name) => `${name[0].toLowerCase()}${name.slice(1)}: ${name}`)
    .join(', ');
}
