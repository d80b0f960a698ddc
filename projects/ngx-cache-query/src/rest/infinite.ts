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
   * Returns the key of the next page; `undefined` if there is none. By default, the key is the cursor in the response
   * or the next page number. With this default, there is no next page if the response has `hasMore: false` or an empty
   * cursor. If pages are numbered, there is also no next page in these cases:
   *
   * - The number of items in all responses has reached the `total` of the last response.
   * - The last page had no items.
   * - The response has no `total`, and the last page added no items to the list.
   */
  readonly next?: (info: PageInfo<Value>) => PageKey | undefined;
  /**
   * The maximum number of pages that a refetch loads. The refetch drops all other pages, and `loadMore` loads them
   * again. Default: the number of loaded pages.
   */
  readonly maxPages?: number;
}

/** An endpoint for the pages of a list. `paginated` returns such an endpoint. */
type Pages = Endpoint<never, SchemaLike> & { readonly pagesOf: PagesOf };
type ParamsOf<E extends Pages> = Parameters<E['load']>[0];

/**
 * Returns a list that grows page by page, for use in a template. The return value is a resource like the one that
 * `cache.resource` returns, with additional signals and a method that loads the next page. The list is stored in the
 * cache. Therefore it changes when entities are created, changed or deleted. Later subscribers receive all loaded
 * pages.
 *
 * A refetch loads all loaded pages again, in order, and replaces them in one commit. If a page cannot be loaded, the
 * old pages are kept and `refreshError` is set. `cache.refetch` and `cache.reset` accept the page endpoint or the list
 * endpoint.
 *
 * @param pages the endpoint of the pages: `todoEndpoints.getList.getPage`, or the result of `paginated`
 * @param args returns a tuple with the parameters of the list, or `undefined` to read nothing. This function can read
 * signals and required inputs. The first page is requested without the page parameter, unless the parameters contain
 * it: `{ _page: 1 }`
 * @param options how to determine the next page, how many pages a refetch loads, and the options of `cache.resource`
 * @throws CacheError NCQ5007 if `pages` is not an endpoint of pages
 *
 * @example
 * ```ts
 * @Component({
 *   selector: 'app-activity',
 *   template: `@for (entry of activity.items(); track entry.id) {
 *       <li>{{ entry.title }}</li>
 *     }
 *     @if (activity.hasMore()) {
 *       <button (click)="activity.loadMore()" [disabled]="activity.isLoadingMore()">More</button>
 *     }`,
 * })
 * class ActivityPage {
 *   readonly project = input.required<number>();
 *   readonly activity = infinite(paginated(getActivity, 'cursor'), () => [
 *     { project: this.project() },
 *   ]);
 * }
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
 * Returns an Observable of a list that grows page by page. Each emitted value is an object with the same data that
 * {@link infinite} provides. The Observable never errors.
 *
 * @param pages the endpoint of the pages: `todoEndpoints.getList.getPage`, or the result of `paginated`
 * @param params the parameters of the list, as for {@link infinite}
 * @param options how to determine the next page, how many pages a refetch loads, and an injector
 * @throws CacheError NCQ5007 if `pages` is not an endpoint of pages
 *
 * @example
 * ```ts
 * const activity$ = infiniteState(paginated(getActivity, 'cursor'), { project: 5 }, { injector });
 * activity$.subscribe(({ items, hasMore, loadMore }) => {
 *   show(items ?? []);
 *   if (hasMore) loadMore(); // when the user scrolls to the end
 * });
 * ```
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
