import { BehaviorSubject, Subscription } from 'rxjs';
import { asCacheError } from '../requests/request-errors';
import type { CacheSnapshot } from '../requests/snapshot';
import type { InfiniteSnapshot } from './infinite-list';
import { loadedIn, type PageKey } from './next-page';
import type { PagedList } from './paged-list';

type PageError = CacheSnapshot<unknown>['refreshError'];

/** Loads the pages of a list for one set of arguments. The cache stores which pages are loaded. */
export class PageLoader {
  readonly isLoadingMore$ = new BehaviorSubject(false);
  readonly #loading = new Subscription();
  /**
   * The error of the last request for a page, and the value of `fetchedAt` at the time of that request. The error is
   * shown until the page or the list is requested again.
   */
  #failure: { readonly error: PageError; readonly at: number | undefined } | undefined;
  /**
   * Describes the most recently requested of the pages that added no items to the list: its key, and the number of
   * items in the list before the request. These values determine whether `PageInfo.added` is 0.
   */
  #exhausted: { readonly key: PageKey; readonly before: number } | undefined;

  constructor(
    private readonly list: PagedList,
    readonly args: readonly unknown[],
  ) {}

  /** Adds the state of the pages to the snapshot of the list. */
  show(
    snapshot: CacheSnapshot<unknown>,
    isLoadingMore: boolean,
  ): InfiniteSnapshot<unknown, unknown> {
    const { value, isFetching, fetchedAt, refreshError } = snapshot;
    if (isFetching || this.#failure?.at !== fetchedAt) this.#failure = undefined;
    const failure = this.#failure;
    return {
      ...snapshot,
      ...(failure && { refreshError: refreshError ?? failure.error }),
      items: this.list.itemsOf(value),
      hasMore: this.#after(value) !== undefined,
      isLoadingMore,
      loadMore: () => this.loadMore(snapshot),
    } as InfiniteSnapshot<unknown, unknown>;
  }

  /** Requests the next page. If no page is loaded, requests the first page. */
  loadMore({ value, isFetching, fetchedAt }: CacheSnapshot<unknown>): void {
    const { list, args } = this;
    if (value === undefined) {
      if (!isFetching) void list.cache.refetch(list.pages, ...args);
      return;
    }
    const key = this.#after(value);
    if (key === undefined || this.isLoadingMore$.value) return;
    const before = list.itemsOf(value)!.length;
    // An answer ends the request twice: with its value, and when it completes.
    const end = () => this.isLoadingMore$.value && this.isLoadingMore$.next(false);
    this.#failure = undefined;
    this.isLoadingMore$.next(true);
    this.#loading.add(
      list.cache.fetch(list.more, { ...(args[0] as object), [list.field]: key }).subscribe({
        next: (loaded) => {
          if (list.itemsOf(loaded)!.length <= before) this.#exhausted = { key, before };
          end();
        },
        error: (error: unknown) => {
          this.#failure = { error: asCacheError(list.pages.name, error), at: fetchedAt };
          end();
        },
        // `reset` and `clear` restart the whole list, and drop the page.
        complete: end,
      }),
    );
  }

  /** Requests the failed page again. Returns `false` if no page failed. */
  retry(snapshot: CacheSnapshot<unknown>): boolean {
    if (this.#failure === undefined || this.#after(snapshot.value) === undefined) return false;
    this.loadMore(snapshot);
    return true;
  }

  /** Aborts the request for a page, if one is in flight. */
  end(): void {
    this.#loading.unsubscribe();
  }

  #after(value: unknown): PageKey | undefined {
    const items = this.list.itemsOf(value);
    if (items === undefined) return undefined;
    const count = items.length;
    const pages = this.list.loadedPages(this.args);
    const { key: page, size = count } = pages.at(-1) ?? {};
    const loaded = loadedIn(pages);
    const { key, before = 0 } = this.#exhausted ?? {};
    // If as many items were created as a page contains, the last page may only repeat items, but the next page can
    // contain new ones. In this case, `loaded` is at most `count`.
    const isExhausted = page !== undefined && page === key && count <= before && loaded > count;
    const added = isExhausted ? 0 : size;
    return this.list.next({ data: value, count, loaded, added, size, page });
  }
}
