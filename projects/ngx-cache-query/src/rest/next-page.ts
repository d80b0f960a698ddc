/** Identifies a page by a number or a cursor. */
export type PageKey = string | number;

/** Describes the loaded pages of a list. The key of the next page is derived from this information. */
export interface PageInfo<Value> {
  /** The last response, with the whole list in place of its page. */
  readonly data: Value;
  /** The number of items in the list. */
  readonly count: number;
  /** The number of items in all responses. */
  readonly loaded: number;
  /** The number of items that the last page has added to the list; 0 if the list contained them already. */
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
