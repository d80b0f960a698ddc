import { recordKeyOf } from '../../graph/endpoint-cell';
import type { Reader } from '../../query/reader';
import { pkOf } from '../../schema/denormalizer';
import { isEntityClass, planOf } from '../../schema/entity/entity-plan';
import type { Pk } from '../../schema/entity/pk';
import { UNKNOWN } from '../../schema/queryable';
import type { EntityClass } from '../../schema/schema';
import type { AnyEndpoint } from '../endpoint';
import type { EndpointObservers } from '../endpoint-observers';

/** An entity that observers of an endpoint see until the first response arrives. */
export interface StandIn {
  /** The record key under which the response would be stored. */
  readonly key: string;
  readonly type: EntityClass;
  readonly pk: Pk;
}

/** Returns the entities that observers see in place of responses that are not stored yet. */
export function standIns(reader: Reader, observers: EndpointObservers): StandIn[] {
  return observers.firsts.flatMap(([key, { endpoint, args }]) => {
    const pk = standInOf(reader, endpoint, args);
    return pk === undefined ? [] : { key, type: endpoint.schema as EntityClass, pk };
  });
}

/**
 * Returns the key of the entity that observers see in place of the response. Returns `undefined` if the response is
 * already stored, or if there is no such entity.
 */
function standInOf(
  reader: Reader,
  endpoint: AnyEndpoint,
  args: readonly unknown[],
): Pk | undefined {
  const { schema } = endpoint;
  const { tables } = reader.store;
  if (!isEntityClass(schema)) return undefined;
  const isStored = tables.results.index.has(recordKeyOf(endpoint, endpoint.key(...args)));
  if (isStored || reader.get(endpoint, args) === UNKNOWN) return undefined;
  return tables.of(planOf(schema)).keyOf(pkOf(schema, args[0])!);
}
