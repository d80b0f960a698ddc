import { HttpParams } from '@angular/common/http';
import { CacheError, CacheErrorCode } from 'ngx-cache-query';
import { type Params, textOf } from './rest-path';

declare const ngDevMode: unknown;

/**
 * Search parameters as they are sent, sorted by name: arrays as one parameter per item, Dates as ISO
 * strings; `undefined` and `null` are left out.
 *
 * @param source whose they are, for errors
 * @throws CacheError NCQ5005 for what has no text: an invalid Date, NaN, a Map, a function
 */
export function searchParamsOf(
  params: Params,
  names: readonly string[],
  source: string,
): HttpParams {
  let search = new HttpParams();
  for (const name of [...names].sort()) {
    const value = params[name];
    for (const item of Array.isArray(value) ? (value as unknown[]) : [value]) {
      if (item === undefined || item === null) continue;
      if (!isSendable(item)) throw unsendableParameterError(source, name, item);
      search = search.append(name, textOf(item));
    }
  }
  return search;
}

/** Whether a value has a text that says what it is. */
function isSendable(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (typeof value !== 'object') return typeof value !== 'function' && !Number.isNaN(value);
  return !(value instanceof Map || value instanceof Set);
}

/** Error NCQ5005. */
function unsendableParameterError(source: string, name: string, value: unknown): CacheError {
  const what = value instanceof Date ? 'an invalid Date' : describe(value);
  return new CacheError(
    CacheErrorCode.UnsendableParameter,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the search parameter "${name}" is ${what}, which cannot be sent. ` +
        `Give a string, a number, a boolean, a valid Date, plain data, or an array of these.`,
    { source, path: name },
  );
}

function describe(value: unknown): string {
  if (typeof value === 'object') return `a ${value!.constructor.name}`;
  return typeof value === 'function' ? 'a function' : 'NaN';
}
