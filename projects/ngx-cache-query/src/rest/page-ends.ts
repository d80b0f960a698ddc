import { show } from '../schema/misfit';
import { isObject } from '../util/plain-data';
import { type PageInfo, type PageKey, RESTART } from './next-page';

declare const ngDevMode: unknown;

/** What tells which page is the last one. With several members, the list ends as soon as one of them says so. */
export interface PageEnds {
  /** The place of a value in the response that is true if there is another page: `'has_more'`, `'links.next'`. */
  readonly more?: string;
  /** The place of the number of all items in the response: `'total'`, `'meta.count'`. */
  readonly total?: string;
  /**
   * The number of items on a full page, or the name of the parameter that contains it: `20`, `'limit'`. A page with
   * fewer items is the last one.
   */
  readonly size?: number | string;
}

/** The number of items and of pages up to the last loaded page. */
export interface Reached {
  readonly items: number;
  readonly pages?: number;
}

/**
 * Whether the last loaded page is the last page of the list; `undefined` if nothing tells that there is another one. A
 * full page does not tell it.
 */
export function isEnd(
  info: PageInfo<unknown>,
  { more, pages, size, total }: PageEnds & { readonly pages?: string },
  reached: Reached,
): boolean | undefined {
  if (more !== undefined && !valueAt(info, more)) return true;
  if (pages !== undefined && reached.pages! >= asNumber(valueAt(info, pages), pages)) return true;
  if (size !== undefined && info.size < sizeIn(info, size)) return true;
  // The total may be too high. There is nothing after a page without items.
  if (total !== undefined)
    return info.size === 0 || reached.items >= asNumber(valueAt(info, total), total);
  return more === undefined && pages === undefined ? undefined : false;
}

/**
 * Returns the key of the next page, for keys that the server does not send. If nothing tells whether there is a next
 * page, a page that adds nothing to the list is the last one.
 *
 * @param key returns the key; `undefined` if it depends on items, and all of them have been deleted
 */
export function keyAfter(
  info: PageInfo<unknown>,
  ends: PageEnds & { readonly pages?: string },
  reached: Reached,
  key: () => PageKey | undefined,
): PageKey | undefined {
  if (isEnd(info, ends, reached) ?? info.added === 0) return undefined;
  // What comes next is now at the place of the deleted items.
  return info.count === 0 && info.loaded > 0 ? RESTART : (key() ?? RESTART);
}

/**
 * What follows a removed item has moved to the front on the server, so that the next page lacks some of it. Then the
 * loaded pages must be loaded again.
 */
export function shifted({ removed }: PageInfo<unknown>): PageKey | undefined {
  return removed > 0 ? RESTART : undefined;
}

function sizeIn({ params }: PageInfo<unknown>, size: number | string): number {
  return typeof size === 'number' ? size : asNumber(params[size], size);
}

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
