import type { ChangeKind, RowChange } from '../../schema/normalize/row-op';
import type { Fields } from '../../util/plain-data';
import { type ListPlan, listPlanOf } from '../list-plan';

/** What tells the pages of a list apart: a number, a cursor; `undefined` is what came without one. */
export type PageKey = string | number | undefined;

/** Where a page goes that is new: by its number, or else at the end; or, whatever its number, at the beginning or the end. */
export type PagePlace = 'after' | 'before' | 'end';

/** A page of a list: its key, and what came with it. */
export interface Page {
  readonly key: PageKey;
  readonly items: readonly unknown[];
}

/** A page that arrived for one list. */
export interface PageChange extends RowChange {
  readonly page: Page;
  readonly where: PagePlace;
  readonly args: Fields;
}

/** How pages are put into the row of a list. */
export const PAGE: ChangeKind = {
  outlivesReads: false,
  apply: (plan, before, changes) => {
    let row = before;
    for (const { page, where, args } of changes as readonly PageChange[]) {
      row = { ...row, args, ...withPage(listPlanOf(plan)!, row ?? {}, page, where) };
    }
    return row;
  },
};

/**
 * The fields of a list after a page came. A page that is known takes its own place again. A new one with
 * a number comes before the first page with a higher number, any other at the end, if `where` says nothing else.
 * What is on several pages stands on the one that came last.
 */
export function withPage(
  list: ListPlan,
  row: Fields,
  came: Page,
  where: PagePlace = 'after',
): Fields {
  const items = (row['items'] ?? []) as readonly unknown[];
  const pages = (row['pages'] ?? [{ key: undefined, items }]) as readonly Page[];
  const at = pages.findIndex(({ key }) => key === came.key);
  const place = at >= 0 ? at : placeOf(pages, came.key, where);
  const last = at >= 0 ? pages[at].items : [];
  const page = {
    key: came.key,
    items: [...came.items, ...pushedOut(list, items, last, came.items)],
  };
  const onPage = keysOf(list, page.items);
  const goes = keysOf(list, last);
  const first = firstOf(list, items, pages.slice(place));
  const next: unknown[] = [];
  items.forEach((item, i) => {
    if (i === first) addAll(page.items, next);
    const key = list.keyOf(item);
    if (!onPage.has(key) && !goes.has(key)) next.push(item);
  });
  if (first === -1) addAll(page.items, next);
  const others = pages.map(({ key, items: its }) => ({
    key,
    items: its.filter((item) => !onPage.has(list.keyOf(item))),
  }));
  others.splice(place, at >= 0 ? 1 : 0, page);
  return { items: next, pages: others };
}

/**
 * Items at the end of a page as it was that no longer came because others came in: they are on the next
 * page now, and stay until that comes. Those that did not come for no such reason are gone.
 */
function pushedOut(
  list: ListPlan,
  items: readonly unknown[],
  last: readonly unknown[],
  came: readonly unknown[],
): readonly unknown[] {
  const known = keysOf(list, items);
  const keys = keysOf(list, came);
  let room = came.filter((item) => !known.has(list.keyOf(item))).length;
  let from = last.length;
  while (from > 0 && room > 0 && !keys.has(list.keyOf(last[from - 1]))) {
    from--;
    room--;
  }
  return last.slice(from);
}

/** `push` with all of them at once is a call with as many arguments, of which there may be too many. */
function addAll(items: readonly unknown[], to: unknown[]): void {
  for (const item of items) to.push(item);
}

function keysOf(list: ListPlan, items: readonly unknown[]): ReadonlySet<unknown> {
  return new Set(items.map((item) => list.keyOf(item)));
}

function placeOf(pages: readonly Page[], key: PageKey, where: PagePlace): number {
  if (where === 'before' || key === undefined) return 0;
  if (where === 'end') return pages.length;
  const higher = pages.findIndex((each) => isNumber(key) && isNumber(each.key) && +each.key > +key);
  return higher === -1 ? pages.length : higher;
}

function isNumber(key: PageKey): key is string | number {
  return key !== undefined && key !== '' && Number.isFinite(Number(key));
}

/** Where the items of the first of these pages begin that has some; -1 at the end. */
function firstOf(list: ListPlan, items: readonly unknown[], pages: readonly Page[]): number {
  for (const page of pages) {
    const keys = keysOf(list, page.items);
    const at = items.findIndex((item) => keys.has(list.keyOf(item)));
    if (at >= 0) return at;
  }
  return -1;
}
