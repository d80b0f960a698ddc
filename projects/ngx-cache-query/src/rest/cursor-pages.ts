import { type Fields, isObject } from '../util/plain-data';
import {
  asKey,
  isEnd,
  keyAfter,
  misplaced,
  type NextPage,
  type PageEnds,
  type Info,
  type PageKey,
  shifted,
  fieldOfResponse,
} from './next-page';

declare const ngDevMode: unknown;

/** The options of {@link cursorIn}. */
export interface CursorOptions extends PageEnds {
  /** The cursor of the first page: `'*'`. Default: the first page is requested without a cursor. */
  readonly first?: PageKey;
}

/**
 * Declares that each response contains the cursor of the next page. The list ends when the cursor is missing, `null`,
 * `false` or an empty text.
 *
 * @param place where the cursor is in the response after `process`; the schema need not describe this field
 * @param options the cursor of the first page, and which page is the last one if it has a cursor, too
 *
 * @example
 * ```ts
 * const slack = paginated('cursor', cursorIn('response_metadata.next_cursor'));
 * const facebook = paginated('after', cursorIn('paging.cursors.after', { more: 'paging.next' }));
 * ```
 */
export function cursorIn(place: string, { first, ...ends }: CursorOptions = {}): NextPage {
  const next: NextPage = (info) =>
    isEnd(info, ends, { items: info.loaded })
      ? undefined
      : asKey(fieldOfResponse(info, place), place);
  return Object.assign(next, { first });
}

/**
 * Declares that a field of the last item identifies the next page: `?starting_after=17`. Items that you have added to
 * the list or deleted from it since do not count.
 *
 * @param field the field of the item, such as `'id'`
 * @param ends which page is the last one, as for `pageNumber`
 *
 * @example
 * ```ts
 * const stripe = paginated('starting_after', lastItem('id', { more: 'has_more' }));
 * ```
 */
export function lastItem(field: string, ends: PageEnds = {}): NextPage {
  const keyOf = (item: unknown) => {
    if (item === undefined) return undefined;
    const key = asKey((item as Fields)[field], field);
    if (key !== undefined) return key;
    throw misplaced(
      field,
      (typeof ngDevMode === 'undefined' || !!ngDevMode) && 'a field of the items',
      key,
    );
  };
  return (info) => keyAfter(info, ends, { items: info.loaded }, () => keyOf(info.last));
}

/**
 * Declares that each response contains the URL of the next page, from which the parameter of the page is taken. The
 * list ends when there is no URL.
 *
 * @param place where the URL is in the response after `process`
 *
 * @example
 * ```ts
 * const django = paginated('page', linkIn('next')); // { next: 'https://…/todos/?page=2', results: […] }
 * const jsonApi = paginated('page[number]', linkIn('links.next'));
 * const odata = paginated('$skiptoken', linkIn('@odata.nextLink'));
 * ```
 */
export function linkIn(place: string): NextPage {
  return (info) => {
    const link = fieldOfResponse(info, place);
    // A link of JSON:API may be an object.
    return pageIn(info, place, asKey(isObject(link) ? link['href'] : link, place));
  };
}

/**
 * Works like {@link linkIn}, for an API that sends the URL in the header `Link`. Add the text of the header to the
 * response in `process`.
 *
 * @param place where the text of the header is in the response
 *
 * @example
 * ```ts
 * const github = paginated('page', linkHeaderIn('link')); // process: (items, { headers }) => ({ items, link: headers.get('Link') })
 * ```
 */
export function linkHeaderIn(place: string): NextPage {
  return (info) => {
    const header = String(asKey(fieldOfResponse(info, place), place) ?? '');
    for (const [, url, parameters] of header.matchAll(/<([^>]*)>([^<]*)/g)) {
      if (/;\s*rel="?([^";,]* )?next(?=[\s";,]|$)/i.test(parameters))
        return pageIn(info, place, url);
    }
    return undefined;
  };
}

/** Returns the parameter of the page in a URL, which may be relative. */
function pageIn(info: Info, place: string, url: PageKey | undefined): PageKey | undefined {
  if (url === undefined) return undefined;
  const { field } = info;
  const [, search = ''] = /\?([^#]*)/.exec(String(url)) ?? [];
  const key = new URLSearchParams(search).get(field);
  if (key) return (isNumbered(field, key) ? shifted(info) : undefined) ?? key;
  throw misplaced(
    place,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) && `a URL with the parameter ${field}`,
    url,
  );
}

/** Whether a page is at a number of items or pages, and not behind an item. */
function isNumbered(field: string, key: string): boolean {
  if (/cursor|token|after|before/i.test(field)) return false;
  return /^\d+$/.test(key) && /page|offset|skip|start/i.test(field);
}
