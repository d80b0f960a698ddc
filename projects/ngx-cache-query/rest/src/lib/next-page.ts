/** The key of a page: a number or a cursor. */
export type PageKey = string | number;

/** The loaded pages of a list, from which the key of the next page is derived. */
export interface PageInfo<Value> {
  /**
   * The last response: the whole list, with the other fields of the last page. During a refetch, the list contains only
   * the pages that the refetch has loaded so far. A relation to an entity that is in none of these pages reads as the
   * default entity of its class.
   */
  readonly data: Value;
  /** The number of items in the list. */
  readonly count: number;
  /**
   * The number of items that the responses contained. In contrast to `count`, it does not change when items are created
   * or deleted.
   */
  readonly loaded: number;
  /**
   * The number of items in the last response; 0 if `loadMore` requested the page, and the page only repeated items
   * although no created items had moved them.
   */
  readonly added: number;
  /** The key of the last page; `undefined` for a first page that was requested without a key. */
  readonly page: PageKey | undefined;
}

/** The data about the loaded pages that {@link nextPage} reads. */
export interface LoadedInfo extends PageInfo<unknown> {
  /** The number of items in the last response. */
  readonly size: number;
}

/** Returns the number of items that the responses with these pages contained. */
export function loadedIn(pages: readonly { readonly size: number }[]): number {
  return pages.reduce((sum, { size }) => sum + size, 0);
}

/**
 * Returns the key of the page after the last one; `undefined` if there is none.
 *
 * If the response has a field with the name `field`, or with that name and the prefix `next`, the value of that field
 * is the cursor. There is one exception: a number in the field without the prefix is not a cursor, but the number of
 * the last page. If there is no cursor, pages are numbered. There is no next page in these cases:
 *
 * - The response has `hasMore: false`, or the cursor is empty.
 * - The responses contained as many items as their `total` says.
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
  return isAll ? undefined : Number(page ?? value ?? 1) + 1;
}
