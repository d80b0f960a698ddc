import type { NextPage, PageKey } from './next-page';
import { isEnd, keyAfter, type PageEnds } from './page-ends';
import { asKey, misplaced, valueAt } from './response-place';

declare const ngDevMode: unknown;

/** The options of {@link cursorIn}. */
export interface CursorOptions extends PageEnds {
  /** The cursor of the first page: `'*'`. Default: the first page is requested without a cursor. */
  readonly first?: PageKey;
}

/**
 * Declares that each response contains the cursor of the next page. The list ends when there is none: when the field is
 * missing, `null`, `false` or an empty text. If your API sends a cursor with the last page, too, say in `options` what
 * tells that it is the last one.
 *
 * @param place where the cursor is in the response, as the cache stores it: after `process`. Fields that the schema does
 * not describe are stored, too
 * @param options the cursor of the first page, and which page is the last one
 *
 * @example
 * ```ts
 * const slack = paginated('cursor', cursorIn('response_metadata.next_cursor'));
 * const facebook = paginated('after', cursorIn('paging.cursors.after', { more: 'paging.next' }));
 * ```
 */
export function cursorIn(place: string, { first, ...ends }: CursorOptions = {}): NextPage {
  const next: NextPage = (info) =>
    isEnd(info, ends, { items: info.loaded }) ? undefined : asKey(valueAt(info, place), place);
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
  return (info) =>
    keyAfter(info, ends, { items: info.loaded }, () => {
      const { last } = info;
      if (last === undefined) return undefined;
      const key = asKey((last as Readonly<Record<string, unknown>>)[field], field);
      if (key === undefined)
        throw misplaced(
          field,
          (typeof ngDevMode === 'undefined' || !!ngDevMode) && 'a field of the items',
          key,
        );
      return key;
    });
}
