import { pure } from '../reactive/node';
import type { Client } from '../requests/client';
import type { Answer } from '../requests/endpoint';
import { patchResponse } from '../requests/entry';
import { containing } from '../requests/responses';
import type { SchemaNode } from '../schema/entity';
import type { Normalizer } from '../schema/normalizer';
import type { Plan } from '../schema/plan';
import { type Fields, isObject, isPlain, isRow, keep } from '../util/plain-data';
import { entityIn, mustSkip, namedBy, UNFINISHED } from './empty-answer';
import type { RestResponse } from './rest-options';
import { type Described, methodOf, requestOf } from './rest-request';

/** The data of such answers. */
const unfinished = new WeakSet<object>();

/** Notes the status of an answer. */
export function withStatus<T>(data: T, response: RestResponse): T {
  if (isObject(data) && UNFINISHED.includes(response.status)) unfinished.add(data);
  return data;
}

/**
 * Completes the answer to a mutation: a field that was sent and accepted keeps the sent value, unless the answer contains
 * the field. Servers often answer with the fields that they have computed, and no others, or with nothing.
 *
 * Responses that contain the completed row become stale, because the server may have changed what was sent. No request
 * is sent for this.
 */
export function answerOf(
  endpoint: Described,
  client: Client,
  input: Normalizer,
  args: readonly unknown[],
  response: unknown,
): Answer {
  const { completeResponses, schema, sensitive } = endpoint.given;
  const { body } = requestOf(endpoint, args);
  const isAccepted = !completeResponses && !sensitive && !unfinished.has(response as object);
  const place = entityIn(schema).name === undefined ? 0 : 1;
  const named = namedBy(response);
  // A part of an entity that is not in the cache does not make an entity.
  const isPart = named && methodOf(endpoint.given) === 'PATCH' && !input.has!(named.plan, named.pk);
  let isCompleted = named !== undefined;
  if (isAccepted && isPlain(body)) {
    input.amend = (plan, row) => {
      if (input.path.length !== place) return row;
      const lacks = (name: string) => name in plan.defaults && !Object.hasOwn(row, name);
      if (!plan.ownProcess && !Object.keys(body).some(lacks)) return row;
      const kept = keep(asStored(plan, body, args), lacks);
      isCompleted ||= Object.keys(kept).length > 0;
      return { ...row, ...kept };
    };
  }
  const isEmpty = isPart || mustSkip(schema, response);
  if (isEmpty && !isPart) (schema as SchemaNode<unknown>).skip?.(input);
  return {
    isEmpty,
    committed: () => {
      const { last } = input; // The entity comes after those inside it.
      if (!isCompleted || !last) return;
      const { plan, pk } = last;
      for (const each of [...containing(client, plan.type, [pk])]) {
        patchResponse(client.store, each.endpoint, each.key, { stale: true });
      }
    },
  };
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
