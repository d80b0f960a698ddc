import {
  type CacheService,
  type Endpoint,
  type EndpointState,
  type SchemaLike,
  type ɵLoadedPage as LoadedPage,
  ɵLoadedPages as LoadedPages,
} from 'ngx-cache-query';
import { untracked } from '@angular/core';
import { BehaviorSubject, combineLatest, finalize, map, type Observable, Subscription } from 'rxjs';
import { collectionIn, itemsIn } from './collection-in';
import type { InfiniteList } from './infinite';
import type { PageInfo, PageKey } from './next-page';
import { wholeListOf } from './whole-list';

type AnyEndpoint = Endpoint<readonly unknown[], SchemaLike>;
type AnyList = InfiniteList<unknown, unknown>;

/** What becomes of a page that is loaded on demand. */
type Demand = Pick<AnyList, 'isLoadingMore' | 'error'>;

const RESTING: Demand = { isLoadingMore: false, error: undefined };

/** Loads one page of a list after the other; which pages are loaded is in the cache. */
export class PageLoader {
  readonly list$: Observable<AnyList>;
  readonly #demand = new BehaviorSubject(RESTING);
  readonly #loaded: LoadedPages;
  readonly #args: readonly unknown[];
  readonly #loading = new Subscription();
  /** A page that brought nothing new: there is none after it. */
  #exhausted: PageKey | undefined;

  /**
   * @param next says which page comes after the last one
   * @param maxPages how many pages a refetch loads at most
   */
  constructor(
    private readonly cache: CacheService,
    private readonly pages: AnyEndpoint,
    private readonly params: object,
    private readonly next: (info: PageInfo<unknown>) => PageKey | undefined,
    maxPages: number,
  ) {
    const { list } = pages.pagesOf!;
    this.#args = Object.keys(params).length === 0 ? [] : [params];
    this.#loaded = new LoadedPages(collectionIn(list.schema, list.name) as never);
    const count = () => Math.min(this.#loadedPages().length, maxPages);
    const whole = wholeListOf(pages, count, next);
    const state$: Observable<EndpointState<unknown>> = cache.state(whole, ...this.#args);
    this.list$ = combineLatest([state$, this.#demand]).pipe(
      map(([state, demand]) => this.#show(state, demand)),
      finalize(() => this.#loading.unsubscribe()),
    );
  }

  #show({ data, isFetching, error }: EndpointState<unknown>, demand: Demand): AnyList {
    return {
      items: this.#itemsOf(data),
      data,
      hasMore: this.#after(data) !== undefined,
      isLoading: data === undefined && isFetching,
      isLoadingMore: demand.isLoadingMore,
      error: demand.error ?? error,
      loadMore: () => this.#load(data),
    };
  }

  #load(data: unknown): void {
    const page = this.#after(data);
    if (page === undefined || this.#demand.value.isLoadingMore) return;
    this.#demand.next({ isLoadingMore: true, error: undefined });
    const args = { ...this.params, [this.pages.pagesOf!.field]: page };
    const before = this.#itemsOf(data)!.length;
    this.#loading.add(
      this.cache.fetch(this.pages, args).subscribe({
        next: (value: unknown) => {
          if (this.#itemsOf(value)!.length <= before) this.#exhausted = page;
          this.#demand.next(RESTING);
        },
        error: (error: unknown) => this.#demand.next({ isLoadingMore: false, error }),
      }),
    );
  }

  #itemsOf(data: unknown): unknown[] | undefined {
    return itemsIn(this.pages.pagesOf!.list.schema, data);
  }

  #loadedPages(): LoadedPage[] {
    return untracked(() => this.cache.get(this.#loaded, ...this.#args)) ?? [];
  }

  #after(data: unknown): PageKey | undefined {
    const items = this.#itemsOf(data);
    if (items === undefined) return undefined;
    const { key: page, count = items.length } = this.#loadedPages().at(-1) ?? {};
    const added = page !== undefined && page === this.#exhausted ? 0 : count;
    return this.next({ data, count: items.length, added, page });
  }
}
