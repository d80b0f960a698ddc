import type { Table } from '../reactive/table';
import type { AnyEndpoint } from '../requests/endpoint';
import { endpointOf, isEndpoint } from '../requests/target';
import type { EntityClass, EntityStatics, SchemaLike } from '../schema/entity';
import { Query } from '../schema/query';
import type { Queryable } from '../schema/queryable';
import { reaches } from '../schema/schema-shape';
import { lensValuesOf, listKindOf } from './stored-names';

/**
 * Whether the key and the arguments of a read must not leave the cache, because it shows `sensitive` data.
 *
 * @example
 * ```ts
 * const shown = inspect(handle)
 *   .queries()
 *   .filter(({ queryable }) => !isSensitive(queryable));
 * ```
 */
export function isSensitive(queryable: Queryable): boolean {
  if (queryable instanceof Query) return isSensitive(queryable.schema as Queryable);
  return isEndpoint(queryable)
    ? isSecretEndpoint(queryable)
    : reaches(queryable as SchemaLike, isSecretClass);
}

/** Whether the key and the arguments of a request must not leave the cache. */
export function isSecretEndpoint({ options, schema }: AnyEndpoint): boolean {
  return options.sensitive === true || reaches(schema, isSecretClass);
}

/** Whether the rows of a table must not leave the cache. */
export function isSecretTable({ mirrors, plan }: Table): boolean {
  const endpoint = endpointOf(plan.type);
  if (endpoint) return isSecretEndpoint(endpoint);
  const of = lensValuesOf(plan)?.type;
  const own = [plan, ...mirrors.map((each) => each.plan)].map(({ type }) => type);
  return (of ? [of] : (listKindOf(plan)?.types ?? own)).some(isSecretClass);
}

function isSecretClass(type: EntityClass): boolean {
  return (type as EntityStatics).sensitive === true;
}
