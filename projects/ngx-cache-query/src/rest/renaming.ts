import { Entity } from '../schema/entity';
import { isPlain, setField } from '../util/plain-data';

/** Translates the names of fields and parameters between the application and a server: the `names` option. */
export interface Renaming {
  /** Returns a copy of search parameters or of a body, with the names of the server. */
  sent(data: unknown): unknown;
  /** Returns a copy of a response or a message, with the names of the application. `T` is the type with these names. */
  received<T>(data: T): T;
}

/**
 * Returns a value of the `names` option, which translates the names of all fields, at any depth of plain data, of
 * entities and of a `FormData`. Values and path parameters stay.
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
  return {
    sent: (data) => renamed(data, sent),
    received: (data) => renamed(data, received) as never,
  };
}

/** Returns a copy of some data with other names. Everything that JSON does not write as an object is shared. */
function renamed(data: unknown, name: (name: string) => string): unknown {
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

/**
 * Translates between `snake_case` on the server and `camelCase` in the application. A value of the `names` option.
 *
 * - An uppercase letter becomes an underscore and the lowercase letter, and back: `projectId` is `project_id`.
 * - A name is translated only if it is camelCase, or on the server snake_case: `Id`, `en_US`, `first-name` and `MAX_SIZE`
 *   stay as they are. Underscores at the beginning and before digits stay: `_id`, `address_1`.
 * - A name is split at dots, brackets and double underscores, as in `filter[projectId]` and `createdAt__gte`.
 *
 * @example
 * ```ts
 * const providers = [provideCache(withRest({ urlPrefix: '/api', names: snakeCase }))];
 * cache.fetch(tasks.getList, { projectId: 9 }); // GET /api/tasks?project_id=9
 * ```
 */
export const snakeCase: Renaming = /* @__PURE__ */ renaming(toSnake, toCamel);

// Each part of a name that the first pattern matches becomes one that the second matches, and back. Only so, both
// directions agree about the names that stay as they are.
const CAMEL = /^_?[a-z](?:[a-zA-Z\d]|_(?=\d))*$/;
const SNAKE = /^_?[a-z](?:[a-z\d]|_(?=[a-z\d]))*$/;

function toSnake(name: string): string {
  return byPart(name, CAMEL, (part) =>
    part.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
  );
}

function toCamel(name: string): string {
  return byPart(name, SNAKE, (part) =>
    part.replace(/(?<!^)_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
  );
}

function byPart(name: string, pattern: RegExp, translate: (part: string) => string): string {
  const parts = name.split(/([.[\]]|__+)/);
  return parts.map((part) => (pattern.test(part) ? translate(part) : part)).join('');
}
