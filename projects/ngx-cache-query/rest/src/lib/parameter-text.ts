import { CacheError } from 'ngx-cache-query';

declare const ngDevMode: unknown;

/** Matches half of a surrogate pair. Such a half is not a character and cannot be encoded. */
const HALF = /\p{Surrogate}/u;

/**
 * Converts a value to text for a URL. The text is not encoded yet. Dates become ISO strings, and plain data becomes
 * JSON. Returns `undefined` if the value cannot be converted.
 */
export function textOf(value: unknown): string | undefined {
  const text = isSendable(value) ? write(value) : undefined;
  return text === undefined || HALF.test(text) ? undefined : text;
}

function isSendable(value: unknown): boolean {
  if (value instanceof Date) return !Number.isNaN(value.getTime());
  if (typeof value === 'object') return !(value instanceof Map || value instanceof Set);
  return typeof value !== 'function' && typeof value !== 'symbol' && !Number.isNaN(value);
}

function write(value: unknown): string | undefined {
  if (value instanceof Date) return value.toISOString();
  if (typeof value !== 'object') return `${value as string}`;
  try {
    return JSON.stringify(value);
  } catch {
    return undefined; // The value is cyclic or contains a bigint.
  }
}

/** Error NCQ5005. */
export function unsendableParameterError(
  source: string,
  place: 'path' | 'search',
  name: string,
  value: unknown,
): CacheError {
  return new CacheError(
    'NCQ5005',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the ${place} parameter "${name}" is ${describe(value, place)}, which cannot be sent. ` +
        `Pass a string, a number, a boolean, a valid Date, ` +
        (place === 'search'
          ? 'plain data, or an array of these.'
          : 'or, for a wildcard, an array of these.'),
    { source, path: name },
  );
}

function describe(value: unknown, place: 'path' | 'search'): string {
  if (value instanceof Date) return 'an invalid Date';
  if (value instanceof Map || value instanceof Set) return `a ${value.constructor.name}`;
  if (typeof value === 'object')
    return place === 'path' ? 'an object' : 'an object that JSON does not support';
  if (typeof value === 'string') return 'a string with half of a surrogate pair';
  return typeof value === 'number' ? 'NaN' : `a ${typeof value}`;
}
