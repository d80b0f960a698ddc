import { HttpParams } from '@angular/common/http';
import { type Params, textOf } from './rest-path';

/**
 * Search parameters as they are sent, sorted by name: arrays as one parameter per item, Dates as ISO
 * strings; `undefined` and `null` are left out.
 */
export function searchParamsOf(params: Params, names: readonly string[]): HttpParams {
  let search = new HttpParams();
  for (const name of [...names].sort()) {
    const value = params[name];
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item !== undefined && item !== null) search = search.append(name, textOf(item));
    }
  }
  return search;
}
