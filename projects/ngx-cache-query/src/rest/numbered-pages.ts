import type { NextPage } from './next-page';
import { asNumber, keyAfter, type PageEnds, shifted } from './page-ends';

/** The options of {@link pageNumber}. */
export interface PageNumberOptions extends PageEnds {
  /** The number of the first page, which is then sent. Default: 1, and the first page is requested without a number. */
  readonly first?: number;
  /** The place of the number of pages in the response: `'totalPages'`, `'meta.last_page'`. */
  readonly pages?: string;
}

/** The options of {@link offset}. */
export interface OffsetOptions extends PageEnds {
  /** The offset of the first page, which is then sent. Default: 0, and the first page is requested without an offset. */
  readonly first?: number;
}

/**
 * Declares that pages are numbered: `?page=2`, `?page=3`. The options say which page is the last one. Without them, the
 * list ends with a page that adds no items to it, so there is one request more.
 *
 * @param options what the API tells about its pages
 *
 * @example
 * ```ts
 * const laravel = paginated('page', pageNumber({ pages: 'meta.last_page' }));
 * const spring = paginated('page', pageNumber({ first: 0, pages: 'totalPages' }));
 * const arrays = paginated('page', pageNumber({ size: 20 })); // a response is an array of at most 20 items
 * ```
 */
export function pageNumber({ first, ...ends }: PageNumberOptions = {}): NextPage {
  return withFirst(first, (info) => {
    const page = asNumber(info.page ?? first ?? 1, info.field);
    const reached = { items: info.loaded, pages: page - (first ?? 1) + 1 };
    return keyAfter(info, ends, reached, () => shifted(info) ?? page + 1);
  });
}

/**
 * Declares that a page is identified by the number of items before it: `?offset=20`, `?offset=40`. The numbers are
 * derived from the responses, so the offsets are right even if the server sends fewer items than requested.
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
  return withFirst(first, (info) => {
    const next = asNumber(info.page ?? first ?? 0, info.field) + info.size;
    return keyAfter(info, ends, { items: next }, () => shifted(info) ?? next);
  });
}

function withFirst(first: number | undefined, next: NextPage): NextPage {
  return Object.assign(next, { first });
}
