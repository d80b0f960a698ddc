import type { SchemaLike } from '../schema/entity';
import { isEntityClass } from '../schema/plan';
import { Query } from '../schema/query';
import type { Known, Queryable, QueryableNode, ReadContext } from '../schema/queryable';
import { isSchemaNode } from '../schema/schema';
import { CacheError } from '../util/cache-error';
import { isPlain } from '../util/plain-data';
import type { AnyEndpoint } from './endpoint';
import { readDescribed } from './read-response';

declare const ngDevMode: unknown;

/** A Query, with all types erased. */
type AnyQuery = Query<Queryable, readonly unknown[], unknown>;

/**
 * Returns the schema inside a Query that is the `schema` option of an endpoint.
 *
 * @throws CacheError NCQ1011 if the Query reads something that a response cannot contain, such as another endpoint
 */
export function schemaIn({ schema }: Query<Queryable>, source: string): SchemaLike {
  if (schema instanceof Query) return schemaIn(schema as Query<Queryable>, source);
  if (isEntityClass(schema) || isSchemaNode(schema) || isPlain(schema)) return schema as SchemaLike;
  throw new CacheError(
    'NCQ1011',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the Query in the schema option reads something that a response cannot contain. A Query in the ` +
        `schema option must read a Collection, schema.All, an Entity class, or another schema.`,
    { source },
  );
}

/** Derives the value of an endpoint from its last response. */
export class DerivedResponse extends Query<DescribedResponse, readonly unknown[], unknown> {
  constructor(
    private readonly endpoint: AnyEndpoint,
    private readonly query: AnyQuery,
  ) {
    super(new DescribedResponse(endpoint));
  }

  /** Returns `undefined` if the entity in the response was deleted. */
  override process(value: unknown, ...args: readonly unknown[]): unknown {
    return value === undefined ? undefined : applied(this.query, value, args);
  }

  override key(...args: readonly unknown[]): string {
    return this.endpoint.key(...args);
  }
}

/** Reads the value that the schema of an endpoint describes. */
class DescribedResponse implements QueryableNode<unknown, readonly unknown[]> {
  constructor(private readonly endpoint: AnyEndpoint) {}

  read(reader: ReadContext, args: readonly unknown[]): Known<unknown> {
    return readDescribed(reader, this.endpoint, args);
  }
}

/** Runs `process`, after that of the Query that the Query reads. */
function applied(query: AnyQuery, value: unknown, args: readonly unknown[]): unknown {
  const { schema } = query;
  const input = schema instanceof Query ? applied(schema as AnyQuery, value, args) : value;
  return query.process(input, ...args);
}
