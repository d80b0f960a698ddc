import { CacheError, type CacheErrorDetails } from '../../util/cache-error';
import { isPlainObject } from '../../util/plain-data';
import { type Place, showPath } from '../normalize/normalize-errors';
import type { SchemaLike } from '../schema';

declare const ngDevMode: unknown;

/**
 * Rejects a `static schema` that contains `undefined`. The most likely cause is a circular import.
 *
 * @throws CacheError NCQ1009
 */
export function checkStaticSchema(
  name: string,
  fields: readonly (readonly [string, SchemaLike])[],
) {
  for (const [field, schema] of fields) {
    const path = undefinedIn(schema, [field]);
    if (path !== undefined) {
      const at = showPath(path);
      throw undefinedSchemaError(
        (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
          `schema.${at} of ${name} is undefined, most likely because of a circular import. ` +
            `Use \`static override get schema()\`, which is read when the class is first used.`,
        { source: name, path: at },
      );
    }
  }
}

/** Rejects a schema whose definition is `undefined`. */
export function checkDefinition(name: string, definition: unknown): void {
  if (definition === undefined) throw definitionError(`new schema.${name}(…)`, 'its definition');
}

/** Rejects a mapping in which the schema of a type is `undefined`. */
export function checkMapping(mapping: object): void {
  for (const [type, schema] of Object.entries(mapping)) {
    if (schema === undefined) throw definitionError('a schema of several types', `"${type}"`);
  }
}

/** Rejects `undefined` where the normalizer needs a schema. */
export function checkSchemaAt(place: Place, what: string, schema: SchemaLike): void {
  if (schema === undefined) throw definitionError(place.source, what, showPath(place.path));
}

function definitionError(source: string, what: string, path = ''): CacheError {
  return undefinedSchemaError(
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: ${path === '' ? '' : `at ${path}: `}${what} is undefined, most likely because of a circular import. ` +
        `Import the class from a module that does not import the module of this schema, or create the schema later.`,
    { source, path },
  );
}

/** Creates error NCQ1009, which reports that a schema is `undefined`. */
function undefinedSchemaError(message: string | false, details: CacheErrorDetails): CacheError {
  return new CacheError('NCQ1009', message, details);
}

/** Returns the path to the first `undefined` in nested arrays and objects of schemas, if there is one. */
function undefinedIn(
  schema: SchemaLike,
  path: (string | number)[],
): readonly (string | number)[] | undefined {
  if (schema === undefined) return path;
  if (Array.isArray(schema)) return undefinedIn(schema[0] as SchemaLike, [...path, 0]);
  if (!isPlainObject(schema)) return undefined;
  for (const [name, field] of Object.entries(schema)) {
    const found = undefinedIn(field, [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}
