import type { Table } from '../reactive/table';
import type { AnyEndpoint } from '../requests/endpoint';
import { endpointOf, isEndpoint } from '../requests/target';
import type { EntityClass, EntityStatics, SchemaLike } from '../schema/entity';
import { Query } from '../schema/query';
import type { Queryable } from '../schema/queryable';
import { reaches } from '../schema/schema-shape';
import { classesOf } from './stored-names';

const known = new WeakMap<object, boolean>();

/** Whether the key and the arguments of a read must not leave the cache, because it shows `sensitive` data. */
export function isSensitive(queryable: Queryable): boolean {
  let isSecret = known.get(queryable);
  if (isSecret === undefined) known.set(queryable, (isSecret = isSecretRead(queryable)));
  return isSecret;
}

function isSecretRead(queryable: Queryable): boolean {
  if (queryable instanceof Query) return isSensitive(queryable.schema as Queryable);
  if (!isEndpoint(queryable)) return reaches(queryable as SchemaLike, isSecretClass);
  const { options, schema } = queryable;
  return options.sensitive === true || reaches(schema, isSecretClass);
}

/** Whether the rows of a table must not leave the cache. */
export function isSecretTable(table: Table): boolean {
  const endpoint: AnyEndpoint | undefined = endpointOf(table.plan.type);
  return endpoint ? isSensitive(endpoint) : classesOf(table).some(isSecretClass);
}

function isSecretClass(type: EntityClass): boolean {
  return (type as EntityStatics).sensitive === true;
}
