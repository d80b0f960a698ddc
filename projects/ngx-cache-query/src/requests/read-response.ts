import { Entity, recordOf } from '../schema/entity';
import { pkOf } from '../schema/pk';
import { isEntityClass } from '../schema/plan';
import { Query } from '../schema/query';
import { type Queryable, type QueryableNode, type ReadContext, UNKNOWN } from '../schema/queryable';
import {
  isSchemaNode,
  type EntityClass,
  type EntityStatics,
  type SchemaLike,
} from '../schema/schema';
import { validateRequired } from '../schema/default-of';
import { CacheError } from '../util/cache-error';
import { isObject, isPlain } from '../util/plain-data';
import type { AnyEndpoint } from './endpoint';

declare const ngDevMode: unknown;

/** Returns the value of an endpoint, or {@link UNKNOWN} if there is no response. `key` is that of the arguments. */
export function readResponse(
  reader: ReadContext,
  endpoint: AnyEndpoint,
  args: readonly unknown[],
  key?: string,
): unknown {
  return endpoint.derived
    ? reader.compute(endpoint.derived, args)
    : readDescribed(reader, endpoint, args, key);
}

/** Returns the part of the last response that the schema describes. */
function readDescribed(
  reader: ReadContext,
  endpoint: AnyEndpoint,
  args: readonly unknown[],
  key = endpoint.key(...args),
): unknown {
  const response = reader.entity(endpoint.responses, key);
  const isStored = response && Object.hasOwn(recordOf(response)!, 'value');
  return isStored
    ? (response as Entity & { readonly value: unknown }).value
    : inferred(reader, endpoint, args);
}

/** Whether a complete entity counts as fresh data until the first response: if its class overrides `validate`. */
export function isInferred({ schema }: AnyEndpoint): boolean {
  return isEntityClass(schema) && ownValidate(schema);
}

/** Returns the entity that observers of a detail endpoint see until the first response arrives. */
function inferred(
  reader: ReadContext,
  endpoint: AnyEndpoint,
  [params]: readonly unknown[],
): unknown {
  const { schema } = endpoint;
  if (!isEntityClass(schema)) return UNKNOWN;
  const own = ownValidate(schema);
  const pk = pkOf(schema, params);
  if (pk === undefined || !(own || isDetail(endpoint, params, pk))) return UNKNOWN;
  const entity = reader.entity(schema, pk);
  const row = entity && recordOf(entity);
  if (row === undefined) return UNKNOWN;
  const complaint = own ? (schema as EntityStatics).validate(row) : validateRequired(row, schema);
  return complaint === undefined ? entity : UNKNOWN;
}

/**
 * Whether the path parameters identify the entity in the response. This is true for `/users/:id`, because the response
 * is the user with that id. It is not true for `/posts/:id/author`, because the author has a different id.
 */
function isDetail(
  { schema, options, detailParameter: name }: AnyEndpoint,
  params: unknown,
  pk: unknown,
) {
  if (name === undefined || options.invalidIfStale === true || !isObject(params)) return false;
  return pkOf(schema as EntityClass, { ...params, [name]: undefined }) !== pk;
}

function ownValidate(type: EntityClass): boolean {
  return (type as EntityStatics).validate !== Entity.validate;
}

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

/** Reads the value that the schema of an endpoint describes. Not a plain object, which would be a join. */
class DescribedResponse implements QueryableNode<unknown, readonly unknown[]> {
  constructor(private readonly endpoint: AnyEndpoint) {}

  read(reader: ReadContext, args: readonly unknown[]): unknown {
    return readDescribed(reader, this.endpoint, args);
  }
}

/** Runs `process`, after that of the Query that the Query reads. */
function applied(query: AnyQuery, value: unknown, args: readonly unknown[]): unknown {
  const { schema } = query;
  const input = schema instanceof Query ? applied(schema as AnyQuery, value, args) : value;
  return query.process(input, ...args);
}
