import { type Renaming, renamed } from './renaming';

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
export const snakeCase: Renaming = {
  sent: (data) => renamed(data, toSnake),
  received: (data) => renamed(data, toCamel),
};

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
