import { Entity } from '../schema/entity';
import type { SchemaLike } from '../schema/schema';
import { isEntityClass } from '../schema/plan';
import { type Fields, isPlain, valueAt } from '../util/plain-data';
import type { RestCall, RestResponse } from './rest-options';

/** The path of a field in the body of a response, such as `data` or `result.items`, or a function of the body. */
type Place = string | ((body: never, response: RestResponse) => unknown);

/**
 * Where the data is in the body of a response. A body without this field is the data itself.
 *
 * If only endpoints with a list as their schema have an envelope, pass `{ list: 'results' }`, because an entity may have a
 * field with this name. `{ one: '0' }` takes the first item of an array.
 */
export type Unwrap = Place | { readonly list?: Place; readonly one?: Place };

/**
 * The field of a body that contains the data, or a function that returns the body. The function runs in the injection
 * context of the cache when the request is sent.
 */
export type Wrap = string | ((data: never, call: RestCall) => unknown);

/** Takes the data out of the body of a response, unless the schema describes the envelope: `{ data: todos, meta: {} }`. */
export function unwrapped(
  unwrap: Unwrap | undefined,
  schema: SchemaLike,
  body: unknown,
  response: RestResponse,
): unknown {
  if (unwrap === undefined || !(isPlain(body) || Array.isArray(body))) return body;
  const fields = isPlain(schema) ? schema : (schema as { readonly fields?: Fields })?.fields;
  let place: Place | undefined;
  if (typeof unwrap !== 'object') place = unwrap;
  else if (describesOne(schema)) place = unwrap.one;
  else if (schema !== undefined && !fields) place = unwrap.list;
  if (place === undefined) return body;
  if (typeof place === 'function') return place(body as never, response);
  const names = place.split('.');
  if (fields && Object.hasOwn(fields, names[0])) return body;
  const data = valueAt(body, names);
  return data === undefined ? body : data;
}

/** Puts data into the envelope that the server expects, but no form or file. */
export function wrapped(wrap: Wrap | undefined, data: unknown, call: () => RestCall): unknown {
  const isContent = isPlain(data) || Array.isArray(data) || data instanceof Entity;
  if (wrap === undefined || !isContent) return data;
  return typeof wrap === 'string' ? { [wrap]: data } : wrap(data as never, call());
}

function describesOne(schema: SchemaLike): boolean {
  if (isEntityClass(schema)) return true;
  const { one, mapping, readsEmpty } = (schema ?? {}) as unknown as Fields;
  return one !== undefined || mapping !== undefined || readsEmpty === true;
}
