import { sendable } from './parameter-text';
import { searchParamsOf } from './search-params';

const SOURCE = 'filterParams';

/**
 * Returns a value of the `searchToString` option, for an API that has a syntax of its own for filters. The arguments of a
 * list stay simple, so that the cache can compare them with the fields of created entities.
 *
 * @param write returns the name and the value of a filter on the server
 * @param others matches the parameters that are not filters, such as those of pages. They are sent unchanged.
 * @param separator joins filters with the same name. Default: each is a parameter of its own.
 * @throws CacheError NCQ5005 if a value cannot be converted to text
 *
 * @example
 * ```ts
 * const searchToString = filterParams(
 *   (name, value) => [`filter[${name}]`, value],
 *   /^(page|sort)/,
 * );
 * const getTasks = new RestEndpoint({ path, searchParams, searchToString, schema: [Task] });
 * getTasks.url({ projectId: 9, page: 2 }); // /tasks?filter%5BprojectId%5D=9&page=2
 * ```
 */
export function filterParams(
  write: (name: string, value: string) => readonly [name: string, value: string],
  others: RegExp,
  separator?: string,
): (params: Readonly<Record<string, unknown>>) => string {
  return (params) => {
    const sent: Record<string, unknown> = {};
    const filters = new Map<string, string[]>();
    for (const [name, values] of Object.entries(params)) {
      if (others.test(name)) sent[name] = values;
      else {
        for (const value of [values].flat()) {
          if (value === undefined || value === null) continue;
          const [filter, text] = write(name, sendable(SOURCE, 'search', name, value));
          filters.set(filter, [...(filters.get(filter) ?? []), text]);
        }
      }
    }
    for (const [filter, texts] of filters) {
      sent[filter] = separator === undefined ? texts : texts.join(separator);
    }
    return searchParamsOf(sent, SOURCE).toString();
  };
}
