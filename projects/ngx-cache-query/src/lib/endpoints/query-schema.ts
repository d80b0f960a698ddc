import { readDescribed } from '../requests/read-endpoint';
import type { AnyEndpoint } from '../requests/endpoint';
import { isSchemaNode } from '../schema/denormalizer';
import { isEntityClass } from '../schema/entity/entity-plan';
import { Query } from '../schema/query';
import type { Known, Queryable, QueryableNode, ReadContext } from '../schema/queryable';
import type { SchemaLike } from '../schema/schema';
import { CacheError } from '../util/cache-error';
import { isPlainObject } from '../util/plain-data';

declare const ngDevMode: unknown;

/** A Query, with all types erased. */
type AnyQuery = Query<Queryable, readonly unknown[], unknown>;

/**
 * Returns the schema inside a Query. The Query is the `schema` option of an endpoint.
 *
 * @throws CacheError NCQ1011 if the Query reads something that a response cannot contain, such as another endpoint
 */
export function schemaIn({ schema }: Query<Queryable>, source: string): SchemaLike {
  if (schema instanceof Query) return schemaIn(schema as Query<Queryable>, source);
  const isSchema = isEntityClass(schema) || isSchemaNode(schema) || isPlainObject(schema);
  if (isSchema) return schema as SchemaLike;
  throw new CacheError(
    'NCQ1011',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the Query in the schema option reads something that a response cannot contain. A Query in the ` +
        `schema option must read a Collection, schema.All, an Entity class, or another schema.`,
    { source },
  );
}

/** Derives the result of a Query from the last response of an endpoint. */
export class DerivedResponse extends Query<DescribedResponse, readonly unknown[], unknown> {
  readonly #endpoint: AnyEndpoint;
  readonly #query: AnyQuery;

  constructor(endpoint: AnyEndpoint, query: AnyQuery) {
    super(new DescribedResponse(endpoint));
    this.#endpoint = endpoint;
    this.#query = query;
  }

  /** Returns `undefined` if the entity in the response was deleted. */
  override process(value: unknown, ...args: readonly unknown[]): unknown {
    return value === undefined ? undefined : applied(this.#query, value, args);
  }

  override key(...args: readonly unknown[]): string {
    return this.#endpoint.key(...args);
  }
}

/** Reads the value that the schema of an endpoint describes. */
class DescribedResponse implements QueryableNode<unknown, readonly unknown[]> {
  constructor(private readonly endpoint: AnyEndpoint) {}

  read(reader: ReadContext, args: readonly unknown[]): Known<unknown> {
    return readDescribed(reader, this.endpoint, args);
  }
}

/**
 * Runs the `process` function of a Query. If the Query reads another Query, runs the `process` function of that Query
 * first.
 */
function applied(query: AnyQuery, value: unknown, args: readonly unknown[]): unknown {
  const { schema } = query;
  const input = schema instanceof Query ? applied(schema as AnyQuery, value, args) : value;
  return query.process(input, ...args);
}
