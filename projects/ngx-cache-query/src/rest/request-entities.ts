import { pure } from '../reactive/node';
import { Normalizer } from '../schema/normalizer';
import { pkOf } from '../schema/pk';
import { isEntityClass, type Plan, planOf } from '../schema/plan';
import { isSchemaNode, type EntityClass, type SchemaLike, type SchemaNode } from '../schema/schema';
import type { Named } from '../store/followers';
import { type Fields, isPlain, keep } from '../util/plain-data';
import { type Described, formFields, methodOf, requestOf } from './rest-request';

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
export function fieldsInPath(
  endpoint: Described,
  { defaults }: Plan,
  args: readonly unknown[],
): Fields {
  const { all } = requestOf(endpoint, args);
  return keep(all, (name) => endpoint.path.names.has(name) && name in defaults);
}

/** Returns the entities in the array that a mutation sends, except those that have no key yet. */
export function namedInBody(
  endpoint: Described & { readonly schema: SchemaLike },
  args: readonly unknown[],
): Named[] {
  const { body } = requestOf(endpoint, args);
  return (Array.isArray(body) ? body : []).flatMap((item: unknown) => {
    const input = new Normalizer(endpoint.name, args);
    try {
      pure(() => input.begin(endpoint.schema, [item]));
    } catch {
      return [];
    }
    return input.last ?? []; // The entity comes after those inside it.
  });
}

/** Returns what the server probably responds to a mutation: the path parameters and the fields of the body. */
export function optimisticResponse(endpoint: Described, args: readonly unknown[]): unknown {
  const { all, body: sent } = requestOf(endpoint, args);
  const body = formFields(sent);
  if (body !== undefined && !isPlain(body)) return body;
  return { ...keep(all, (name) => endpoint.path.names.has(name)), ...body };
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
