import type { Signal } from '@angular/core';
import type { CacheResource } from '../requests/resource';
import type { CacheSnapshot } from '../requests/snapshot';

/** The items of the loaded pages, and whether more pages exist or are being loaded. */
interface Pages<Item> {
  /** The items of all loaded pages, without duplicates; `undefined` until the first page is loaded. */
  readonly items: Item[] | undefined;
  /** Whether there is another page. */
  readonly hasMore: boolean;
  /** Whether a page that `loadMore` requested is in flight. */
  readonly isLoadingMore: boolean;
}

interface LoadsMore {
  /** Requests the next page, or the first one. Does nothing if there is none, or while it is in flight. */
  loadMore(): void;
}

/**
 * A list that grows page by page: see {@link infinite}. The value has the form of the last response, with the whole
 * list. If a page or a refetch fails, `refreshError` contains the error, and `reload()` requests it again.
 */
export type InfiniteResource<Value, Item> = CacheResource<Value | undefined> & {
  readonly [K in keyof Pages<Item>]: Signal<Pages<Item>[K]>;
} & LoadsMore;

/** A snapshot of a list that grows page by page, as emitted by {@link infiniteState}. */
export type InfiniteSnapshot<Value, Item> = CacheSnapshot<Value> & Pages<Item> & LoadsMore;
