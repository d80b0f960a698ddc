import { show } from '../schema/misfit';
import { isObject } from '../util/plain-data';
import type { PageInfo, PageKey } from './next-page';

declare const ngDevMode: unknown;

/**
 * Returns the value at a place in the last response, such as `'meta.nextCursor'`. A field whose own name contains dots,
 * such as `'@odata.nextLink'`, takes precedence.
 *
 * @throws Error if the response is an array, which has no fields
 */
export function valueAt({ data }: PageInfo<unknown>, place: string): unknown {
  if (!Array.isArray(data)) return fieldAt(data, place);
  throw new Error(
    typeof ngDevMode === 'undefined' || ngDevMode
      ? `'${place}' names a field of the response, but the cache has stored an array. Describe the whole response in ` +
          `the schema, such as { items: new Collection([Todo]) }, and do not take the list out of it in process.`
      : place,
  );
}

function fieldAt(data: unknown, place: string): unknown {
  if (!isObject(data)) return undefined;
  if (Object.hasOwn(data, place)) return data[place];
  const dot = place.indexOf('.');
  return dot < 0 ? undefined : fieldAt(data[place.slice(0, dot)], place.slice(dot + 1));
}

/** Returns a value as a key; `undefined` if it is missing, `null`, `false` or an empty text. */
export function asKey(value: unknown, place: string): PageKey | undefined {
  if (value === undefined || value === null || value === false || value === '') return undefined;
  if (typeof value === 'string' || Number.isFinite(value)) return value as PageKey;
  throw misplaced(
    place,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) && 'a text or a number',
    value,
  );
}

/** Returns a number, which may be a text, as in a header. */
export function asNumber(value: unknown, place: string): number {
  const number = typeof value === 'string' && value !== '' ? Number(value) : value;
  if (typeof number === 'number' && Number.isFinite(number)) return number;
  throw misplaced(place, (typeof ngDevMode === 'undefined' || !!ngDevMode) && 'a number', value);
}

/**
 * Creates the error for a value that is not what the declaration of the pages says. `expected` is `false` in production.
 */
export function misplaced(place: string, expected: string | false, found: unknown): Error {
  return new Error(
    typeof ngDevMode === 'undefined' || ngDevMode
      ? `'${place}' has to be ${String(expected)}, but is ${show(found)}.`
      : place,
  );
}
