import type { Fields } from '../util/plain-data';
import type { ListKind } from './list-kind';

/**
 * Identifies a page of a list by a number or a cursor. The key is `undefined` for a page that was requested without a
 * number or a cursor.
 */
export type PageKey = string | number | undefined;

/**
 * Where to insert a new page: `'after'` in the order of the page numbers, or at the end if its key is no number;
 * `'before'` at the beginning; `'end'` at the end. A page without a key comes first.
 */
export type PagePlace = 'after' | 'before' | 'end';

/** A page of a list, with its key and its items. */
export interface Page {
  readonly key: PageKey;
  readonly items: readonly unknown[];
  /** The number of items in the response; `undefined` if the items were not in an array. */
  readonly size?: number | undefined;
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
  const pages = (row['pages'] ?? [{ key: undefined, items, size: row['size'] }]) as readonly Page[];
  const at = pages.findIndex(({ key }) => key === arrived.key);
  const place = at >= 0 ? at : placeOf(pages, arrived.key, where);
  const last = at >= 0 ? pages[at].items : [];
  const page = {
    key: arrived.key,
    size: arrived.size,
    items: [...arrived.items, ...pushedOut(kind, items, last, arrived.items)],
  };
  const pageKeys = keysOf(kind, page.items);
  const lastKeys = keysOf(kind, last);
  const first = firstOf(kind, items, pages.slice(place));
  const next: unknown[] = [];
  items.forEach((item, i) => {
    if (i === first) addAll(page.items, next);
    const key = kind.keyOf(item);
    if (!pageKeys.has(key) && !lastKeys.has(key)) next.push(item);
  });
  if (first === -1) addAll(page.items, next);
  const nextPages = pages.map(({ items: others, ...other }) => ({
    ...other,
    items: others.filter((item) => !pageKeys.has(kind.keyOf(item))),
  }));
  nextPages.splice(place, at >= 0 ? 1 : 0, page);
  return { items: next, pages: nextPages };
}

/**
 * Returns the items that were on the old page and that new items have pushed out of it. On the server, these items are
 * now on the next page, so they are kept in the list until that page arrives. All other items of the old page that are
 * missing from the new page are no longer in the list.
 */
function pushedOut(
  kind: ListKind,
  items: readonly unknown[],
  last: readonly unknown[],
  arrived: readonly unknown[],
): readonly unknown[] {
  const known = keysOf(kind, items);
  const keys = keysOf(kind, arrived);
  let room = arrived.filter((item) => !known.has(kind.keyOf(item))).length;
  let from = last.length;
  while (from > 0 && room > 0 && !keys.has(kind.keyOf(last[from - 1]))) {
    from--;
    room--;
  }
  return last.slice(from);
}

/**
 * Appends `items` to `to`. `to.push(...items)` would fail if there were more items than the maximum number of arguments
 * of a call.
 */
function addAll(items: readonly unknown[], to: unknown[]): void {
  for (const item of items) to.push(item);
}

function keysOf(kind: ListKind, items: readonly unknown[]): ReadonlySet<unknown> {
  return new Set(items.map((item) => kind.keyOf(item)));
}

function placeOf(pages: readonly Page[], key: PageKey, where: PagePlace): number {
  if (where === 'before' || key === undefined) return 0;
  if (where === 'end') return pages.length;
  const higher = pages.findIndex((page) => isNumber(key) && isNumber(page.key) && +page.key > +key);
  return higher === -1 ? pages.length : higher;
}

function isNumber(key: PageKey): key is string | number {
  return key !== undefined && key !== '' && Number.isFinite(Number(key));
}

/**
 * Finds the first page that contains any of the `items`. Returns the smallest index in `items` whose item is on this
 * page, or -1 if no page contains any of the items.
 */
function firstOf(kind: ListKind, items: readonly unknown[], pages: readonly Page[]): number {
  for (const page of pages) {
    const keys = keysOf(kind, page.items);
    const at = items.findIndex((item) => keys.has(kind.keyOf(item)));
    if (at >= 0) return at;
  }
  return -1;
}
