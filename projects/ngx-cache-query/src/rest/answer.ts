import { pure } from '../reactive/node';
import type { Client } from '../requests/client';
import type { Answer } from '../requests/mutation-run';
import { RenamedKeys } from '../requests/renamed-keys';
import { expireResponses } from '../requests/responses';
import type { SchemaLike, SchemaNode } from '../schema/schema';
import type { Operation } from '../schema/input';
import type { Normalizer } from '../schema/normalizer';
import { keyFieldsOf, pkOf } from '../schema/pk';
import { type Plan, planOf } from '../schema/plan';
import type { Named } from '../store/followers';
import {
  type Fields,
  isObject,
  isPlain,
  isRow,
  keep,
  ownField,
  setField,
} from '../util/plain-data';
import { warnOnce } from '../util/warn';
import { entityIn, fieldsInPath, isOwnPath, namedInPath } from './request-entities';
import type { RestResponse } from './rest-options';
import { type Described, methodOf, requestOf } from './rest-request';

declare const ngDevMode: unknown;

/** A server that answers with one of these has not finished the work yet, or only a part of it. */
const UNFINISHED: readonly number[] = [202, 207];

/** The data of such answers. */
const unfinished = new WeakSet<object>();

/** The data that stands for empty answers, and the entities that it names. */
const standIns = new WeakMap<object, Named>();

/** Returns the data of an answer to a mutation, or what stands for it if the answer is empty. */
export function dataOfAnswer(
  endpoint: Described & { readonly schema: SchemaLike },
  args: readonly unknown[],
  body: unknown,
  response: RestResponse,
): unknown {
  const data = mustSkip(endpoint.schema, body) ? standInFor(endpoint, args, response) : body;
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
  const asked = namedInPath(endpoint, args);
  const own = isOwnPath(endpoint) ? asked : undefined;
  const { body } = requestOf(endpoint, args);
  const isAccepted = !completeResponses && !sensitive && !unfinished.has(response as object);
  const place = entityIn(schema).name === undefined ? 0 : 1;
  const named = standIns.get(response as object);
  // A part of an entity that is not in the cache does not make an entity.
  const isPart = named && methodOf(endpoint.given) === 'PATCH' && !input.has!(named.plan, named.pk);
  let isCompleted = named !== undefined;
  if (isAccepted && isPlain(body)) {
    input.amend = (plan, row) => {
      if (input.path.length !== place) return row;
      // What stands for an empty answer comes from the path. The body may change it.
      const lacks = (name: string) =>
        name in plan.defaults && (!Object.hasOwn(row, name) || (!!named && !!own));
      if (!plan.ownProcess && !Object.keys(body).some(lacks)) return row;
      const kept = keep(asStored(plan, body, args), lacks);
      isCompleted ||= Object.keys(kept).length > 0;
      return { ...row, ...kept };
    };
  }
  const isEmpty = isPart || mustSkip(schema, response);
  if (isEmpty) (schema as SchemaNode<unknown>).skip?.(input);
  let old: Named | undefined;
  let next: Operation | undefined;
  return {
    isEmpty,
    sentTo: (plan) =>
      isPlain(body)
        ? [...Object.keys(body), ...Object.keys(asStored(plan, body, args))]
        : body == null
          ? []
          : undefined,
    renamed: () => {
      const { last } = input;
      if (!asked || !last?.row || last.plan.identity !== asked.plan.identity) return undefined;
      if (last.pk === asked.pk) return undefined;
      if (typeof ngDevMode === 'undefined' || ngDevMode) warnOfOther(endpoint, client, asked, last);
      next = last;
      return (old = own);
    },
    write: (commit, since) => {
      const { last } = input; // The entity comes after those inside it.
      if (old && next) {
        const fields = keyFieldsOf(next.plan);
        const keys = keep(next.row!, (name) => fields.includes(name));
        (client.renames ??= new RenamedKeys(client)).add(old, next.pk, keys, since);
      }
      commit();
      if (isCompleted && last) expireResponses(client, last);
    },
  };
}

/** A key that was not asked for is only another key of the row if the request was sent to the row itself. */
function warnOfOther(endpoint: Described, { store }: Client, asked: Named, { pk }: Named): void {
  const { name } = asked.plan;
  if (isOwnPath(endpoint) || !store.has(asked.plan, asked.pk)) return;
  warnOnce(
    `${endpoint.name}: the path names the ${name} with the key ${asked.pk}, but the response contains the ${name} with ` +
      `the key ${pk}. They are two entities. If the request creates another entity, give the path parameter a name ` +
      `that is not a field of ${name}. If it changes the key, send it as PATCH or PUT to the path of the entity.`,
  );
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

/**
 * Returns what stands for an empty answer: the key of the entity, from the path parameters or from the
 * header `Location`; `undefined` if neither contains a key.
 */
function standInFor(
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
  standIns.set(data, { plan, pk });
  return data;
}

/** Whether nothing can be made of an empty answer. A schema may say itself what it means, as that of a deletion. */
function mustSkip(schema: SchemaLike, data: unknown): boolean {
  return (
    schema !== undefined && isEmpty(data) && !(schema as Partial<SchemaNode<unknown>>).readsEmpty
  );
}

/** Whether an answer contains nothing, as with the status 204. */
function isEmpty(data: unknown): boolean {
  const isNothing = data === undefined || data === null || data === '';
  return isNothing || (isPlain(data) && Object.keys(data).length === 0);
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
