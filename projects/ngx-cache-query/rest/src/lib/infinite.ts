import { inject, type Injector } from '@angular/core';
import { CacheService, type Endpoint, type ResultOf, type SchemaLike } from 'ngx-cache-query';
import { defer, type Observable } from 'rxjs';
import type { MemberIn } from './collection-in';
import { nextPage, type PageInfo, type PageKey } from './next-page';
import { PageLoader } from './page-loader';

/** A list that grows page by page. */
export interface InfiniteList<Value, Item> {
  /** The items of all pages, each once; `undefined` before the first page. */
  readonly items: Item[] | undefined;
  /** The last response: the list, and the rest as it came with the page that came last. */
  readonly data: Value | undefined;
  /** Whether there is another page. */
  readonly hasMore: boolean;
  /** Whether the first page is asked for, and nothing is there to show. */
  readonly isLoading: boolean;
  /** Whether another page is asked for. */
  readonly isLoadingMore: boolean;
  /** What the last request failed with, until one succeeds. */
  readonly error: unknown;
  /** Asks for the next page, unless there is none or one is asked for already. */
  loadMore(): void;
}

/** How {@link infinite} goes on. */
export interface InfiniteOptions<Value> {
  /** The next page, or `undefined` when there is none; by default {@link nextPage} says it. */
  readonly next?: (info: PageInfo<Value>) => PageKey | undefined;
  /**
   * How many pages a refetch loads at most; the others are dropped then, and `loadMore` loads them again. By default a
   * refetch loads as many pages as are loaded.
   */
  readonly maxPages?: number;
  /** Needed outside of an injection context. */
  readonly injector?: Injector;
}

type AnyPages = Endpoint<never, SchemaLike>;

/**
 * A list that grows page by page, live on the cache: what is created, changed or deleted shows in it, and a
 * later subscriber finds the pages that were loaded. A refetch loads all of them again, in order, and replaces them in
 * one commit; if one fails, the old pages stay and `error` is set.
 *
 * @param pages the endpoint of the pages: `todoEndpoints.getList.getPage`, or what `paginated` gives
 * @param params the parameters of the list, without that of the page
 * @param options how it goes on
 *
 * @example
 * ```ts
 * const activity$ = infinite(getActivity.paginated('cursor'), { project: 5 }, { injector });
 * activity$.subscribe(({ items, hasMore, loadMore }) => {
 *   show(items ?? []);
 *   if (hasMore) loadMore(); // as when one has scrolled to the end
 * });
 * ```
 */
export function infinite<E extends AnyPages>(
  pages: E,
  params?: Parameters<E['load']>[0],
  options?: InfiniteOptions<ResultOf<E>>,
): Observable<InfiniteList<ResultOf<E>, MemberIn<E['schema']>>>;
export function infinite(
  pages: AnyPages,
  params: unknown = {},
  { next, maxPages = Infinity, injector }: InfiniteOptions<never> = {},
): Observable<unknown> {
  const cache = injector === undefined ? inject(CacheService) : injector.get(CacheService);
  const { field } = pages.pagesOf!;
  const after = next ?? ((info: PageInfo<unknown>) => nextPage(field, info));
  return defer(
    () => new PageLoader(cache, pages as never, params as object, after as never, maxPages).list$,
  );
}
