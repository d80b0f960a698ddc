import { HttpParams } from '@angular/common/http';
import { keep } from '../util/plain-data';
import { sendable, textOf } from './parameter-text';
import type { Params } from './rest-path';

/**
 * Returns the search parameters of a request, sorted by name, with one parameter per item of an array.
 *
 * @throws CacheError NCQ5005 if a value cannot be converted to text, such as an invalid Date, NaN, a Map or a function
 */
export function searchParamsOf(params: Params, source: string): HttpParams {
  let search = new HttpParams();
  for (const name of Object.keys(params).sort()) {
    for (const item of [params[name]].flat()) {
      if (item === undefined || item === null) continue;
      const sentName = sendable(source, 'search', name, name);
      search = search.append(sentName, sendable(source, 'search', name, item));
    }
  }
  return search;
}

/** Adds the defaults of missing parameters. A parameter that is `null` in place of its default is omitted. */
export function withDefaults(params: Params, defaults: Params): Params {
  const all: Record<string, unknown> = { ...defaults, ...params };
  for (const name of Object.keys(defaults)) {
    if (all[name] === undefined) all[name] = defaults[name];
    else if (all[name] === null) delete all[name];
  }
  return all;
}

/** Returns the parameters whose text in a URL differs from that of their defaults. */
export function withoutDefaults(params: Params, defaults: Params): Params {
  return keep(
    params,
    (name, value) => !Object.hasOwn(defaults, name) || textOf(value) !== textOf(defaults[name]),
  );
}

const SOURCE = 'filterParams';

/**
 * Returns a value of the `searchToString` option, for an API with a syntax of its own for filters. The arguments of a
 * list stay simple, so that the cache can compare them with created entities.
 *
 * @param write returns the name and the value of a filter on the server
 * @param others matches the parameters that are sent unchanged, such as those of pages
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
