import { pure } from '../reactive/node';
import type { Normalizer } from '../schema/normalizer';
import { isEntityClass, type Plan } from '../schema/plan';
import { isSchemaNode } from '../schema/schema';
import { type Fields, isObject, isPlain, isRow, keep } from '../util/plain-data';
import type { Client } from '../requests/client';
import { patchResponse } from '../requests/entry';
import { containing } from '../requests/responses';
import { type Described, requestOf } from './rest-request';

/** A server that answers with one of these has not finished the work yet, or only a part of it. */
const UNFINISHED = [202, 207];

/** The data of such answers. */
const unfinished = new WeakSet<object>();

/** Notes the status of a response. */
export function noteStatus(data: unknown, status: number): void {
  if (isObject(data) && UNFINISHED.includes(status)) unfinished.add(data);
}

/**
 * Completes the response to a mutation: a field that was sent and accepted keeps the sent value, unless the response
 * contains the field. Servers often answer with the fields that they have computed, and no others.
 *
 * @returns a function that makes the responses with the completed row stale, because the server may have changed what
 * was sent; it sends no request
 */
export function keepSent(
  endpoint: Described,
  client: Client,
  input: Normalizer,
  args: readonly unknown[],
  response: unknown,
): () => void {
  const { completeResponses, schema, sensitive } = endpoint.given;
  const { body } = requestOf(endpoint, args);
  const isAccepted = !completeResponses && !sensitive && !unfinished.has(response as object);
  /** The length of the path to the entity. What is sent belongs to one entity, also inside an envelope. */
  const place = isPlain(schema) && Object.values(schema).filter(isNode).length === 1 ? 1 : 0;
  let isCompleted = false;
  if (isAccepted && isPlain(body)) {
    input.amend = (plan, row) => {
      if (input.path.length !== place) return row;
      const lacks = (name: string) => name in plan.defaults && !Object.hasOwn(row, name);
      if (!Object.keys(body).some(lacks)) return row;
      const kept = keep(
        asStored(plan, body, args),
        (name) => lacks(name) && Object.hasOwn(body, name),
      );
      isCompleted ||= Object.keys(kept).length > 0;
      return { ...row, ...kept };
    };
  }
  return () => {
    const { last } = input; // The entity comes after those inside it.
    if (!isCompleted || !last) return;
    const { plan, pk } = last;
    for (const each of [...containing(client, plan.type, [pk])]) {
      patchResponse(client.store, each.endpoint, each.key, { stale: true });
    }
  };
}

function isNode(schema: unknown): boolean {
  return isEntityClass(schema) || isSchemaNode(schema);
}

/** Returns what was sent as the class reads it from a response, with the values of JSON. */
function asStored({ type, ownProcess }: Plan, sent: Fields, args: readonly unknown[]): Fields {
  if (type.sensitive) return {};
  try {
    const fields = JSON.parse(JSON.stringify(sent)) as Fields;
    const read = ownProcess ? pure(() => type.process(fields, undefined, undefined, args)) : fields;
    return isRow(read) ? read : {};
  } catch {
    return {}; // The class expects what only a response contains.
  }
}
