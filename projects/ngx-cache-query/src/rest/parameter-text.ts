import { CacheError, type CacheErrorCode } from '../util/cache-error';
import { isObject } from '../util/plain-data';

declare const ngDevMode: unknown;

/** Converts a value to text, which is not encoded yet; `undefined` if that is impossible. */
export function textOf(value: unknown): string | undefined {
  const isMap = value instanceof Map || value instanceof Set;
  if (isMap || typeof value === 'function' || Number.isNaN(value)) return undefined;
  try {
    const simple = value instanceof Date ? value.toISOString() : value;
    const text = isObject(simple) ? JSON.stringify(simple) : `${simple as string}`;
    encodeURIComponent(text);
    return text;
  } catch {
    return undefined; // An invalid Date, a symbol, a cycle, a bigint in an object, or half of a surrogate pair.
  }
}

/** @throws CacheError NCQ5005 if the value cannot be converted to text; for a path, also if it is an object */
export function sendable(
  source: string,
  place: 'path' | 'search',
  name: string,
  value: unknown,
): string {
  const isJson = isObject(value) && !(value instanceof Date);
  const text = isJson && place === 'path' ? undefined : textOf(value);
  if (text !== undefined) return text;
  throw parameterError(
    'NCQ5005',
    source,
    name,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) && unsendable(place, name, value),
  );
}

/** Error NCQ5001, NCQ5002 or NCQ5005. In production, `problem` is `false`. */
export function parameterError(
  code: CacheErrorCode,
  source: string,
  path: string,
  problem: string | false,
): CacheError {
  return new CacheError(
    code,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) && `${source}: the ${problem as string}`,
    { source, path },
  );
}

/** The problem of error NCQ5005. Called only in dev mode. */
function unsendable(place: 'path' | 'search', name: string, value: unknown): string {
  return (
    `${place} parameter "${name}" is ${describe(value, place)}, which cannot be sent. ` +
    `Pass a string, a number, a boolean, a valid Date, ` +
    (place === 'search'
      ? 'plain data, or an array of these.'
      : 'or, for a wildcard, an array of these.')
  );
}

function describe(value: unknown, place: 'path' | 'search'): string {
  if (value instanceof Date) return 'an invalid Date';
  if (value instanceof Map || value instanceof Set) return `a ${value.constructor.name}`;
  if (isObject(value)) {
    return place === 'path' ? 'an object' : 'an object that JSON does not support';
  }
  if (typeof value === 'string') return 'a string with half of a surrogate pair';
  return typeof value === 'number' ? 'NaN' : `a ${typeof value}`;
}
