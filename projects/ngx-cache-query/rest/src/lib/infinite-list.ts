/** A list that grows page by page. */
export interface InfiniteList<Value, Item> {
  /** The items of all pages, each once; `undefined` before the first page. */
  readonly items: Item[] | undefined;
  /** The last response: the whole list, and the rest as it came with the last page. */
  readonly data: Value | undefined;
  /** Whether there is another page. */
  readonly hasMore: boolean;
  /** Whether the first page is requested, and there are no items yet. */
  readonly isLoading: boolean;
  /** Whether another page is requested by `loadMore`. */
  readonly isLoadingMore: boolean;
  /** The error of a page or of a refetch that failed; `undefined` as soon as it, or the whole list, is requested again. */
  readonly error: unknown;
  /**
   * Requests the next page, or the first page if it failed or the cache was cleared. Nothing happens if there is no next
   * page, or if a page is already requested.
   */
  loadMore(): void;
}
