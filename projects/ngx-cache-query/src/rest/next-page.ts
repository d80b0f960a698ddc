import { CacheError } from '../util/cache-error';

declare const ngDevMode: unknown;

/** Identifies a page by a number or a cursor. */
export type PageKey = string | number;

/** Describes the loaded pages of a list. The key of the next page is derived from this information. */
export interface PageInfo<Value, Item = unknown> {
  /** The last response, with the whole list in place of its page. */
  readonly data: Value;
  /** The number of items in the list. */
  readonly count: number;
  /** The number of items in all responses. */
  readonly loaded: number;
  /** The number of items in the last response. */
  readonly size: number;
  /** The number of items that the last page has added to the list; 0 if the list contained them already. */
  readonly added: number;
  /** The number of items of the loaded pages that have left the list since, because they were deleted or changed. */
  readonly removed: number;
  /** The last item in the responses that is still in the list. Items that you have added since do not count. */
  readonly last: Item | undefined;
  /** The key of the last page; `undefined` if the last page is the first page and was requested without a key. */
  readonly page: PageKey | undefined;
  /** The name of the parameter that identifies a page. */
  readonly field: string;
  /** The parameters of the list, with their defaults. */
  readonly params: Readonly<Record<string, unknown>>;
}

/**
 * Returns the key of the page after the last loaded page; `undefined` if there is none. `pageNumber`, `offset`,
 * `cursorIn`, `lastItem`, `linkIn` and `linkHeaderIn` return such a function. If it throws, the list has the error
 * NCQ5010.
 *
 * @example
 * ```ts
 * const after: NextPage<{ events: Todo[]; last: number }> = ({ data }) => data.last || undefined;
 * const getEventPage = paginated(getEvents, 'after', after);
 * ```
 */
export interface NextPage<Value = unknown, Item = unknown> {
  (info: PageInfo<Value, Item>): PageKey | undefined;
  /** The key with which the first page is requested. Default: the first page is requested without a key. */
  readonly first?: PageKey | undefined;
}

/** Returned in place of a key if the loaded pages have moved on the server: they have to be loaded again. */
export const RESTART = Symbol('restart') as never;

/** Error NCQ5010: it is not declared which page comes next. */
export function undeclaredNextPage(method: string, source: string, field: string): CacheError {
  return new CacheError(
    'NCQ5010',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${method}(${source}): it is not declared how to find the next page. Pass it to paginated, after the parameter ` +
        `${field}: pageNumber(), offset(), cursorIn(…), lastItem(…), linkIn(…), linkHeaderIn(…) or a function. Or pass ` +
        `it to ${method} as the option next.`,
    { source },
  );
}

/** Error NCQ5010: the function that returns the key of the next page has thrown. */
export function unknownNextPage(source: string, cause: unknown): CacheError {
  return new CacheError(
    'NCQ5010',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${source}: the next page is unknown, because ${cause instanceof Error ? cause.message : String(cause)}`,
    { source, cause },
  );
}
