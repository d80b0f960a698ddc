import {
  type CacheService,
  type CacheSnapshot,
  ɵisBeforeReset as isBeforeReset,
  type ɵLoadedPage as LoadedPage,
  ɵLoadedPages as LoadedPages,
} from 'ngx-cache-query';
import { untracked } from '@angular/core';
import { BehaviorSubject, combineLatest, finalize, map, type Observable, Subscription } from 'rxjs';
import { collectionIn, itemsIn, pagesIn } from './collection-in';
import type { InfiniteList } from './infinite-list';
import type { PageInfo, PageKey } from './next-page';
import { type AnyPages, wholeListOf } from './whole-list';

type AnyList = InfiniteList<unknown, unknown>;

/** The last page that was requested: its key, and the number of items before the request. */
interface LastPage {
  readonly key: PageKey;
  readonly before: number;
}

/** Loads the pages of a list, one page at a time. The cache stores which pages are loaded. */
export class PageLoader {
  readonly list$: Observable<AnyList>;
  readonly #isLoadingMore = new BehaviorSubject(false);
  readonly #loaded: LoadedPages;
  /** The endpoint of the pages. A new page is added at the end, even if its key is a lower number. */
  readonly #more: AnyPages;
  readonly #args: readonly unknown[];
  readonly #loading = new Subscription();
  /**
   * The last requested page, if it added no items to the list. Then there is no next page until a refetch adds items.
   */
  #exhausted: LastPage | undefined;
  /** The error of the last page, until another request begins. */
  #failure: unknown;

  /**
   * @param next returns the key of the next page
   * @param maxPages the maximum number of pages that a refetch loads
   */
  constructor(
    private readonly cache: CacheService,
    private readonly pages: AnyPages,
    private readonly params: object,
    private readonly next: (info: PageInfo<unknown>) => PageKey | undefined,
    maxPages: number,
  ) {
    const { list, field } = pages.pagesOf;
    const schema = pagesIn(list.schema, list.name, (collection) => collection.page(field, 'end'));
    this.#more = pages.variant({ schema }) as AnyPages;
    this.#args = Object.keys(params).length === 0 ? [] : [params];
    this.#loaded = new LoadedPages(collectionIn(list.schema, list.name) as never);
    const count = () => Math.min(this.#loadedPages().length, maxPages);
    const whole = wholeListOf(this.#more, count, next);
    const state$: Observable<CacheSnapshot<unknown>> = cache.state(whole, ...this.#args);
    this.list$ = combineLatest([state$, this.#isLoadingMore]).pipe(
      map(([state, isLoadingMore]) => this.#show(state, isLoadingMore)),
      finalize(() => this.#loading.unsubscribe()),
    );
  }

  #show(
    { value: data, isFetching, error, refreshError }: CacheSnapshot<unknown>,
    isLoadingMore: boolean,
  ): AnyList {
    if (isFetching) this.#failure = undefined;
    return {
      items: this.#itemsOf(data),
      data,
      hasMore: this.#after(data) !== undefined,
      isLoading: data === undefined && isFetching,
      isLoadingMore,
      error: this.#failure ?? error ?? refreshError,
      loadMore: () => this.#load(data, isFetching),
    };
  }

  #load(data: unknown, isFetching: boolean): void {
    if (data === undefined) {
      if (!isFetching) void this.cache.refetch(this.pages, this.params);
      return;
    }
    const key = this.#after(data);
    if (key === undefined || this.#isLoadingMore.value) return;
    this.#failure = undefined;
    this.#isLoadingMore.next(true);
    const args = { ...this.params, [this.pages.pagesOf.field]: key };
    const before = this.#itemsOf(data)!.length;
    this.#loading.add(
      this.cache.fetch(this.#more, args).subscribe({
        next: (value: unknown) => {
          if (this.#itemsOf(value)!.length <= before) this.#exhausted = { key, before };
          this.#isLoadingMore.next(false);
        },
        error: (error: unknown) => {
          // After `reset` and `clear` the list itself starts over, so this error is not a failure of the page.
          if (!isBeforeReset(error)) this.#failure = error;
          this.#isLoadingMore.next(false);
        },
      }),
    );
  }

  #itemsOf(data: unknown): unknown[] | undefined {
    return itemsIn(this.pages.pagesOf.list.schema, data);
  }

  #loadedPages(): LoadedPage[] {
    return untracked(() => this.cache.get(this.#loaded, ...this.#args)) ?? [];
  }

  #after(data: unknown): PageKey | undefined {
    const items = this.#itemsOf(data);
    if (items === undefined) return undefined;
    const count = items.length;
    const { key: page, count: lastCount = count } = this.#loadedPages().at(-1) ?? {};
    const { key, before = 0 } = this.#exhausted ?? {};
    const isExhausted = page !== undefined && page === key && count <= before;
    return this.next({ data, count, added: isExhausted ? 0 : lastCount, page });
  }
}
