import { HttpParams } from '@angular/common/http';
import { textOf, unsendableParameterError } from './parameter-text';
import type { Params } from './rest-path';

/**
 * Search parameters as they are sent, sorted by name: arrays as one parameter per item, Dates as ISO
 * strings; `undefined` and `null` are left out.
 *
 * @param source whose they are, for errors
 * @throws CacheError NCQ5005 for what has no text that can be encoded: an invalid Date, NaN, a Map, a function
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
