/** What names a page: its number, or a cursor. */
export type PageKey = string | number;

/** What is known when the next page is requested. */
export interface PageInfo<Value> {
  /**
   * The last response: the whole list, and the rest as it came with the last page. In a refetch it consists of the
   * pages that the refetch has loaded so far; a relation to an entity that is in none of them reads as the default of
   * its class.
   */
  readonly data: Value;
  /** How many items there are by now. */
  readonly count: number;
  /** How many items the last page brought. */
  readonly added: number;
  /** The page that came last; `undefined` of the first, when it was requested without a name. */
  readonly page: PageKey | undefined;
}

/**
 * The page after the last one, or `undefined` when there is none. A cursor stands in the response under
 * the name of the argument, perhaps with `next` before it; without one, pages are numbered. There is no
 * next page when the response says `hasMore: false`, when as many items are there as its `total`, or when
 * the last page brought none.
 */
export function nextPage(field: string, info: PageInfo<unknown>): PageKey | undefined {
  const { count, added, page } = info;
  const data = (Array.isArray(info.data) ? {} : info.data) as Readonly<Record<string, unknown>>;
  if (data['hasMore'] === false) return undefined;
  const cursor = [`next${field[0].toUpperCase()}${field.slice(1)}`, `next_${field}`, field].find(
    (name) => name in data,
  );
  const given = cursor === undefined ? undefined : data[cursor];
  if (cursor !== undefined && (cursor !== field || typeof given !== 'number')) {
    return given === null || given === '' ? undefined : (given as PageKey | undefined);
  }
  const { total } = data;
  const isAll = typeof total === 'number' ? count >= total : added === 0;
  return isAll ? undefined : Number(page ?? given ?? 1) + 1;
}
