import { Entity } from '../schema/entity';
import { isPlain, setField } from '../util/plain-data';

/** Translates the names of fields and parameters between the application and a server: the `names` option. */
export interface Renaming {
  /** Returns a copy of search parameters or of a body, with the names of the server. */
  sent(data: unknown): unknown;
  /** Returns a copy of a response, with the names of the application. */
  received(data: unknown): unknown;
}

/**
 * Returns the value of the `names` option. The names of all fields are translated, at any depth of plain data, of
 * entities and of a `FormData`. Values and path parameters stay unchanged.
 *
 * @param sent returns the name on the server
 * @param received returns the name in the application. It must be the inverse of `sent`.
 *
 * @example
 * ```ts
 * const kebabCase = renaming(
 *   (name) => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
 *   (name) => name.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase()),
 * );
 * const providers = [provideCache(withRest({ names: kebabCase }))];
 * ```
 */
export function renaming(
  sent: (name: string) => string,
  received: (name: string) => string,
): Renaming {
  return { sent: (data) => renamed(data, sent), received: (data) => renamed(data, received) };
}

/** Returns a copy of some data with other names. Everything that JSON does not write as an object is shared. */
export function renamed(data: unknown, name: (name: string) => string): unknown {
  if (Array.isArray(data)) return data.map((item) => renamed(item, name));
  if (data instanceof FormData) {
    const form = new FormData();
    for (const [field, value] of data) form.append(name(field), value);
    return form;
  }
  if (!isPlain(data) && !(data instanceof Entity)) return data;
  const copy = {};
  for (const [field, value] of Object.entries(data)) {
    setField(copy, name(field), renamed(value, name));
  }
  return copy;
}
