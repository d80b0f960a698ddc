import { HttpParams } from '@angular/common/http';
import { textOf, unsendableParameterError } from './parameter-text';
import type { Params } from './rest-path';

/**
 * Returns the search parameters of a request, sorted by name. An array becomes one parameter per item, and a Date
 * becomes an ISO string. `undefined` and `null` are omitted.
 *
 * @param source the name of the endpoint, for error messages
 * @throws CacheError NCQ5005 if a value cannot be converted to text, such as an invalid Date, NaN, a Map or a function
 */
export function searchParamsOf(
  params: Params,
  names: readonly string[],
  source: string,
): HttpParams {
  let search = new HttpParams();
  for (const name of [...names].sort()) {
    const value = params[name];
    if (textOf(name) === undefined) throw unsendableParameterError(source, 'search', name, name);
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item === undefined || item === null) continue;
      const text = textOf(item);
      if (text === undefined) throw unsendableParameterError(source, 'search', name, item);
      search = search.append(name, text);
    }
  }
  return search;
}
