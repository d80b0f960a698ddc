import type { EntityClass, SchemaLike, SchemaNode } from '../schema/entity';
import { keyFieldsOf, pkOf } from '../schema/pk';
import { isEntityClass, type Plan, planOf } from '../schema/plan';
import { isSchemaNode } from '../schema/schema';
import type { Named } from '../store/followers';
import { type Fields, isPlain, keep, ownField, setField } from '../util/plain-data';
import type { RestResponse } from './rest-options';
import { type Described, methodOf, requestOf } from './rest-request';

/** A server that answers with one of these has not finished the work yet, or only a part of it. */
export const UNFINISHED: readonly number[] = [202, 207];

/** The entities that data names which stands for empty answers. */
const named = new WeakMap<object, Named>();

/** Returns the entity that data names, if it stands for an empty answer. */
export function namedBy(data: unknown): Named | undefined {
  return named.get(data as object);
}

/** Whether an answer contains nothing, as with the status 204. */
function isEmpty(data: unknown): boolean {
  const isNothing = data === undefined || data === null || data === '';
  return isNothing || (isPlain(data) && Object.keys(data).length === 0);
}

/**
 * Returns what stands for an empty answer to a mutation: the key of the entity, from the path parameters or from the
 * header `Location`; `undefined` if neither contains a key.
 */
export function dataOfEmpty(
  endpoint: Described,
  args: readonly unknown[],
  { headers, status }: RestResponse,
): unknown {
  const { name, type } = entityIn(endpoint.given.schema);
  if (!type) return undefined;
  const plan = planOf(type);
  const inPath = fieldsInPath(endpoint, plan, args);
  const fieldsOfKey = keyFieldsOf(plan);
  const field = fieldsOfKey.length === 1 ? fieldsOfKey[0] : undefined;
  // An unfinished answer names a job.
  const isNew =
    field !== undefined && !Object.hasOwn(inPath, field) && !UNFINISHED.includes(status);
  const key = isNew ? keyIn(headers.get('Location')) : undefined;
  const fields = key === undefined ? inPath : { ...inPath, [field!]: key };
  const entity: Record<string, unknown> = {};
  for (const of in fields) setField(entity, of, likeDefault(plan, of, fields[of]));
  const pk = pkOf(type, entity);
  if (pk === undefined) return undefined;
  const data = name === undefined ? entity : { [name]: entity };
  named.set(data, { plan, pk });
  return data;
}

/** Returns the entity that the path of a request names. */
export function namedInPath(endpoint: Described, args: readonly unknown[]): Named | undefined {
  const { type } = entityIn(endpoint.given.schema);
  const pk = type && pkOf(type, fieldsInPath(endpoint, planOf(type), args));
  return pk === undefined ? undefined : { plan: planOf(type!), pk };
}

/** Whether a mutation is sent to an entity itself. A `PUT` or `PATCH` may change its key. */
export function isOwnPath({ detailParameter, given }: Described): boolean {
  return detailParameter !== undefined && methodOf(given) !== 'POST';
}

/** Returns the path parameters that are fields of a class. */
function fieldsInPath(endpoint: Described, { defaults }: Plan, args: readonly unknown[]): Fields {
  const { all } = requestOf(endpoint, args);
  return keep(all, (name) => endpoint.path.names.has(name) && name in defaults);
}

/** Whether nothing can be made of an empty answer. A schema may say itself what it means, as that of a deletion. */
export function mustSkip(schema: SchemaLike, data: unknown): boolean {
  return (
    schema !== undefined && isEmpty(data) && !(schema as Partial<SchemaNode<unknown>>).readsEmpty
  );
}

/** Returns the class of the one entity in an answer, and the name of its field if the answer is an envelope. */
export function entityIn(schema: SchemaLike): {
  readonly type: EntityClass | undefined;
  readonly name: string | undefined;
} {
  const isNode = (part: unknown) => isEntityClass(part) || isSchemaNode(part);
  const nodes = isPlain(schema) ? Object.entries(schema).filter(([, part]) => isNode(part)) : [];
  const [name, part] = nodes.length === 1 ? nodes[0] : [undefined, schema];
  const one = (part as Partial<SchemaNode<unknown>> | undefined)?.one ?? part;
  return { type: isEntityClass(one) ? one : undefined, name };
}

/** Returns the last part of the path in the header `Location`; `undefined` if it has none that can be read. */
function keyIn(location: string | null): string | undefined {
  const path = /([^/?#]+)\/?(?:[?#]|$)/.exec(location ?? '');
  try {
    return path ? decodeURIComponent(path[1]) : undefined;
  } catch {
    return undefined;
  }
}

/** Gives a part of a URL the type that the field has. */
function likeDefault({ defaults }: Plan, name: string, value: unknown): unknown {
  const kind = typeof ownField(defaults, name);
  if (kind === 'string') return String(value);
  const number = kind === 'number' ? Number(value) : NaN;
  return Number.isNaN(number) ? value : number;
}
