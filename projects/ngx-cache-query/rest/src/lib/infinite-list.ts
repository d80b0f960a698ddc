/** The state of a list that grows page by page. */
export interface InfiniteList<Value, Item> {
  /** The items of all loaded pages, without duplicates; `undefined` before the first page. */
  readonly items: Item[] | undefined;
  /** The last response: the whole list, with the other fields of the last page. */
  readonly data: Value | undefined;
  /** Whether there is another page. */
  readonly hasMore: boolean;
  /** Whether the first page is in flight, and there are no items yet. */
  readonly isLoading: boolean;
  /** Whether a page that `loadMore` requested is in flight. */
  readonly isLoadingMore: boolean;
  /** The error of a failed page or refetch; `undefined` as soon as the page or the whole list is requested again. */
  readonly error: unknown;
  /**
   * Requests the next page, or the first page if it failed or the cache was cleared. Nothing happens if there is no
   * next page, or if a page is already in flight.
   */
  loadMore(): void;
}
