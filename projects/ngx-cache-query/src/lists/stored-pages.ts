import type { Fields } from '../util/plain-data';
import type { ListKind } from './list-kind';

/**
 * Identifies a page of a list by a number or a cursor. The key is `undefined` for a page that was requested without a
 * number or a cursor.
 */
export type StoredPageKey = string | number | undefined;

/**
 * Where to insert a new page: `'after'` in the order of the page numbers, or at the end if its key is no number;
 * `'before'` at the beginning; `'end'` at the end. A page without a key comes first.
 */
export type PagePlace = 'after' | 'before' | 'end';

/** A page of a list, with its key and its items. */
export interface Page {
  readonly key: StoredPageKey;
  readonly items: readonly unknown[];
  /** The number of items in the response; `undefined` if the items were not in an array. */
  readonly size?: number | undefined;
  /** The number of items that the page has added to the list. */
  readonly added?: number;
  /** The items of the response, if some of them are on other pages now. */
  readonly served?: readonly unknown[];
  /** The key of the next page, if the server has confirmed the page without sending it. */
  readonly next?: StoredPageKey;
}

/** Whether two keys identify the same page. A URL does not distinguish `2` and `'2'`. */
export function isSamePage(a: StoredPageKey, b: StoredPageKey): boolean {
  return String(a) === String(b);
}

/**
 * Returns the fields of a list after a page has arrived. The new page replaces a page with the same key. If there is no
 * such page, `where` determines the position of the new page. If an item is on several pages, it is kept only on the
 * page that arrived last.
 */
export function withPage(
  kind: ListKind,
  row: Fields,
  arrived: Page,
  where: PagePlace = 'after',
): Fields {
  const items = (row['items'] ?? []) as readonly unknown[];
  const pages = pagesIn(row);
  const at = pages.findIndex(({ key }) => isSamePage(key, arrived.key));
  const place = at >= 0 ? at : placeOf(pages, arrived.key, where);
  const last = pages[at]?.items ?? [];
  const isKnown = kind.testFor(items);
  const isOnLast = kind.testFor(last);
  const onPage = [...arrived.items, ...pushedOut(kind, isKnown, last, arrived.items)];
  const isOnPage = kind.testFor(onPage);
  const first = beginOf(kind, items, pages, place);
  const rest = (of: readonly unknown[]) => of.filter((item) => !isOnPage(item));
  const kept = (of: readonly unknown[]) => rest(of).filter((item) => !isOnLast(item));
  const next = [...kept(items.slice(0, first)), ...onPage, ...kept(items.slice(first))];
  const others = pages.filter((_, i) => i !== at).map((page) => withItems(page, rest(page.items)));
  const own = arrived.items.filter((item) => !isKnown(item) || isOnLast(item));
  // An item that was created since may have moved another one to this page. The page has added it, too.
  const added = Math.max(own.length, next.length - loadedIn(others));
  const page = withItems({ ...arrived, added }, onPage);
  return { items: next, pages: [...others.slice(0, place), page, ...others.slice(place)] };
}

/** Returns a page with other items than its response contained; the same object if they are equal. */
function withItems(page: Page, items: readonly unknown[]): Page {
  return items.length === page.items.length ? page : { ...page, items, served: servedOf(page) };
}

/** Returns the items that the response with a page contained: the same array as long as there is no newer response. */
export function servedOf({ items, served = items }: Page): readonly unknown[] {
  return served;
}

/** Returns the number of items in the responses that contained these pages. */
export function loadedIn(pages: readonly Page[]): number {
  return pages.reduce((sum, { items, size = items.length }) => sum + size, 0);
}

/** Returns the pages of a list. A list that was loaded as a whole is one page: `served`, if it was edited since. */
export function pagesIn({ items, pages, size, served = items }: Fields): readonly Page[] {
  if (pages !== undefined) return pages as readonly Page[];
  return items === undefined ? [] : [{ key: undefined, items: served, size } as Page];
}

/**
 * Returns the items that were on the old page and that new items have pushed out of it. On the server, these items are
 * now on the next page, so they are kept in the list until that page arrives. All other items of the old page that are
 * missing from the new page are no longer in the list.
 */
function pushedOut(
  kind: ListKind,
  isKnown: (item: unknown) => boolean,
  last: readonly unknown[],
  arrived: readonly unknown[],
): readonly unknown[] {
  const added = arrived.filter((item) => !isKnown(item)).length;
  return last.slice(Math.max(endOf(kind, last, arrived), last.length - added));
}

function placeOf(pages: readonly Page[], key: StoredPageKey, where: PagePlace): number {
  if (where === 'before' || key === undefined) return 0;
  if (where === 'end') return pages.length;
  const higher = pages.findIndex((page) => isNumber(key) && isNumber(page.key) && +page.key > +key);
  return higher === -1 ? pages.length : higher;
}

function isNumber(key: StoredPageKey): key is string | number {
  return key !== undefined && key !== '' && Number.isFinite(Number(key));
}

/**
 * Returns the index in `items` at which the page at `place` begins: where the items of this or a later page begin, or
 * behind the pages before. What was created at the end of the list stays behind a new page.
 */
function beginOf(
  kind: ListKind,
  items: readonly unknown[],
  pages: readonly Page[],
  place: number,
): number {
  const itemsOn = (of: readonly Page[]) => of.flatMap((page) => page.items);
  const at = items.findIndex(kind.testFor(itemsOn(pages.slice(place))));
  return at >= 0 ? at : endOf(kind, items, itemsOn(pages.slice(0, place))) || items.length;
}

/** Returns the index behind the last item that is one of `some`. */
function endOf(kind: ListKind, items: readonly unknown[], some: readonly unknown[]): number {
  return items.map(kind.testFor(some)).lastIndexOf(true) + 1;
}
