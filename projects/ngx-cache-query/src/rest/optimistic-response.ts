import { isPlain, keep } from '../util/plain-data';
import { formFields } from './form-fields';
import { type Described, requestOf } from './rest-request';

/**
 * Returns what the server probably responds to a mutation: the path parameters merged with the body. If the body is a
 * `FormData`, its text fields are used. Any other body that is not a plain object is returned without the path
 * parameters.
 */
export function optimisticResponse(endpoint: Described, args: readonly unknown[]): unknown {
  const { all, body: sent } = requestOf(endpoint, args);
  const body = formFields(sent);
  if (body !== undefined && !isPlain(body)) return body;
  return { ...keep(all, (name) => endpoint.path.names.has(name)), ...body };
}
