import { CacheError } from '../../util/cache-error';
import { type Place, showPath } from '../normalize/normalize-errors';
import { Query } from '../query';
import type { SchemaLike } from '../schema';

/**
 * Rejects a Query inside another schema. A Query needs the arguments of the endpoint, but a schema inside another
 * schema is read without arguments. Called only in dev mode.
 *
 * @throws CacheError NCQ1011
 */
export function checkNoQuery({ source, path: at }: Place, schema: SchemaLike): void {
  if (!(schema instanceof Query)) return;
  const path = showPath(at);
  throw new CacheError(
    'NCQ1011',
    `${source}: at ${path}: this part of the schema is a Query, but a Query can only be the whole schema of an ` +
      `endpoint. Use the schema that the Query reads here, and read the Query itself with select.`,
    { source, path },
  );
}
