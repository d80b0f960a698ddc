import { HttpParams } from '@angular/common/http';
import { keep } from '../util/plain-data';
import { sendable, textOf } from './parameter-text';
import type { Params } from './rest-path';

/**
 * Returns the search parameters of a request, sorted by name. An array becomes one parameter per item, and a Date
 * becomes an ISO string. `undefined` and `null` are omitted.
 *
 * @param source the name of the endpoint, for error messages
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

/**
 * Returns the parameters of a call together with the defaults of missing parameters. If the call passes `null` for a
 * parameter that has a default, this parameter is omitted.
 */
export function withDefaults(params: Params, defaults: Params): Params {
  const all: Record<string, unknown> = { ...defaults, ...params };
  for (const name of Object.keys(defaults)) {
    if (all[name] === undefined) all[name] = defaults[name];
    else if (all[name] === null) delete all[name];
  }
  return all;
}

/**
 * Returns the parameters of a call. Omits each parameter whose value and default value produce the same text in a URL.
 */
export function withoutDefaults(params: Params, defaults: Params): Params {
  return keep(
    params,
    (name, value) => !Object.hasOwn(defaults, name) || textOf(value) !== textOf(defaults[name]),
  );
}
