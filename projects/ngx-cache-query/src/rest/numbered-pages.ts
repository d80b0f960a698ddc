import { asNumber, keyAfter, type NextPage, type PageEnds, shifted } from './next-page';

/** The options of {@link pageNumber}. */
export interface PageNumberOptions extends PageEnds {
  /** The number of the first page. Default: 1, which is not sent. */
  readonly first?: number;
  /** The place of the number of pages in the response: `'totalPages'`, `'meta.last_page'`. */
  readonly pages?: string;
}

/** The options of {@link offset}. */
export interface OffsetOptions extends PageEnds {
  /** The offset of the first page. Default: 0, which is not sent. */
  readonly first?: number;
}

/**
 * Declares that pages are numbered: `?page=2`, `?page=3`.
 *
 * @param options which page is the last one. Default: one that adds no items to the list, which is one request more
 *
 * @example
 * ```ts
 * const laravel = paginated('page', pageNumber({ pages: 'meta.last_page' }));
 * const spring = paginated('page', pageNumber({ first: 0, pages: 'totalPages' }));
 * const arrays = paginated('page', pageNumber({ size: 20 })); // a response is an array of at most 20 items
 * ```
 */
export function pageNumber({ first, ...ends }: PageNumberOptions = {}): NextPage {
  const next: NextPage = (info) => {
    const page = asNumber(info.page ?? first ?? 1, info.field);
    const reached = { items: info.loaded, pages: page - (first ?? 1) + 1 };
    return keyAfter(info, ends, reached, () => shifted(info) ?? page + 1);
  };
  return Object.assign(next, { first });
}

/**
 * Declares that a page is identified by the number of items before it: `?offset=20`, `?offset=40`. They are counted in
 * the responses, so offsets are right even if the server sends fewer items than requested.
 *
 * @param options which page is the last one, as for {@link pageNumber}
 *
 * @example
 * ```ts
 * const counted = paginated('offset', offset({ total: 'count' })); // { count: 45, results: […] }
 * const limited = paginated('skip', offset({ size: 'limit' })); // the parameter limit has the size of a page
 * ```
 */
export function offset({ first, ...ends }: OffsetOptions = {}): NextPage {
  const next: NextPage = (info) => {
    const items = asNumber(info.page ?? first ?? 0, info.field) + info.size;
    return keyAfter(info, ends, { items }, () => shifted(info) ?? items);
  };
  return Object.assign(next, { first });
}
