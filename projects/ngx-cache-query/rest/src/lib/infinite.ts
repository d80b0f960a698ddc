import { inject, type Injector } from '@angular/core';
import {
  CacheError,
  CacheService,
  type Endpoint,
  type PagesOf,
  type ResultOf,
  type SchemaLike,
} from 'ngx-cache-query';
import { defer, type Observable } from 'rxjs';
import type { MemberIn } from './collection-in';
import type { InfiniteList } from './infinite-list';
import { nextPage, type PageInfo, type PageKey } from './next-page';
import { PageLoader } from './page-loader';

declare const ngDevMode: unknown;

/** The options of {@link infinite}. */
export interface InfiniteOptions<Value> {
  /**
   * Returns the key of the next page; `undefined` if there is none. By default, the key is the cursor in the response,
   * or the next number. By default, there is no next page if the response has `hasMore: false`, if its `total` is
   * reached, or if it has no `total` and the last page had no items.
   */
  readonly next?: (info: PageInfo<Value>) => PageKey | undefined;
  /**
   * The maximum number of pages that a refetch loads. The refetch drops the other pages, and `loadMore` loads them
   * again. Default: the number of loaded pages.
   */
  readonly maxPages?: number;
  /** Required outside of an injection context. */
  readonly injector?: Injector;
}

/** The endpoint of the pages of a list, as returned by `paginated`. */
type Pages = Endpoint<never, SchemaLike> & { readonly pagesOf: PagesOf };

/**
 * Returns an Observable of a list that grows page by page. The list is in the cache. Therefore it changes when entities
 * are created, changed or deleted, and a later subscriber receives all loaded pages.
 *
 * A refetch loads all loaded pages again, in order, and replaces them in one commit. If one of them fails, the old
 * pages stay and `error` is set. `cache.refetch` and `cache.reset` accept the endpoint of the pages or the endpoint of
 * the list.
 *
 * @param pages the endpoint of the pages: `todoEndpoints.getList.getPage`, or the result of `paginated`
 * @param params the parameters of the list, without the parameter of the page
 * @param options how to find the next page, and how many pages a refetch loads
 * @throws CacheError NCQ5007 if `pages` is not an endpoint of pages
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
export function infinite<E extends Pages>(
  pages: E,
  params?: Parameters<E['load']>[0],
  options?: InfiniteOptions<ResultOf<E>>,
): Observable<InfiniteList<ResultOf<E>, MemberIn<E['schema']>>>;
export function infinite(
  pages: Endpoint<never, SchemaLike>,
  params: unknown = {},
  { next, maxPages = Infinity, injector }: InfiniteOptions<never> = {},
): Observable<unknown> {
  if (pages.pagesOf === undefined) throw notPagesError(pages.name);
  const { field } = pages.pagesOf;
  const cache = injector === undefined ? inject(CacheService) : injector.get(CacheService);
  const after = next ?? ((info: PageInfo<unknown>) => nextPage(field, info));
  return defer(
    () => new PageLoader(cache, pages as never, params as object, after as never, maxPages).list$,
  );
}

/** Error NCQ5007. */
function notPagesError(source: string): CacheError {
  return new CacheError(
    'NCQ5007',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `infinite(${source}): expected an endpoint that loads the pages of a list, found an endpoint without pages. ` +
        `Call infinite(getList.getPage), or infinite(endpoint.paginated(…)).`,
    { source },
  );
}
