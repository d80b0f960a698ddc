import { inject, Injector } from '@angular/core';
import { combineLatest, defer, finalize, map, type Observable } from 'rxjs';
import { CacheService } from '../cache/cache-service';
import type { Endpoint, PagesOf } from '../requests/endpoint';
import type {
  CacheResource,
  CacheResourceOptions,
  ResourceArgsContext,
} from '../requests/resource';
import type { SchemaLike } from '../schema/entity';
import type { CacheSnapshot } from '../requests/snapshot';
import type { ResultOf } from '../schema/queryable';
import { CacheError } from '../util/cache-error';
import type { MemberIn } from './collection-in';
import type { InfiniteResource, InfiniteSnapshot } from './infinite-list';
import { infiniteResource } from './infinite-resource';
import { type LoadedInfo, nextPage, type PageInfo, type PageKey } from './next-page';
import { PagedList } from './paged-list';
import { PageLoader } from './page-loader';

declare const ngDevMode: unknown;

/** The options of {@link infinite} and {@link infiniteState}. */
export interface InfiniteOptions<Value> extends CacheResourceOptions {
  /**
   * Returns the key of the next page; `undefined` if there is none. Default: the cursor in the response, or the next
   * page number until `total` is reached, `hasMore` is `false`, or a page adds no items.
   */
  readonly next?: (info: PageInfo<Value>) => PageKey | undefined;
  /** The number of pages that a refetch loads; it drops the others. Default: the loaded pages. */
  readonly maxPages?: number;
}

/** An endpoint for the pages of a list. `paginated` returns such an endpoint. */
type Pages = Endpoint<never, SchemaLike> & { readonly pagesOf: PagesOf };
type ParamsOf<E extends Pages> = Parameters<E['load']>[0];

/**
 * Returns a list that grows page by page: a resource with more signals and `loadMore()`. It shows created, changed and
 * deleted entities. A refetch replaces all loaded pages in one commit.
 *
 * @param pages `todoEndpoints.getList.getPage`, or the result of `paginated`
 * @param args returns a tuple with the parameters of the list, or `undefined` to read nothing; it can read signals
 * @throws CacheError NCQ5007 if `pages` is not an endpoint of pages
 *
 * @example
 * ```ts
 * readonly activity = infinite(paginated(getActivity, 'cursor'), () => [
 *   { project: this.project() },
 * ]); // activity.items(), activity.hasMore(), activity.loadMore()
 * ```
 */
export function infinite<E extends Pages>(
  pages: E,
  args?: (context: ResourceArgsContext) => readonly [params?: ParamsOf<E>] | undefined,
  options?: InfiniteOptions<ResultOf<E>>,
): InfiniteResource<ResultOf<E>, MemberIn<E['schema']>>;
export function infinite(
  pages: Endpoint<never, SchemaLike>,
  getArgs?: (context: ResourceArgsContext) => readonly [params?: unknown] | undefined,
  options: InfiniteOptions<never> = {},
): CacheResource<unknown> {
  const injector = options.injector ?? inject(Injector);
  const list = pagedList('infinite', pages, injector, options);
  let args: readonly unknown[] | undefined = getArgs ? undefined : [];
  const getListArgs =
    getArgs &&
    ((context: ResourceArgsContext) => {
      args = undefined; // Also if the function throws.
      const given = getArgs(context);
      return (args = given && list.argsOf(given[0] as object | undefined));
    });
  const resource = list.cache.resource(list.whole, getListArgs, options);
  return infiniteResource(list, resource, () => args, injector);
}

/**
 * Returns an Observable of a list that grows page by page, like {@link infinite}. It never errors.
 *
 * @param pages `todoEndpoints.getList.getPage`, or the result of `paginated`
 * @throws CacheError NCQ5007 if `pages` is not an endpoint of pages
 */
export function infiniteState<E extends Pages>(
  pages: E,
  params?: ParamsOf<E>,
  options?: Omit<InfiniteOptions<ResultOf<E>>, 'keepPrevious' | 'debugName'>,
): Observable<InfiniteSnapshot<ResultOf<E>, MemberIn<E['schema']>>>;
export function infiniteState(
  pages: Endpoint<never, SchemaLike>,
  params?: unknown,
  options: InfiniteOptions<never> = {},
): Observable<unknown> {
  const injector = options.injector ?? inject(Injector);
  const list = pagedList('infiniteState', pages, injector, options);
  const args = list.argsOf(params as object | undefined);
  return defer(() => {
    const loader = new PageLoader(list, args);
    // Completes with the cache, as every other stream does.
    const end = finalize<CacheSnapshot<unknown>>(() => loader.isLoadingMore$.complete());
    const list$ = list.cache.watch(list.whole, ...args).pipe(end);
    return combineLatest([list$, loader.isLoadingMore$]).pipe(
      map(([snapshot, isLoadingMore]) => loader.show(snapshot, isLoadingMore)),
      finalize(() => loader.end()),
    );
  });
}

function pagedList(
  method: string,
  pages: Endpoint<never, SchemaLike>,
  injector: Injector,
  { next, maxPages = Infinity }: InfiniteOptions<never>,
): PagedList {
  if (pages.pagesOf === undefined) throw notPagesError(method, pages.name);
  const { field } = pages.pagesOf;
  const after = next ?? ((info: LoadedInfo) => nextPage(field, info));
  return new PagedList(injector.get(CacheService), pages as never, after as never, maxPages);
}

/** Error NCQ5007. */
function notPagesError(method: string, source: string): CacheError {
  return new CacheError(
    'NCQ5007',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${method}(${source}): expected an endpoint that loads the pages of a list, found an endpoint without pages. ` +
        `Pass getList.getPage, or paginated(endpoint, …).`,
    { source },
  );
}
