import { EndpointCell, recordKeyOf } from '../graph/endpoint-cell';
import type { Graph } from '../graph/graph';
import { CURRENT } from '../graph/node';
import type { Reader } from '../query/reader';
import { denormalize, pkOf } from '../schema/denormalizer';
import { recordOf } from '../schema/entity/entity';
import { isEntityClass, planOf } from '../schema/entity/entity-plan';
import { type ReadContext, UNKNOWN } from '../schema/queryable';
import { validateRequired } from '../schema/entity/validate-required';
import type { EntityClass, SchemaLike } from '../schema/schema';
import type { Table } from '../store/table';
import { recycleDeeply } from '../util/equality';
import { freezeData } from '../util/plain-data';
import type { AnyEndpoint } from './endpoint';

declare const ngDevMode: unknown;

type Endpoint = Pick<
  AnyEndpoint,
  'id' | 'name' | 'schema' | 'key' | 'refresh' | 'detailParameter' | 'derived'
>;

/** Returns the value of an endpoint's last response, or {@link UNKNOWN} if there is no response. */
export function readResponse(
  reader: ReadContext,
  endpoint: Endpoint,
  args: readonly unknown[],
): unknown {
  const { derived } = endpoint;
  return derived === undefined
    ? readDescribed(reader, endpoint, args)
    : reader.compute(derived, args);
}

/** Returns the part of the last response that the schema describes, or {@link UNKNOWN} if there is no response. */
export function readDescribed(
  context: ReadContext,
  endpoint: Endpoint,
  args: readonly unknown[],
): unknown {
  const reader = context as Reader;
  const { results } = reader.store.tables;
  const cell = cellOf(reader, results, endpoint, args);
  const record = results.get(cell.key);
  if (record === undefined) return inferred(reader, endpoint, args);
  const graph = reader.current;
  return graph.read(() => valueOf(graph, cell, endpoint.schema, record['value']));
}

/** Returns the request record of an endpoint, or `undefined` if there is none. */
export function readRequest(
  context: ReadContext,
  endpoint: Endpoint,
  args: readonly unknown[],
): unknown {
  const reader = context as Reader;
  const { requests } = reader.store.tables;
  return requests.get(cellOf(reader, requests, endpoint, args).key);
}

/** Returns the cell of a response or a request record, and makes the current computation depend on it. */
function cellOf(
  reader: Reader,
  table: Table,
  endpoint: Endpoint,
  args: readonly unknown[],
): EndpointCell {
  const { endpointCells } = reader.current;
  let cells = endpointCells.get(table);
  if (cells === undefined) endpointCells.set(table, (cells = new Map<string, EndpointCell>()));
  const key = recordKeyOf(endpoint, endpoint.key(...args));
  let cell = cells.get(key);
  if (cell === undefined) {
    for (const hook of reader.store.hooks) hook.usesEndpoint?.(endpoint);
    cells.set(key, (cell = new EndpointCell(key)));
  }
  return reader.use(cell);
}

/** Returns the value of a response. If a commit changed an entity in the response, the value is created again. */
function valueOf(graph: Graph, cell: EndpointCell, schema: SchemaLike, stored: unknown): unknown {
  if (!cell.isDirty) return cell.value;
  const outer = graph.open(cell);
  let value: unknown;
  try {
    value = denormalize(schema, stored, graph);
  } finally {
    graph.close(cell, outer);
  }
  cell.state = CURRENT;
  cell.value = recycleDeeply(cell.value, value);
  if (typeof ngDevMode === 'undefined' || ngDevMode) freezeData(cell.value);
  return cell.value;
}

/**
 * Returns the entity that observers of a detail endpoint see until the first response arrives. Returns {@link UNKNOWN}
 * if the cache does not contain the complete entity.
 */
function inferred(reader: Reader, endpoint: Endpoint, [params]: readonly unknown[]): unknown {
  const { schema } = endpoint;
  if (!isEntityClass(schema)) return UNKNOWN;
  const { ownValidate } = planOf(schema);
  const pk = pkOf(schema, params);
  if (pk === undefined || !(ownValidate || isDetail(endpoint, params, pk))) return UNKNOWN;
  const entity = reader.entity(schema, pk);
  const row = entity && recordOf(entity);
  if (row === undefined) return UNKNOWN;
  const complaint = ownValidate ? schema.validate(row) : validateRequired(row, schema);
  return complaint === undefined ? entity : UNKNOWN;
}

/**
 * Whether the path parameters of an endpoint identify the entity in its response. This is true for `/users/:id`,
 * because the response is the user with that id. It is not true for `/posts/:id/author`, because the author has a
 * different id.
 */
function isDetail(
  { schema, refresh, detailParameter: name }: Endpoint,
  params: unknown,
  pk: unknown,
): boolean {
  if (name === undefined || refresh.invalidIfStale === true) return false;
  return pkOf(schema as EntityClass, { ...(params as object), [name]: undefined }) !== pk;
}
