import { pkOf } from '../schema/pk';
import { isEntityClass } from '../schema/plan';
import { type ReadContext, UNKNOWN } from '../schema/queryable';
import { Entity, recordOf, type EntityClass, type EntityStatics } from '../schema/entity';
import { validateRequired } from '../schema/default-of';
import { isObject } from '../util/plain-data';
import type { AnyEndpoint } from './endpoint';

/**
 * Returns the value of an endpoint, or {@link UNKNOWN} if there is no response.
 *
 * @param key the key of the arguments, if it is known
 */
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
export function readDescribed(
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

/**
 * Whether a complete entity from the cache counts as fresh data until the first response arrives. This is the case if
 * its class overrides `validate`.
 */
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
