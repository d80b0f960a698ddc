import { EndpointCell } from '../../graph/endpoint-cell';
import type { Reader } from '../../query/reader';
import { isEntityClass, planOf } from '../../schema/entity/entity-plan';
import type { Pk } from '../../schema/entity/pk';
import type { EntityClass, SchemaLike } from '../../schema/schema';
import { shapeOf } from '../../store/schema-agreement';
import type { Table } from '../../store/table';
import { isPlainObject, ownField } from '../../util/plain-data';
import type { AnyEndpoint } from '../endpoint';

/**
 * Returns the record keys of stored responses that become incomplete without the given entity. Responses that were
 * never read are not checked.
 */
export function responsesNeeding(
  { graph, store }: Reader,
  table: Table,
  pk: Pk,
): ReadonlySet<string> {
  const keys = new Set<string>();
  const isEntity = (type: EntityClass, key: unknown) =>
    key === pk && store.tables.of(planOf(type)) === table;
  for (const type of graph.byTable.get(table) ?? []) {
    for (const node of type.peek(pk)?.dependents ?? []) {
      const record = node instanceof EndpointCell && store.tables.results.get(node.key);
      if (!record) continue;
      const { schema } = record['endpoint'] as AnyEndpoint;
      if (needs(schema, record['value'], isEntity)) keys.add(node.key);
    }
  }
  return keys;
}

/**
 * Whether a stored value becomes incomplete if an entity is removed. This is true if the value is that entity or an
 * object with that entity in one of its fields. A list stays complete when one of its entities is removed.
 */
function needs(
  schema: SchemaLike,
  stored: unknown,
  isEntity: (type: EntityClass, pk: unknown) => boolean,
): boolean {
  if (isEntityClass(schema)) return isEntity(schema, stored);
  if (!isPlainObject(stored)) return false;
  const { kind, parts } = shapeOf(schema);
  if (kind === 'object') {
    return Object.entries(parts).some(([name, part]) =>
      needs(part, ownField(stored, name), isEntity),
    );
  }
  if (kind !== 'several') return false;
  const { type, pk } = stored;
  return Object.hasOwn(parts, type as string) && isEntity(parts[type as string] as EntityClass, pk);
}
