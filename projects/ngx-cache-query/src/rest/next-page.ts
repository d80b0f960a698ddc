import { show } from '../schema/misfit';
import { isObject } from '../util/plain-data';

declare const ngDevMode: unknown;

/** Identifies a page by a number or a cursor. */
export type PageKey = string | number;

/** Describes the loaded pages of a list, for a {@link NextPage}. */
export interface PageInfo<Value, Item = unknown> {
  /** The last response, with the whole list in place of its page. */
  readonly data: Value;
  /** The number of items in the list. */
  readonly count: number;
  /** The number of items in all responses. */
  readonly loaded: number;
  /** The number of items in the last response. */
  readonly size: number;
  /** The number of items that the last page has added to the list. */
  readonly added: number;
  /** The number of items of the loaded pages that have left the list since. */
  readonly removed: number;
  /** The last item in the responses that is still in the list. Items that you have added since do not count. */
  readonly last: Item | undefined;
  /** The key of the last page; `undefined` if the last page is the first page and was requested without a key. */
  readonly page: PageKey | undefined;
  /** The name of the parameter that identifies a page. */
  readonly field: string;
  /** The parameters of the list, with their defaults. */
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Returns the key of the page after the last loaded page; `undefined` if there is none. `pageNumber`, `offset`,
 * `cursorIn`, `lastItem`, `linkIn` and `linkHeaderIn` return such a function. An error in it is NCQ5010.
 *
 * @example
 * ```ts
 * const after: NextPage<{ events: Todo[]; last: number }> = ({ data }) => data.last || undefined;
 * const getEventPage = paginated(getEvents, 'after', after);
 * ```
 */
export interface NextPage<Value = unknown, Item = unknown> {
  (info: PageInfo<Value, Item>): PageKey | undefined;
  /** The key of the first page. Default: the first page is requested without a key. */
  readonly first?: PageKey | undefined;
}

/** Returned in place of a key if the loaded pages have moved on the server: they have to be loaded again. */
export const RESTART = Symbol() as never;

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

type Ends = PageEnds & { readonly pages?: string };

/** What the functions below read, whatever the types of the list are. */
export type Info = PageInfo<unknown>;

/** The number of items and of pages up to the last loaded page. */
interface Reached {
  readonly items: number;
  readonly pages?: number;
}

/** Whether the last loaded page is the last page of the list; `undefined` if nothing tells that there is another one. */
export function isEnd(
  info: Info,
  { more, pages, size, total }: Ends,
  reached: Reached,
): boolean | undefined {
  if (more !== undefined && !fieldOfResponse(info, more)) return true;
  if (pages !== undefined && reached.pages! >= asNumber(fieldOfResponse(info, pages), pages))
    return true;
  if (size !== undefined && info.size < sizeIn(info, size)) return true;
  // The total may be too high. There is nothing after a page without items.
  if (total !== undefined)
    return info.size === 0 || reached.items >= asNumber(fieldOfResponse(info, total), total);
  return more === undefined && pages === undefined ? undefined : false;
}

/**
 * Returns the key of the next page, if the server does not send it. If nothing tells whether there is one, a page that
 * adds nothing to the list is the last one.
 *
 * @param key returns the key; `undefined` if it depends on items, and all of them have been deleted
 */
export function keyAfter(
  info: Info,
  ends: Ends,
  reached: Reached,
  key: () => PageKey | undefined,
): PageKey | undefined {
  if (isEnd(info, ends, reached) ?? info.added === 0) return undefined;
  // What comes next is now at the place of the deleted items.
  return info.count === 0 && info.loaded > 0 ? RESTART : (key() ?? RESTART);
}

/** After a removed item, the others have moved to the front on the server, so that the next page would lack some. */
export function shifted({ removed }: Info): PageKey | undefined {
  return removed > 0 ? RESTART : undefined;
}

function sizeIn({ params }: Info, size: number | string): number {
  return typeof size === 'number' ? size : asNumber(params[size], size);
}

/** @throws Error if the last response is an array, which has no fields */
export function fieldOfResponse({ data }: Info, place: string): unknown {
  if (!Array.isArray(data)) return fieldAt(data, place);
  throw new Error(
    typeof ngDevMode === 'undefined' || ngDevMode
      ? `'${place}' names a field of the response, but the cache has stored an array. Describe the whole response in ` +
          `the schema, such as { items: new Collection([Todo]) }, and do not take the list out of it in process.`
      : place,
  );
}

/** Returns the field at a place. A field whose own name contains dots, such as `'@odata.nextLink'`, takes precedence. */
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

/** @param expected what the declaration of the pages says; `false` in production */
export function misplaced(place: string, expected: string | false, found: unknown): Error {
  return new Error(
    typeof ngDevMode === 'undefined' || ngDevMode
      ? `'${place}' has to be ${String(expected)}, but is ${show(found)}.`
      : place,
  );
}
