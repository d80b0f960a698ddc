import { CacheError, type CacheErrorDetails } from '../util/cache-error';
import { isPlain } from '../util/plain-data';
import type { SchemaLike } from './entity';

declare const ngDevMode: unknown;

/** Rejects a schema whose definition, or a part of it, is `undefined`. */
export function checkDefined(name: string, definition: unknown): void {
  const path = undefinedIn(definition as SchemaLike, []);
  if (path === undefined) return;
  throw undefinedSchemaError(
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      undefinedText(name, path.length === 0 ? 'its definition' : `"${String(path.at(-1))}"`),
    { source: name, path: '' },
  );
}

/** The text of error NCQ1009. */
export function undefinedText(at: string, what: string): string {
  return (
    `${at}: ${what} is undefined, most likely because of a circular import. Import the class from a ` +
    `module that does not import the module of this schema, or create the schema later.`
  );
}

/** Creates error NCQ1009, which reports that a schema is `undefined`. */
export function undefinedSchemaError(
  message: string | false,
  details: CacheErrorDetails,
): CacheError {
  return new CacheError('NCQ1009', message, details);
}

/** Returns the path to the first `undefined` in nested arrays and objects of schemas, if there is one. */
export function undefinedIn(
  schema: SchemaLike,
  path: readonly (string | number)[],
): readonly (string | number)[] | undefined {
  if (schema === undefined) return path;
  if (Array.isArray(schema)) return undefinedIn(schema[0] as SchemaLike, [...path, 0]);
  if (!isPlain(schema)) return undefined;
  for (const name of Object.keys(schema)) {
    const found = undefinedIn(schema[name], [...path, name]);
    if (found !== undefined) return found;
  }
  return undefined;
}
