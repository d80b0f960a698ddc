import { computed, inject, Injector, type Signal } from '@angular/core';
import {
  catchError,
  combineLatest,
  defer,
  distinctUntilChanged,
  finalize,
  map,
  type Observable,
  of,
  Subscription,
} from 'rxjs';
import { CacheService } from '../cache/cache-service';
import type { Endpoint, PagesOf } from '../requests/endpoint';
import type {
  CacheResource,
  CacheResourceOptions,
  ResourceArgsContext,
} from '../requests/resource';
import type { CacheSnapshot } from '../requests/snapshot';
import type { SchemaLike } from '../schema/schema';
import type { ResultOf } from '../schema/queryable';
import { CacheError } from '../util/cache-error';
import { recycle } from '../util/equality';
import type { MemberIn } from './collection-in';
import { infiniteResource } from './infinite-resource';
import type { NextPage } from './next-page';
import { PageLoader } from './page-loader';
import { type AnyPages, PagedList } from './paged-list';
import type { DeclaresNext } from './paginated';

declare const ngDevMode: unknown;

interface LoadedPages<Item> {
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
  readonly [K in keyof LoadedPages<Item>]: Signal<LoadedPages<Item>[K]>;
} & LoadsMore;

/** A snapshot of a list that grows page by page, as emitted by {@link infiniteState}. */
export type InfiniteSnapshot<Value, Item> = CacheSnapshot<Value> & LoadedPages<Item> & LoadsMore;

/** The options of {@link infinite} and {@link infiniteState}. */
export interface InfiniteOptions<Value, Item = unknown> extends CacheResourceOptions {
  /**
   * Returns the key of the next page; `undefined` if there is none. Default: what is declared for the pages, as in
   * `paginated('page', pageNumber())`.
   */
  readonly next?: NextPage<Value, Item>;
  /** The number of pages that a refetch loads; it drops the others. Default: the loaded pages. */
  readonly maxPages?: number;
}

/** An endpoint for the pages of a list. `paginated` returns such an endpoint. */
type Pages = Endpoint<never, SchemaLike> & { readonly pagesOf: PagesOf };
type ParamsOf<E extends Pages> = Parameters<E['load']>[0];
type OptionsOf<E extends Pages> = InfiniteOptions<ResultOf<E>, MemberIn<E['schema']>>;
/** The options for pages of which it is not declared how to find the next one. */
type WithNext<E extends Pages> = OptionsOf<E> & Required<Pick<OptionsOf<E>, 'next'>>;
type OfResource = 'keepPrevious' | 'debugName';
type GetParams<E extends Pages> = (
  context: ResourceArgsContext,
) => readonly [params?: ParamsOf<E>] | undefined;
type ResourceOf<E extends Pages> = InfiniteResource<ResultOf<E>, MemberIn<E['schema']>>;
type StatesOf<E extends Pages> = Observable<InfiniteSnapshot<ResultOf<E>, MemberIn<E['schema']>>>;

/**
 * Returns a list that grows page by page: a resource with more signals and `loadMore()`. A refetch replaces all loaded
 * pages in one commit.
 *
 * @param pages `todoEndpoints.getList.getPage`, or the result of `paginated`
 * @param args returns a tuple with the parameters of the list, or `undefined` to read nothing; it can read signals
 * @throws CacheError NCQ5007 if `pages` is not an endpoint of pages; NCQ5010 if neither `pages` nor the option `next`
 * declares how to find the next page
 *
 * @example
 * ```ts
 * readonly activity = infinite(getActivityPage, () => [{ project: this.project() }]);
 * ```
 */
export function infinite<E extends Pages & DeclaresNext>(
  pages: E,
  args?: GetParams<E>,
  options?: InfiniteOptions<ResultOf<E>, MemberIn<E['schema']>>,
): InfiniteResource<ResultOf<E>, MemberIn<E['schema']>>;
/** Works the same, for pages that do not declare how to find the next one. */
export function infinite<E extends Pages>(
  pages: E,
  args: GetParams<E> | undefined,
  options: WithNext<E>,
): ResourceOf<E>;
export function infinite(
  pages: Endpoint<never, SchemaLike>,
  getArgs?: (context: ResourceArgsContext) => readonly [params?: unknown] | undefined,
  options: InfiniteOptions<never, never> = {},
): CacheResource<unknown> {
  const injector = options.injector ?? inject(Injector);
  const list = pagedList('infinite', pages, injector, options);
  let args: readonly unknown[] | undefined = list.argsOf();
  const getListArgs =
    getArgs &&
    ((context: ResourceArgsContext) => {
      args = undefined; // Also if the function throws.
      const given = getArgs(context);
      return (args = given && list.argsOf(given[0] as object | undefined));
    });
  const resource = list.cache.resource(list.whole, getListArgs, options);
  // Reading the snapshot determines the arguments.
  const argsOf = computed(() => (resource.snapshot(), args));
  return infiniteResource(list, resource, argsOf, injector);
}

/**
 * Returns an Observable of a list that grows page by page, like {@link infinite}. It never errors.
 *
 * @param pages `todoEndpoints.getList.getPage`, or the result of `paginated`
 * @throws CacheError NCQ5007 if `pages` is not an endpoint of pages; NCQ5010 if neither `pages` nor the option `next`
 * declares how to find the next page
 *
 * @example
 * ```ts
 * const activity$ = infiniteState(getActivityPage, { project: 5 }, { injector });
 * activity$.subscribe(({ items, hasMore, loadMore }) => {
 *   show(items ?? []);
 *   if (hasMore) loadMore(); // when the user scrolls to the end
 * });
 * ```
 */
export function infiniteState<E extends Pages & DeclaresNext>(
  pages: E,
  params?: ParamsOf<E>,
  options?: Omit<OptionsOf<E>, OfResource>,
): Observable<InfiniteSnapshot<ResultOf<E>, MemberIn<E['schema']>>>;
/** Works the same, for pages that do not declare how to find the next one. */
export function infiniteState<E extends Pages>(
  pages: E,
  params: ParamsOf<E> | undefined,
  options: Omit<WithNext<E>, OfResource>,
): StatesOf<E>;
export function infiniteState(
  pages: Endpoint<never, SchemaLike>,
  params?: unknown,
  options: InfiniteOptions<never, never> = {},
): Observable<unknown> {
  const injector = options.injector ?? inject(Injector);
  const list = pagedList('infiniteState', pages, injector, options);
  const args = list.argsOf(params as object | undefined);
  return defer(() => {
    const inFlight = new Subscription();
    const loader = new PageLoader(list, args, inFlight);
    // Completes with the cache, as every other stream does.
    const end = finalize<CacheSnapshot<unknown>>(() => loader.requested$.complete());
    const list$ = list.cache.watch(list.whole, ...args).pipe(end);
    // A page that changes no item may be the last one. It comes after the snapshot, which shows the same commit.
    const pages$ = list.cache.select(list.loaded, ...args).pipe(catchError(() => of(undefined)));
    return combineLatest([list$, loader.requested$, pages$]).pipe(
      map(([snapshot]) => loader.show(snapshot)),
      distinctUntilChanged((last, next) => recycle(last, next) === last),
      finalize(() => inFlight.unsubscribe()),
    );
  });
}

function pagedList(
  method: string,
  pages: Endpoint<never, SchemaLike>,
  injector: Injector,
  { next: given, maxPages = Infinity }: InfiniteOptions<never, never>,
): PagedList {
  if (!pages.pagesOf) throw notPagesError(method, pages.name);
  const of = pages as unknown as AnyPages;
  const next = (given as NextPage | undefined) ?? of.pagesOf.next;
  if (!next) throw undeclaredNextPage(method, pages.name, of.pagesOf.field);
  return new PagedList(injector.get(CacheService), of, next, maxPages);
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

/** Error NCQ5010: it is not declared which page comes next. */
function undeclaredNextPage(method: string, source: string, field: string): CacheError {
  return new CacheError(
    'NCQ5010',
    (typeof ngDevMode === 'undefined' || !!ngDevMode) &&
      `${method}(${source}): it is not declared how to find the next page. Pass it to paginated, after the parameter ` +
        `${field}: pageNumber(), offset(), cursorIn(…), lastItem(…), linkIn(…), linkHeaderIn(…) or a function. Or pass ` +
        `it to ${method} as the option next.`,
    { source },
  );
}
