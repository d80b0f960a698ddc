/** Identifies a page by a number or a cursor. */
export type PageKey = string | number;

/** Describes the loaded pages of a list. The key of the next page is derived from this information. */
export interface PageInfo<Value> {
  /**
   * The last response, with its page replaced by the whole list. During a refetch, the list contains only the pages
   * that the refetch has loaded so far. A relation to an entity outside these pages contains the default instance of
   * the entity's class.
   */
  readonly data: Value;
  /** The number of items in the list. */
  readonly count: number;
  /**
   * The number of items in all responses. Unlike `count`, it does not change when items are created or deleted.
   */
  readonly loaded: number;
  /**
   * The number of items that the server returned for the last page. However, the number is 0 if `loadMore` requested
   * this page and the list already contained all items of this page. There is one exception: newly created items can
   * move items of an earlier page to the last page. In this case, the number is not 0, because the next page can
   * contain items that are not in the list yet.
   */
  readonly added: number;
  /** The key of the last page; `undefined` if the last page is the first page and was requested without a key. */
  readonly page: PageKey | undefined;
}

/** Describes the loaded pages of a list for {@link nextPage}. */
export interface LoadedInfo extends PageInfo<unknown> {
  /** The number of items in the last response. */
  readonly size: number;
}

/** Returns the number of items in the responses that contained these pages. */
export function loadedIn(pages: readonly { readonly size: number }[]): number {
  return pages.reduce((sum, { size }) => sum + size, 0);
}

/**
 * Returns the key of the page after the last page; `undefined` if there is none.
 *
 * The response can contain a cursor. For example, if `field` is `cursor`, the function looks for a field named
 * `nextCursor`, then for `next_cursor`, and then for `cursor`. However, if `cursor` contains a number, the number is
 * not a cursor. It is the number of the page that was loaded last. If there is no cursor, pages are numbered.
 *
 * There is no next page if the response has `hasMore: false` or an empty cursor. If pages are numbered, there is also
 * no next page in these cases:
 *
 * - The number of items in all responses has reached the `total` of the last response.
 * - The last page had no items.
 * - The response has no `total`, and the last page added no items to the list.
 */
export function nextPage(field: string, info: LoadedInfo): PageKey | undefined {
  const { added, loaded, page, size } = info;
  const data = (Array.isArray(info.data) ? {} : info.data) as Readonly<Record<string, unknown>>;
  if (data['hasMore'] === false) return undefined;
  const cursor = [`next${field[0].toUpperCase()}${field.slice(1)}`, `next_${field}`, field].find(
    (name) => name in data,
  );
  const value = cursor === undefined ? undefined : data[cursor];
  if (cursor !== undefined && (cursor !== field || typeof value !== 'number')) {
    return value === null || value === '' ? undefined : (value as PageKey | undefined);
  }
  const { total } = data;
  const isAll = typeof total === 'number' ? loaded >= total || size === 0 : added === 0;
  const number = Number(page ?? value ?? 1) + 1;
  return isAll || Number.isNaN(number) ? undefined : number;
}
