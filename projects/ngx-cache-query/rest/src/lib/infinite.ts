import { inject, type Injector } from '@angular/core';
import {
  CacheError,
  CacheErrorCode,
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

/** What `paginated` returns: the endpoint of the pages of a list. */
type Pages = Endpoint<never, SchemaLike> & { readonly pagesOf: PagesOf };

/**
 * Returns a list that grows page by page, live on the cache: entities that are created, changed or deleted change the
 * list, and a later subscriber receives the pages that are loaded. A refetch loads all of them again, in order, and replaces them in
 * one commit; if one fails, the old pages stay and `error` is set. `cache.refetch` and `cache.reset` take the endpoint
 * of the pages or that of the list.
 *
 * @param pages the endpoint of the pages: `todoEndpoints.getList.getPage`, or what `paginated` gives
 * @param params the parameters of the list, without that of the page
 * @param options how it goes on
 * @throws CacheError NCQ5007 when `pages` is not an endpoint of pages
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
    CacheErrorCode.NotPages,
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `infinite(${source}): expected an endpoint that loads the pages of a list, found an endpoint without pages. ` +
        `Call infinite(getList.getPage), or infinite(endpoint.paginated(…)).`,
    { source },
  );
}
